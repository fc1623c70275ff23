import type {Content, Elements} from './xml.ts';

type Word<Line extends string> = Line extends `${infer First} ${infer Rest}`
  ? First | Word<Rest>
  : Line;

/** The elements of a structure in order; their names begin with its prefix. */
type Order<Name extends string> = readonly {readonly name: Name; readonly element: string}[];

const inOrder = <const Line extends string>(
  prefix: string,
  ...lines: readonly Line[]
): Order<Word<Line>> =>
  lines
    .flatMap(line => line.split(' ') as Word<Line>[])
    .map(name => ({name, element: prefix + name}));

/** The values of KoeretoejOplysningGrundStruktur, in the order of the register's schema (XSD, 2019). */
export const vehicleOrder = inOrder(
  'KoeretoejOplysning',
  'OprettetUdFra Status StatusDato FoersteRegistreringDato StelNummer StelNummerAnbringelse ModelAar',
  'TotalVaegt EgenVaegt KoereklarVaegtMinimum KoereklarVaegtMaksimum TekniskTotalVaegt VogntogVaegt',
  'AkselAntal StoersteAkselTryk SkatteAkselAntal SkatteAkselTryk',
  'PassagerAntal SiddepladserMinimum SiddepladserMaksimum StaapladserMinimum StaapladserMaksimum',
  'TilkoblingMulighed TilkoblingsvaegtUdenBremser TilkoblingsvaegtMedBremser',
  'PaahaengVognTotalVaegt SkammelBelastning SaettevognTilladtAkselTryk',
  'MaksimumHastighed FaelgDaek TilkobletSidevognStelnr NCAPTest VVaerdiLuft VVaerdiMekanisk',
  'OevrigtUdstyr Koeretoejstand 30PctVarevogn TraekkendeAksler EgnetTilTaxi',
  'AkselAfstand SporviddenForrest SporviddenBagest',
  'TypeAnmeldelseNummer TypeGodkendelseNummer EUVariant EUVersion Kommentar TypegodkendtKategori',
  'AntalGear AntalDoere Fabrikant IbrugtagningDato Trafikskade VeteranKoeretoejOriginal',
);

/** The values of KoeretoejMotorStruktur. */
export const engineOrder = inOrder(
  'KoeretoejMotor',
  'CylinderAntal SlagVolumen SlagVolumenIkkeTilgaengelig',
  'StoersteEffekt StoersteEffektIkkeTilgaengelig KmPerLiter',
  'Kilometerstand KilometerstandDokumentation KilometerstandIkkeTilgaengelig',
  'Maerkning StandStoej KoerselStoej StandStoejOmdrejningstal InnovativTeknik InnovativTeknikAntal',
);

/** The values of KoeretoejMiljoeOplysningStruktur. */
export const environmentOrder = inOrder(
  'KoeretoejMiljoeOplysning',
  'CO2Udslip EmissionCO EmissionHCPlusNOX EmissionNOX Partikler Roegtaethed PartikelFilter',
  'RoegtaethedOmdrejningstal SpecifikCO2Emission Nyttelastvaerdi TungtNulEmissionKoeretoej',
  'CO2EmissionKlasseOmklassificeringDato',
);

type Values<Name extends string> = Readonly<Partial<Record<Name, Content>>>;
export type VehicleValues = Values<(typeof vehicleOrder)[number]['name']>;
export type EngineValues = Values<(typeof engineOrder)[number]['name']>;
export type EnvironmentValues = Values<(typeof environmentOrder)[number]['name']>;

/** The values as elements in this order; absent ones are left out. */
export const ordered = <Name extends string>(
  order: Order<Name>,
  values: Values<Name>,
): Elements => {
  const elements: Record<string, Content> = {};
  for (const {name, element} of order) {
    if (values[name] !== undefined) elements[element] = values[name];
  }
  return elements;
};
