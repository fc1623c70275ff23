/** A number and its name, as the register pairs them. */
export type Code = {readonly id: number; readonly name: string};

export type Family =
  | 'car'
  | 'van'
  | 'truck'
  | 'bus'
  | 'trailer'
  | 'motorcycle'
  | 'moped'
  | 'tractor';

export type Kind = Code & {readonly family: Family};

type Weighted<Value> = readonly (readonly [value: Value, weight: number])[];

const code = (id: number, name: string): Code => ({id, name});
const kind = (id: number, name: string, family: Family): Kind => ({id, name, family});

/** Weights: vehicles per two million in the real register. */
export const kinds: Weighted<Kind> = [
  [kind(1, 'Personbil', 'car'), 1_228_678],
  [kind(5, 'Påhængsvogn', 'trailer'), 275_184],
  [kind(3, 'Varebil', 'van'), 216_069],
  [kind(7, 'Motorcykel', 'motorcycle'), 49_235],
  [kind(10, 'Campingvogn', 'trailer'), 42_857],
  [kind(8, 'Traktor', 'tractor'), 40_833],
  [kind(4, 'Lastbil', 'truck'), 36_747],
  [kind(17, 'Lille knallert', 'moped'), 34_788],
  [kind(6, 'Sættevogn', 'trailer'), 28_559],
  [kind(16, 'Stor knallert', 'moped'), 26_299],
  [kind(11, 'Påhængsredskab', 'trailer'), 8_882],
  [kind(2, 'Stor personbil', 'bus'), 7_288],
  [kind(9, 'Traktorpåhængsvogn', 'trailer'), 2_771],
  [kind(12, 'Motorredskab', 'tractor'), 1_479],
  [kind(93, 'Blokvogn', 'trailer'), 230],
  [kind(91, 'Motordrevet blokvogn', 'truck'), 101],
];

const privateUse = code(1, 'Privat personkørsel');
const goods = code(20, 'Godstransport');
const farming = code(33, 'Skov-, land- og havebrugskørsel');

export const usages: Readonly<Record<Family, Weighted<Code>>> = {
  car: [
    [privateUse, 960],
    [code(21, 'Taxikørsel'), 20],
    [code(47, 'Kørsel for offentlig myndighed'), 6],
    [code(22, 'Sygetransport'), 4],
    [code(46, 'Limousinekørsel'), 4],
    [code(26, 'Rustvognskørsel'), 3],
    [code(34, 'Beboelse'), 3],
  ],
  van: [
    [code(40, 'Godstransport erhverv'), 360],
    [code(41, 'Godstransport privat/erhverv'), 250],
    [code(42, 'Godstransport privat'), 240],
    [goods, 110],
    [code(27, 'Mandskabs-/Materielkørsel'), 20],
    [code(38, 'Godstransport (½ OMS.)'), 12],
    [code(23, 'Ambulancekørsel'), 8],
  ],
  truck: [
    [code(40, 'Godstransport erhverv'), 600],
    [goods, 250],
    [code(31, 'Trækkraft for sættevogn'), 90],
    [code(28, 'Brandsluknings-/redningskørsel'), 30],
    [code(32, 'Særlig anvendelse'), 30],
  ],
  bus: [
    [code(30, 'Buskørsel'), 500],
    [code(25, 'Rutekørsel'), 400],
    [code(29, 'Privat buskørsel'), 100],
  ],
  trailer: [
    [goods, 920],
    [code(34, 'Beboelse'), 50],
    [farming, 30],
  ],
  motorcycle: [[privateUse, 1]],
  moped: [[privateUse, 1]],
  tractor: [
    [farming, 850],
    [code(35, 'Arbejdskørsel'), 150],
  ],
};

export const colors: Weighted<Code> = [
  [code(1, 'Ukendt'), 260],
  [code(3, 'Grå'), 170],
  [code(4, 'Sort'), 160],
  [code(9, 'Blå'), 130],
  [code(2, 'Hvid'), 120],
  [code(5, 'Rød'), 90],
  [code(8, 'Grøn'), 30],
  [code(6, 'Brun'), 20],
  [code(7, 'Gul'), 10],
  [code(10, 'Orange'), 7],
  [code(11, 'Lilla/Violet'), 3],
];

export const bodyTypes: Weighted<Code> = [
  [code(104, 'Hatchback'), 400],
  [code(101, 'Stationcar'), 270],
  [code(105, 'Sedan'), 190],
  [code(106, 'MPV'), 90],
  [code(102, 'Coupe'), 25],
  [code(103, 'Cabriolet'), 25],
];

export const supplementaryBodyTypes: Weighted<Code> = [
  [code(61, 'Lukket kasse'), 700],
  [code(62, 'Læssebagsmæk'), 180],
  [code(63, 'Ladvogn & kran'), 120],
];

export const fuels = {
  petrol: code(1, 'Benzin'),
  diesel: code(2, 'Diesel'),
  lpg: code(3, 'F-Gas'),
  electric: code(4, 'El'),
  kerosene: code(5, 'Petroleum'),
  naturalGas: code(6, 'N-Gas'),
  hydrogen: code(7, 'Brint'),
} as const;

export const noEmissionStandard = code(1, 'Ingen Norm');

/** The emission standard a new car met, by the last year of first registration. */
export const emissionStandards: readonly {readonly until: number; readonly standard: Code}[] = [
  {until: 1989, standard: noEmissionStandard},
  {until: 1992, standard: code(26, 'Ikke Euro')},
  {until: 1996, standard: code(27, 'Euro I')},
  {until: 2000, standard: code(28, 'Euro II')},
  {until: 2005, standard: code(29, 'Euro III')},
  {until: 2010, standard: code(46, 'Euro IV')},
  {until: 2014, standard: code(47, 'Euro V')},
  {until: 2025, standard: code(49, 'Euro VI')},
  {until: 9999, standard: code(50, 'Euro VII')},
];

export const testNorms = {
  nedc: code(1, 'NEDC'),
  nedc2: code(2, 'NEDC-2'),
  wltp: code(3, 'WLTP'),
} as const;

/** Their numbers are their names. */
export const co2Classes: readonly Code[] = [1, 2, 3, 4, 5].map(id => code(id, String(id)));

export const blockingReasons: Weighted<Code> = [
  [code(3, 'Totalskadet køretøj'), 562],
  [code(1, 'Skadet køretøj'), 21],
  [code(4, 'Mangel'), 20],
  [code(5, 'Køretøjet er blokeret'), 12],
  [code(6, 'Indkaldt til registrering'), 1],
];

export const coupling = {
  fixed: code(7, 'Fast Tilkobling'),
  variable: code(6, 'Variabel Kombination'),
} as const;

export const permitTypes: Weighted<Code> = [
  [code(1, 'Synsfri Sammenkobling'), 480],
  [code(10, 'Tempo 100'), 140],
  [code(19, 'Udlejning Uden Fører'), 130],
  [code(8, 'Firmakørsel'), 90],
  [code(14, 'Veterankørsel'), 60],
  [code(103, 'Fritaget For Periodiske Afgifter'), 50],
  [code(11, 'Øvelseskørsel'), 30],
  [coupling.variable, 14],
  [coupling.fixed, 6],
];
