/**
 * The elements below `Statistik` that an extract has had so far or that documents are made from. Two
 * spaces of indentation, or a slash, are one level: indented lines belong to the last element of the line
 * above. `…` marks an element below which nothing is read, such as owners (until 2021).
 *
 * If an element occurs several times, the first is read. `[]` marks the rows of a list, all of which
 * are read, and `*` its wrappers: rows of a repeated wrapper belong to the same list.
 *
 * Elements that only the schema of 2019 declares are left out: the first extract with one should report it.
 */
const registerElements = `
KoeretoejIdent
KoeretoejArtNummer KoeretoejArtNavn
KoeretoejAnvendelseStruktur
  KoeretoejAnvendelseNummer KoeretoejAnvendelseNavn
KoeretoejAnvendelseSamlingStruktur*/KoeretoejAnvendelseSamling*/KoeretoejAnvendelseStruktur[]
  KoeretoejAnvendelseNummer KoeretoejAnvendelseNavn
LeasingGyldigFra LeasingGyldigTil
RegistreringNummerNummer RegistreringNummerUdloebDato
RegistreringNummerRettighedGyldigFra RegistreringNummerRettighedGyldigTil
KoeretoejRegistreringStatus KoeretoejRegistreringStatusDato
AdressePostNummer EjerBrugerSamling…
KoeretoejOplysningGrundStruktur
  KoeretoejOplysningOprettetUdFra KoeretoejOplysningStatus KoeretoejOplysningStatusDato
  KoeretoejOplysningFoersteRegistreringDato KoeretoejOplysningIbrugtagningDato
  KoeretoejOplysningModelAar KoeretoejOplysningFabrikant KoeretoejOplysningKommentar
  KoeretoejOplysningStelNummer KoeretoejOplysningStelNummerAnbringelse
  KoeretoejOplysningTilkobletSidevognStelnr
  KoeretoejOplysningTotalVaegt KoeretoejOplysningEgenVaegt KoeretoejOplysningTekniskTotalVaegt
  KoeretoejOplysningKoereklarVaegtMinimum KoeretoejOplysningKoereklarVaegtMaksimum
  KoeretoejOplysningVogntogVaegt KoeretoejOplysningPaahaengVognTotalVaegt
  KoeretoejOplysningTilkoblingMulighed KoeretoejOplysningTilkoblingsvaegtUdenBremser
  KoeretoejOplysningTilkoblingsvaegtMedBremser KoeretoejOplysningSkammelBelastning
  KoeretoejOplysningSaettevognTilladtAkselTryk KoeretoejOplysningStoersteAkselTryk
  KoeretoejOplysningSkatteAkselAntal KoeretoejOplysningSkatteAkselTryk
  KoeretoejOplysningAkselAntal KoeretoejOplysningTraekkendeAksler KoeretoejOplysningAkselAfstand
  KoeretoejOplysningSporviddenForrest KoeretoejOplysningSporviddenBagest
  KoeretoejOplysningPassagerAntal
  KoeretoejOplysningSiddepladserMinimum KoeretoejOplysningSiddepladserMaksimum
  KoeretoejOplysningStaapladserMinimum KoeretoejOplysningStaapladserMaksimum
  KoeretoejOplysningAntalGear KoeretoejOplysningAntalDoere KoeretoejOplysningMaksimumHastighed
  KoeretoejOplysningFaelgDaek KoeretoejOplysningOevrigtUdstyr KoeretoejOplysningNCAPTest
  KoeretoejOplysningVVaerdiLuft KoeretoejOplysningVVaerdiMekanisk
  KoeretoejOplysningVejvenligLuftaffjedring KoeretoejOplysningKoeretoejstand
  KoeretoejOplysning30PctVarevogn KoeretoejOplysningEgnetTilTaxi KoeretoejOplysningTrafikskade
  KoeretoejOplysningVeteranKoeretoejOriginal
  KoeretoejOplysningTypeAnmeldelseNummer KoeretoejOplysningTypeGodkendelseNummer
  KoeretoejOplysningTypegodkendtKategori KoeretoejOplysningEUVariant KoeretoejOplysningEUVersion
  KoeretoejFastKombination
    KoeretoejIdent RegistreringNummerNummer RegistreringNummerIdent
  KoeretoejBetegnelseStruktur
    KoeretoejMaerkeTypeNummer KoeretoejMaerkeTypeNavn
    Model
      KoeretoejModelTypeNummer KoeretoejModelTypeNavn
    Variant
      KoeretoejVariantTypeNummer KoeretoejVariantTypeNavn
    Type
      KoeretoejTypeTypeNummer KoeretoejTypeTypeNavn
  KoeretoejFarveStruktur/FarveTypeStruktur
    FarveTypeNummer FarveTypeNavn
  KarrosseriTypeStruktur
    KarrosseriTypeNummer KarrosseriTypeNavn
  KoeretoejSupplerendeKarrosseriSamlingStruktur*/KoeretoejSupplerendeKarrosseriSamling*
    KoeretoejSupplerendeKarrosseriTypeStruktur[]
      SupplerendeKarrosseriTypeNummer SupplerendeKarrosseriTypeNavn
  KoeretoejNormStruktur/NormTypeStruktur
    NormTypeNummer NormTypeNavn
  KoeretoejMiljoeOplysningStruktur
    KoeretoejMiljoeOplysningCO2Udslip KoeretoejMiljoeOplysningEmissionCO
    KoeretoejMiljoeOplysningEmissionHCPlusNOX KoeretoejMiljoeOplysningEmissionNOX
    KoeretoejMiljoeOplysningPartikler KoeretoejMiljoeOplysningPartikelFilter
    KoeretoejMiljoeOplysningRoegtaethed KoeretoejMiljoeOplysningRoegtaethedOmdrejningstal
    KoeretoejMiljoeOplysningSpecifikCO2Emission KoeretoejMiljoeOplysningNyttelastvaerdi
    KoeretoejMiljoeOplysningTungtNulEmissionKoeretoej
    KoeretoejMiljoeOplysningCO2EmissionKlasseOmklassificeringDato
    CO2EmissionKlasseStruktur
      CO2EmissionKlasseNummer CO2EmissionKlasseNavn
  KoeretoejMotorStruktur
    KoeretoejMotorCylinderAntal KoeretoejMotorMaerkning KoeretoejMotorKmPerLiter
    KoeretoejMotorSlagVolumen KoeretoejMotorSlagVolumenIkkeTilgaengelig
    KoeretoejMotorStoersteEffekt KoeretoejMotorStoersteEffektIkkeTilgaengelig
    KoeretoejMotorKilometerstand KoeretoejMotorKilometerstandDokumentation
    KoeretoejMotorKilometerstandIkkeTilgaengelig
    KoeretoejMotorStandStoej KoeretoejMotorStandStoejOmdrejningstal KoeretoejMotorKoerselStoej
    KoeretoejMotorInnovativTeknik KoeretoejMotorInnovativTeknikAntal
    DrivkraftTypeStruktur
      DrivkraftTypeNummer DrivkraftTypeNavn
    KoeretoejDrivmiddelSamlingStruktur*/KoeretoejDrivmiddelSamling*/DrivmiddelStruktur[]
      KoeretoejMotorDrivmiddelPrimaer KoeretoejMotorBraendselscelle
      DrivkraftTypeStruktur
        DrivkraftTypeNummer DrivkraftTypeNavn
      MaaleNormStruktur
        KoeretoejMotorMaaleNormTypeNummer KoeretoejMotorMaaleNormTypeNavn
      KoeretoejBraendstofStruktur
        KoeretoejMotorKmPerLiter KoeretoejMiljoeOplysningCO2Udslip
      KoeretoejElforbrugStruktur
        KoeretoejMotorElektriskForbrug
  KoeretoejUdstyrSamlingStruktur*/KoeretoejUdstyrSamling*/KoeretoejUdstyrStruktur[]
    KoeretoejUdstyrAntal
    KoeretoejUdstyrTypeStruktur
      KoeretoejUdstyrTypeNummer KoeretoejUdstyrTypeNavn KoeretoejUdstyrTypeVisesVedSyn
      KoeretoejUdstyrTypeVisesVedForespoergsel KoeretoejUdstyrTypeVisesVedStandardOprettelse
  KoeretoejBlokeringAarsagListeStruktur*/KoeretoejBlokeringAarsagListe*/KoeretoejBlokeringAarsag[]
    KoeretoejBlokeringAarsagTypeNummer KoeretoejBlokeringAarsagTypeNavn
  DispensationTypeSamlingStruktur…
SynResultatStruktur
  SynResultatSynsType SynResultatSynsDato SynResultatSynsResultat
  SynResultatSynStatus SynResultatSynStatusDato SynResultatOmsynMoedeDato
  KoeretoejMotorKilometerstand
TilladelseSamling*/Tilladelse*/TilladelseStruktur[]
  TilladelseGyldigFra TilladelseGyldigTil TilladelseKommentar
  TilladelseTypeStruktur
    TilladelseTypeNummer TilladelseTypeNavn
  TilladelseTypeDetaljeValg…
`;

/** An element of the register, and the slot of its text while a record is read. */
export type RegisterElement = {
  /** The paths of the elements below it begin with this: `SynResultatStruktur/`. */
  readonly prefix: string;
  /** By name. It has no prototype, as trees have none. */
  readonly children: {[name: string]: RegisterElement};
  /** Whether anything may be below it: nothing there is read or reported as unknown. */
  readonly isOpaque: boolean;
  /**
   * Its place among the texts of the record, or of the row that it is in; -1 for a list's row or one of
   * its wrappers, whose every occurrence is read.
   */
  readonly slot: number;
  /** The list that it is a row of. */
  readonly list: List | undefined;
};

/** The elements of a record, or of each row of a list, have slots from 0 to `size`. */
type Scope = {size: number};

/** A list of the record: its index, and the slots of each row. */
export type List = Scope & {readonly index: number};

export const recordLists: List[] = [];

/** An element, and the scope that counts the slots of the elements below it. */
type Place = {readonly element: RegisterElement; readonly scope: Scope};

/** Adds an element, with its mark in the outline. Returns its place. */
const addElement = ({element: parent, scope}: Place, written: string): Place => {
  const [name = '', mark] = written.split(/(?=[*[…])/);
  const list = mark === '[]' ? {index: recordLists.length, size: 0} : undefined;
  if (list) recordLists.push(list);
  const element = {
    prefix: `${parent.prefix}${name}/`,
    children: Object.create(null),
    isOpaque: mark === '…',
    slot: list || mark === '*' ? -1 : scope.size++,
    list,
  };
  parent.children[name] = element;
  return {element, scope: list ?? scope};
};

/** The element `Statistik`, which is a record. */
export const recordElement: RegisterElement = {
  prefix: '',
  children: Object.create(null),
  isOpaque: false,
  slot: -1,
  list: undefined,
};
const record: Place = {element: recordElement, scope: {size: 0}};

/** The last element on each level so far. */
const last = [record];
for (const line of registerElements.trim().split('\n')) {
  const names = line.trimStart();
  const level = (line.length - names.length) / 2;
  const parent = last[level] ?? record;
  for (const path of names.split(' ')) {
    last[level + 1] = path.split('/').reduce(addElement, parent);
  }
}

/** The number of slots of a record besides those of its rows. */
export const recordSize = record.scope.size;

/** The element with the register's own key of a vehicle: a record has one. */
export const identElement = recordElement.children['KoeretoejIdent'];

const elementAt = (path: string): RegisterElement | undefined =>
  path
    .split('/')
    .reduce<RegisterElement | undefined>((parent, name) => parent?.children[name], recordElement);

/**
 * The slot of the element at a path below `Statistik`, in the record or in the row that it is part of.
 * Throws for a path that the outline lacks.
 */
export const slotAt = (path: string): number => {
  const slot = elementAt(path)?.slot ?? -1;
  if (slot === -1) throw new Error(`The outline in register-elements.ts has no text at ${path}.`);
  return slot;
};

/** The list whose rows are at this path. Throws if the outline has none there. */
export const listAt = (path: string): List => {
  const list = elementAt(path)?.list;
  if (list === undefined)
    throw new Error(`The outline in register-elements.ts has no list at ${path}.`);
  return list;
};
