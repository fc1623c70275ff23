import {wordsOf} from './random.ts';
import type {Content, Elements} from './xml.ts';

/** Writes values as elements in this order, each name with the prefix. */
const inOrder = <const Line extends string>(prefix: string, ...lines: readonly Line[]) => {
  const names = wordsOf(...lines);
  const order = names.map(name => ({name, element: prefix + name}));
  return (values: Readonly<Partial<Record<(typeof names)[number], Content>>>): Elements => {
    const elements: Record<string, Content> = {};
    for (const {name, element} of order) elements[element] = values[name];
    return elements;
  };
};

/** Of KoeretoejOplysningGrundStruktur, in the order of the register's schema (XSD, 2019). */
export const vehicleElements = inOrder(
  'KoeretoejOplysning',
  'OprettetUdFra Status StatusDato FoersteRegistreringDato StelNummer StelNummerAnbringelse',
  'ModelAar TotalVaegt EgenVaegt KoereklarVaegtMinimum KoereklarVaegtMaksimum TekniskTotalVaegt',
  'VogntogVaegt AkselAntal StoersteAkselTryk SkatteAkselAntal SkatteAkselTryk',
  'PassagerAntal SiddepladserMinimum SiddepladserMaksimum StaapladserMinimum StaapladserMaksimum',
  'TilkoblingMulighed TilkoblingsvaegtUdenBremser TilkoblingsvaegtMedBremser',
  'PaahaengVognTotalVaegt SkammelBelastning SaettevognTilladtAkselTryk',
  'MaksimumHastighed FaelgDaek TilkobletSidevognStelnr NCAPTest VVaerdiLuft VVaerdiMekanisk',
  'OevrigtUdstyr Koeretoejstand 30PctVarevogn TraekkendeAksler EgnetTilTaxi',
  'AkselAfstand SporviddenForrest SporviddenBagest',
  'TypeAnmeldelseNummer TypeGodkendelseNummer EUVariant EUVersion Kommentar TypegodkendtKategori',
  'AntalGear AntalDoere Fabrikant IbrugtagningDato Trafikskade VeteranKoeretoejOriginal',
);
export type VehicleValues = Parameters<typeof vehicleElements>[0];

/** Of KoeretoejMotorStruktur. */
export const engineElements = inOrder(
  'KoeretoejMotor',
  'CylinderAntal SlagVolumen SlagVolumenIkkeTilgaengelig',
  'StoersteEffekt StoersteEffektIkkeTilgaengelig KmPerLiter',
  'Kilometerstand KilometerstandDokumentation KilometerstandIkkeTilgaengelig',
  'Maerkning StandStoej KoerselStoej StandStoejOmdrejningstal InnovativTeknik InnovativTeknikAntal',
);
export type EngineValues = Parameters<typeof engineElements>[0];

/** Of KoeretoejMiljoeOplysningStruktur. */
export const environmentElements = inOrder(
  'KoeretoejMiljoeOplysning',
  'CO2Udslip EmissionCO EmissionHCPlusNOX EmissionNOX Partikler Roegtaethed PartikelFilter',
  'RoegtaethedOmdrejningstal SpecifikCO2Emission Nyttelastvaerdi TungtNulEmissionKoeretoej',
  'CO2EmissionKlasseOmklassificeringDato',
);
export type EnvironmentValues = Parameters<typeof environmentElements>[0];
