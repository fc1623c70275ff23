/** The leaf elements of one parent, in the order the register's schema (XSD, 2019) gives them. */

/** KoeretoejOplysningGrundStruktur; each name is prefixed with `KoeretoejOplysning`. */
export const vehicleElements = [
  'OprettetUdFra',
  'Status',
  'StatusDato',
  'FoersteRegistreringDato',
  'StelNummer',
  'StelNummerAnbringelse',
  'ModelAar',
  'TotalVaegt',
  'EgenVaegt',
  'KoereklarVaegtMinimum',
  'KoereklarVaegtMaksimum',
  'TekniskTotalVaegt',
  'VogntogVaegt',
  'AkselAntal',
  'StoersteAkselTryk',
  'SkatteAkselAntal',
  'SkatteAkselTryk',
  'PassagerAntal',
  'SiddepladserMinimum',
  'SiddepladserMaksimum',
  'StaapladserMinimum',
  'StaapladserMaksimum',
  'TilkoblingMulighed',
  'TilkoblingsvaegtUdenBremser',
  'TilkoblingsvaegtMedBremser',
  'PaahaengVognTotalVaegt',
  'SkammelBelastning',
  'SaettevognTilladtAkselTryk',
  'MaksimumHastighed',
  'FaelgDaek',
  'TilkobletSidevognStelnr',
  'NCAPTest',
  'VVaerdiLuft',
  'VVaerdiMekanisk',
  'OevrigtUdstyr',
  'Koeretoejstand',
  '30PctVarevogn',
  'TraekkendeAksler',
  'EgnetTilTaxi',
  'AkselAfstand',
  'SporviddenForrest',
  'SporviddenBagest',
  'TypeAnmeldelseNummer',
  'TypeGodkendelseNummer',
  'EUVariant',
  'EUVersion',
  'Kommentar',
  'TypegodkendtKategori',
  'AntalGear',
  'AntalDoere',
  'Fabrikant',
  'IbrugtagningDato',
  'Trafikskade',
  'VeteranKoeretoejOriginal',
] as const;

/** KoeretoejMotorStruktur; each name is prefixed with `KoeretoejMotor`. */
export const engineElements = [
  'CylinderAntal',
  'SlagVolumen',
  'SlagVolumenIkkeTilgaengelig',
  'StoersteEffekt',
  'StoersteEffektIkkeTilgaengelig',
  'KmPerLiter',
  'Kilometerstand',
  'KilometerstandDokumentation',
  'KilometerstandIkkeTilgaengelig',
  'Maerkning',
  'StandStoej',
  'KoerselStoej',
  'StandStoejOmdrejningstal',
  'InnovativTeknik',
  'InnovativTeknikAntal',
] as const;

/** KoeretoejMiljoeOplysningStruktur; each name is prefixed with `KoeretoejMiljoeOplysning`. */
export const environmentElements = [
  'CO2Udslip',
  'EmissionCO',
  'EmissionHCPlusNOX',
  'EmissionNOX',
  'Partikler',
  'Roegtaethed',
  'PartikelFilter',
  'RoegtaethedOmdrejningstal',
  'SpecifikCO2Emission',
  'Nyttelastvaerdi',
  'TungtNulEmissionKoeretoej',
  'CO2EmissionKlasseOmklassificeringDato',
] as const;

/** What a leaf may hold; absent values are left out of the record. */
export type Leaf = string | number | boolean | undefined;

type Leaves<Name extends string> = Readonly<Partial<Record<Name, Leaf>>>;
export type VehicleLeaves = Leaves<(typeof vehicleElements)[number]>;
export type EngineLeaves = Leaves<(typeof engineElements)[number]>;
export type EnvironmentLeaves = Leaves<(typeof environmentElements)[number]>;
