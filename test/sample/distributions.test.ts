import test from 'ava';
import {sampleRecords} from '#sample/sample-records.ts';

/** Seeded, so every figure below is the same on every run. */
const records = [...sampleRecords({vehicles: 5_000, seed: 11})];

/** The text of the first element of a name, if there is one. Each stands on a line of its own. */
const textOf = (record: string, name: string): string | undefined => {
  const tag = `<ns:${name}>`;
  const at = record.indexOf(tag);
  return at === -1 ? undefined : record.slice(at + tag.length, record.indexOf('<', at + 1));
};

const identOf = (record: string) => textOf(record, 'KoeretoejIdent');
const vehicles = [
  ...new Map(records.toReversed().map(record => [identOf(record), record])).values(),
];

type Holds = (record: string) => boolean;

const has =
  (name: string, value?: string): Holds =>
  record => {
    const text = textOf(record, name);
    return value === undefined ? text !== undefined : text === value;
  };

const not =
  (holds: Holds): Holds =>
  record =>
    !holds(record);

const yearOf = (record: string): number =>
  Number(textOf(record, 'KoeretoejOplysningFoersteRegistreringDato')?.slice(0, 4));

const isCar = has('KoeretoejArtNavn', 'Personbil');
const isRecentCar: Holds = record =>
  isCar(record) && yearOf(record) >= 2010 && yearOf(record) <= 2022;
const statusesDisagree: Holds = record => {
  const registration = textOf(record, 'KoeretoejRegistreringStatus');
  return registration !== undefined && registration !== textOf(record, 'KoeretoejOplysningStatus');
};

const isShare = test.macro({
  title: (title = '', percent: number) => `${percent} % of ${title}`,
  exec(
    t,
    percent: number,
    holds: Holds,
    {among = () => true, within = 1.5}: {among?: Holds; within?: number} = {},
  ) {
    const some = vehicles.filter(among);
    const found = (100 * some.filter(holds).length) / some.length;
    t.true(Math.abs(found - percent) <= within, `found ${found.toFixed(2)} %`);
  },
});

test('vehicles are cars', isShare, 61.4, isCar);
test('vehicles are trailers', isShare, 13.8, has('KoeretoejArtNavn', 'Påhængsvogn'));
test('vehicles are vans', isShare, 10.8, has('KoeretoejArtNavn', 'Varebil'));
test('vehicles are registered', isShare, 43.3, has('KoeretoejOplysningStatus', 'Registreret'));
test('vehicles are scrapped', isShare, 11.7, has('KoeretoejOplysningStatus', 'Skrottet'));
test('vehicles have no registration status', isShare, 8.5, not(has('KoeretoejRegistreringStatus')));
test('vehicles have two statuses that disagree', isShare, 17.9, statusesDisagree);
test('vehicles have no model year', isShare, 25, not(has('KoeretoejOplysningModelAar')));
test('vehicles have no cylinders', isShare, 58.6, not(has('KoeretoejMotorCylinderAntal')));
test('vehicles have no power', isShare, 53.5, not(has('KoeretoejMotorStoersteEffekt')));
test('vehicles have no fuel', isShare, 5.9, not(has('DrivkraftTypeNavn')));
test('vehicles run on electricity', isShare, 6.1, has('DrivkraftTypeNavn', 'El'));
test('vehicles run on diesel', isShare, 28, has('DrivkraftTypeNavn', 'Diesel'), {within: 2.5});
test('vehicles have no km/l', isShare, 47.8, not(has('KoeretoejMotorKmPerLiter')), {within: 4});
test('vehicles are in the old layout', isShare, 1, has('EjerBrugerSamling'), {within: 0.5});
test('vehicles have no plate', isShare, 3.1, not(has('RegistreringNummerNummer')), {within: 1});
test('cars have no power', isShare, 42, not(has('KoeretoejMotorStoersteEffekt')), {
  among: isCar,
  within: 2,
});
test('cars of 2010 to 2022 were inspected', isShare, 98.9, has('SynResultatStruktur'), {
  among: isRecentCar,
});
test(
  'cars of 2010 to 2022 have no unladen weight',
  isShare,
  98,
  not(has('KoeretoejOplysningEgenVaegt')),
  {
    among: isRecentCar,
  },
);

test('4.4 % of the vehicles have more than one record', t => {
  const counts = Map.groupBy(records, identOf);
  const repeated = [...counts.values()].filter(({length}) => length > 1).length;
  t.is(counts.size, 5_000);
  t.true(repeated >= 200 && repeated <= 240, `found ${repeated}`);
});

test('a record has the size of the real ones', t => {
  const mean = Buffer.byteLength(records.join('')) / records.length;
  t.true(mean > 8_500 && mean < 9_100, `found ${mean}`);
});

test('a plate that is on several vehicles is mostly current on one', t => {
  const isCurrent = not(has('RegistreringNummerUdloebDato'));
  const carriers = Map.groupBy(
    vehicles.filter(has('RegistreringNummerNummer')),
    record => textOf(record, 'RegistreringNummerNummer') ?? '',
  );
  const shared = [...carriers.values()].filter(({length}) => length > 1);
  t.true(shared.length > 50);
  t.true(shared.some(({length}) => length > 2));
  t.true(shared.filter(group => group.filter(isCurrent).length > 1).length < shared.length / 10);
});

/** What occurs in the records: by its name, the element, and what one of its texts is like. */
const occurrences: Readonly<Record<string, readonly [name: string, pattern: RegExp]>> = {
  'idents above 2^53': ['KoeretoejIdent', /^[1-8]\d{16,18}$/],
  'type ids of 17 digits that start with their model': ['KoeretoejTypeTypeNummer', /^10\d{15}$/],
  'type ids of 17 digits that do not': ['KoeretoejTypeTypeNummer', /^6999999999\d{7}$/],
  'frame numbers of old': ['KoeretoejOplysningStelNummer', /^\d{4,8}$/],
  'placeholders for a VIN': ['KoeretoejOplysningStelNummer', /^(?:UKENDT|UOPLYST|-|0)$/],
  'plates of two letters and four digits': ['RegistreringNummerNummer', /^[A-Z]{2}\d{4}$/],
  'plates of one letter': ['RegistreringNummerNummer', /^[A-Z]\d{4}$/],
  'personal plates with Danish letters': ['RegistreringNummerNummer', /^[A-Z]*[ÆØÅ][\dA-ZÆØÅ]*$/],
  'plates in lower case': ['RegistreringNummerNummer', /^[a-z]{2}\d{4,5}$/],
  'plates with spaces': ['RegistreringNummerNummer', /^[A-Z]{2} \d\d \d{2,3}$/],
  'odometers in kilometres': ['KoeretoejMotorKilometerstand', /^\d{5,6}$/],
  exponents: ['KoeretoejMiljoeOplysningPartikler', /^\d\.\dE-4$/],
  'zeros for absent values': ['KoeretoejMotorSlagVolumen', /^0\.0$/],
  'axles as a list': ['KoeretoejOplysningTraekkendeAksler', /^1, 2$/],
  'axles as a sum': ['KoeretoejOplysningTraekkendeAksler', /^1\+2$/],
  'variants without a name': ['KoeretoejVariantTypeNavn', /^UOPLYST$/],
  'ampersands and angle brackets': ['KoeretoejOplysningOevrigtUdstyr', /&lt;sport&gt;.* &amp; /],
  'years that cannot be': ['KoeretoejOplysningFoersteRegistreringDato', /^(?:1086|3015|0001)/],
  'fuels measured under the older norm': ['KoeretoejMotorMaaleNormTypeNavn', /^NEDC-2$/],
  'permits with invented comments': ['TilladelseKommentar', /^CVR: 00000000$/],
  'equipment asked for and not fitted': ['KoeretoejUdstyrAntal', /^0$/],
  'zeros for emissions that were not measured': [
    'KoeretoejMiljoeOplysningEmissionHCPlusNOX',
    /^0\.0$/,
  ],
};

const all = records.join('');
for (const [what, [name, pattern]] of Object.entries(occurrences)) {
  test(`there are ${what}`, t => {
    const texts = all.matchAll(new RegExp(`<ns:${name}>([^<]*)<`, 'g'));
    t.true(texts.some(([, text = '']) => pattern.test(text)));
  });
}
