import test from 'ava';
import {ExtractDay} from '#indexer/document/extract-day.ts';
import {parseDay, parseInstant, parseNumber} from '#indexer/document/record-fields.ts';
import {VehicleResponse} from '#mappings/vehicle-document.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {read, withEngine, withGround} from './read-record.ts';

test('a record with nothing but its ident is a vehicle without any value', t => {
  const {document, setAside} = read({KoeretoejIdent: '1'});
  t.deepEqual(document, aVehicleDocument({id: '1', isRegistered: false}));
  t.deepEqual(setAside, []);
});

test('a document begins with its vehicle, whole, and the number of its bytes', t => {
  const spelled = 'Æ"\\\n';
  const {document} = withGround({KoeretoejOplysningStelNummer: spelled});
  const [[, bytes] = [], [, vehicle] = []] = Object.entries(document);
  t.deepEqual(Object.keys(document).slice(0, 2), ['vehicleBytes', 'vehicle']);
  t.deepEqual(Object.keys(vehicle as object), Object.keys(VehicleResponse.shape));
  t.is(bytes, new TextEncoder().encode(JSON.stringify(vehicle)).length);
  t.like(vehicle, {vin: spelled.trim(), registrationNumber: null, plates: []});
});

const odometer = test.macro({
  title: (_, raw: string, km: number | undefined) =>
    `an odometer reading of ${raw} is ${km ?? 'no'} km`,
  exec: (t, raw: string, km: number | undefined) => {
    const {document} = withEngine({KoeretoejMotorKilometerstand: raw});
    t.is(document.engine?.odometerReadingKm, km);
    t.is(document.engine?.odometerReadingRaw, raw);
  },
});

test(odometer, '0', 0);
test(odometer, '51', 51_000);
test(odometer, '2000', 2_000_000);
test(odometer, '2001', 2001);
test(odometer, '162770', 162_770);
test(odometer, '2000000', 2_000_000);
test(odometer, '2000001', undefined);
test(odometer, '99999999999', undefined);
test(odometer, 'ukendt', undefined);

const plates = test.macro({
  title: (_, spelled: string, plate: string) =>
    `the register's plate "${spelled}" is answered as ${plate}`,
  exec: (t, spelled: string, plate: string) => {
    const {document} = read({RegistreringNummerNummer: spelled});
    t.is(document.vehicle.registrationNumber, plate);
    t.deepEqual(document.vehicle.plates, [plate]);
  },
});

test(plates, 'ab 12-345', 'AB12345');
test(plates, 'prøve1', 'PRØVE1');
test(plates, 'AB*123', 'AB*123');
test(plates, 'ABCDEFGHIJK', 'ABCDEFGHIJK');

test('noise is left out and reported by the member it was meant for', t => {
  const {document, setAside} = withGround({
    KoeretoejOplysningTotalVaegt: '99999999',
    KoeretoejOplysningAntalDoere: '88',
    KoeretoejOplysningFoersteRegistreringDato: '1086-09-06+01:00',
    KoeretoejOplysningModelAar: '2106',
    KoeretoejOplysningNCAPTest: 'maybe',
  });
  t.deepEqual(document.technicalDetails, {});
  t.is(document.vehicle.firstRegisteredOn, null);
  t.is(document.vehicle.modelYear, null);
  t.deepEqual(setAside.toSorted(), [
    'doorCount',
    'firstRegisteredOn',
    'grossWeightKg',
    'modelYear',
    'ncapFiveStars',
  ]);
});

test('a zero that stands for "not measured" is left out without a word', t => {
  const {document, setAside} = withEngine({
    KoeretoejMotorCylinderAntal: '0',
    KoeretoejMotorSlagVolumen: '0.0',
    KoeretoejMotorStandStoej: '0.0',
  });
  t.deepEqual(document.engine, {});
  t.deepEqual(setAside, []);
});

test('what a vehicle may tow, also 0, is a value, and a tow bar says nothing about it', t => {
  for (const [flag, towBarFitted] of [
    ['true', true],
    ['false', false],
  ] as const) {
    const {document, setAside} = withGround({
      KoeretoejOplysningTilkoblingMulighed: flag,
      KoeretoejOplysningTilkoblingsvaegtUdenBremser: '0',
      KoeretoejOplysningTilkoblingsvaegtMedBremser: '1700',
      KoeretoejOplysningVogntogVaegt: '0',
    });
    const towing = {towingWeightUnbrakedKg: 0, towingWeightBrakedKg: 1700};
    t.deepEqual(document.technicalDetails, {towBarFitted, ...towing});
    t.deepEqual(setAside, []);
  }
});

const usages = (primary: string | undefined, ...listed: readonly string[]) => {
  const usage = (id: string) => ({
    KoeretoejAnvendelseNummer: id,
    KoeretoejAnvendelseNavn: `U${id}`,
  });
  return read({
    ...(primary && {KoeretoejAnvendelseStruktur: usage(primary)}),
    KoeretoejAnvendelseSamlingStruktur: {
      KoeretoejAnvendelseSamling: {KoeretoejAnvendelseStruktur: listed.map(usage)},
    },
  }).document;
};

test('of usages without a primary one, that with the lowest id is answered and found', t => {
  const document = usages(undefined, '101', '40', '42');
  t.is(document.vehicle.usage?.id, '40');
  t.is(document.vehicle.usage?.originalName, 'U40');
  const ids = document.technicalDetails.usages?.map(({id}) => id);
  t.deepEqual(ids, ['101', '40', '42']);
});

test('the primary usage is answered, whatever others the register lists', t => {
  t.is(usages('42', '40', '42').vehicle.usage?.id, '42');
  t.is(usages(undefined).vehicle.usage, null);
});

test('equipment that was asked for but is not fitted is left out, and that without a readable count is there once', t => {
  const item = (count: string) => ({
    KoeretoejUdstyrAntal: count,
    KoeretoejUdstyrTypeStruktur: {KoeretoejUdstyrTypeNavn: count},
  });
  const {document} = withGround({
    KoeretoejUdstyrSamlingStruktur: {
      KoeretoejUdstyrSamling: {
        KoeretoejUdstyrStruktur: ['2.0', '0', '0x10', '1e1', '-1', '1.5'].map(item),
      },
    },
  });
  t.deepEqual(document.technicalDetails.equipment, [
    {id: null, name: '2.0', count: 2},
    {id: null, name: '0x10', count: 1},
    {id: null, name: '1e1', count: 10},
  ]);
});

test('comments, owners and addresses are nowhere in a document', t => {
  const {document} = read({
    AdressePostNummer: 'SECRET',
    EjerBrugerSamling: {EjerBruger: {PersonKoen: 'SECRET'}},
    KoeretoejOplysningGrundStruktur: {KoeretoejOplysningKommentar: 'SECRET'},
    TilladelseSamling: {
      Tilladelse: {
        TilladelseStruktur: {
          TilladelseKommentar: 'SECRET',
          TilladelseTypeStruktur: {TilladelseTypeNummer: '1', TilladelseTypeNavn: 'Tempo 100'},
          TilladelseTypeDetaljeValg: {KunGodkendtForJuridiskEnhed: {CPR: 'SECRET'}},
        },
      },
    },
  });
  t.false(JSON.stringify(document).includes('SECRET'));
  t.is(document.technicalDetails.permits?.length, 1);
});

test('a flag may be written as a word or as a digit, and is set aside when it is neither', t => {
  const flagOf = (text: string) => {
    const {document, setAside} = withGround({KoeretoejOplysningNCAPTest: text});
    return {value: document.technicalDetails.ncapFiveStars, setAside};
  };
  t.deepEqual(flagOf('1'), {value: true, setAside: []});
  t.deepEqual(flagOf('true'), {value: true, setAside: []});
  t.deepEqual(flagOf('0'), {value: false, setAside: []});
  t.deepEqual(flagOf('ja'), {value: undefined, setAside: ['ncapFiveStars']});
});

test('a hyphen stands for no value, whatever it is written in', t => {
  const {document, setAside} = read({
    KoeretoejArtNummer: '1',
    KoeretoejArtNavn: '-',
    KoeretoejAnvendelseStruktur: {KoeretoejAnvendelseNummer: '-', KoeretoejAnvendelseNavn: 'Taxi'},
    RegistreringNummerNummer: ' - ',
    KoeretoejOplysningGrundStruktur: {
      KoeretoejOplysningStelNummer: '-',
      KoeretoejOplysningEUVariant: '-',
      KoeretoejMotorStruktur: {KoeretoejMotorKilometerstand: '-'},
    },
  });
  const kind = {id: '1', name: '1', originalName: '1'};
  const rest = {isRegistered: false, engine: {}};
  t.deepEqual(document, aVehicleDocument({id: '1', kind, ...rest}));
  t.deepEqual(setAside, []);
});

const kinds = test.macro({
  title: (_, written: string, id: string | undefined) => `a kind "${written}" has ${id ?? 'no'} id`,
  exec: (t, written: string, id: string | undefined) => {
    const {document} = read({KoeretoejArtNummer: written, KoeretoejArtNavn: 'Personbil'});
    t.is(document.vehicle.kind?.id, id);
  },
});

test(kinds, ' 1 ', '1');
test(kinds, '9223372036854775807', '9223372036854775807');
test(kinds, '9223372036854775808', undefined);
test(kinds, '007', undefined);
test(kinds, '-5', undefined);
test(kinds, '1.0', undefined);
test(kinds, 'abc', undefined);

const reads = test.macro({
  title: (_, parse: (text: string) => unknown, text: string, value: unknown) =>
    `${parse.name} reads "${text}" as ${value === undefined ? 'nothing' : JSON.stringify(value)}`,
  exec: (t, parse: (text: string) => unknown, text: string, value: unknown) => {
    t.is(parse(text), value);
  },
});

const day = (text: string) => parseDay(text);
const pastDay = (text: string) => parseDay(text, new ExtractDay('2026-11-15'));
const instant = (text: string) => parseInstant(text);
const number = (text: string) => parseNumber(text);

test(reads, day, '2020-03-12+01:00', '2020-03-12');
test(reads, day, '2020-03-12+02:00', '2020-03-12');
test(reads, day, '2020-03-12', '2020-03-12');
test(reads, day, '2020-02-29', '2020-02-29');
test(reads, day, '2019-02-29', undefined);
test(reads, day, '1900-02-29', undefined);
test(reads, day, '2020-13-01', undefined);
test(reads, day, '2020-04-31', undefined);
test(reads, day, '0001-01-01', undefined);
test(reads, day, '1086-09-06+01:00', undefined);
test(reads, day, '+02:00', undefined);
test(reads, day, '12-03-2020', undefined);
test(reads, day, '2020-03-12Z', '2020-03-12');
test(reads, day, '2020-03-12T00:00:00.000+01:00', '2020-03-12');
test(reads, day, '2020-03-123', undefined);
test(reads, day, '2020-03-12?', undefined);
test(reads, pastDay, '2027-12-31', '2027-12-31');
test(reads, pastDay, '3015-01-01', undefined);

test(reads, instant, '2017-05-05T11:21:40.000+02:00', '2017-05-05T11:21:40.000+02:00');
test(reads, instant, '2017-05-05T11:21:40Z', '2017-05-05T11:21:40Z');
test(reads, instant, '2017-05-05T24:00:00Z', undefined);
test(reads, instant, '2017-05-05T11:21:40.000', '2017-05-05T11:21:40.000+02:00');
test(reads, instant, '2017-01-05T11:21:40', '2017-01-05T11:21:40+01:00');
test(reads, instant, '2026-10-25T02:30:00', '2026-10-25T02:30:00+01:00');
test(reads, instant, '2026-03-29T02:30:00', '2026-03-29T02:30:00+01:00');
test(reads, instant, '2017-05-05T11:21:40+2', undefined);
test(reads, instant, '2017-02-30T11:21:40Z', undefined);
test(reads, instant, '2017-05-05', undefined);
test(reads, instant, '2017-05-05T11:21:40-14:00', '2017-05-05T11:21:40-14:00');
test(reads, instant, '2017-05-05T11:21:40+14:01', undefined);
test(reads, instant, '1890-05-05T11:21:40', '1890-05-05T11:21:40+00:00');

test(reads, number, '2773.0', 2773);
test(reads, number, '4.7E-4', 0.00047);
test(reads, number, '-1', -1);
test(reads, number, '99999999999', 99_999_999_999);
test(reads, number, '1,5', undefined);
test(reads, number, '', undefined);
test(reads, number, '0x10', undefined);
test(reads, number, 'Infinity', undefined);

/** On 15 November 2026. */
type Question = readonly [
  asked: string,
  ask: (day: ExtractDay) => boolean,
  answer: boolean,
  until: string,
];

const questions: readonly Question[] = [
  ['whether the day has come', day => day.hasCome('2026-11-15'), true, '9999-12-31'],
  ['whether the day before is over', day => day.isOver('2026-11-14'), true, '9999-12-31'],
  ['whether the next year is possible', day => day.isPossible(2027), true, '9999-12-31'],
  ['whether the year 9999 is possible', day => day.isPossible(9999), false, '9999-12-31'],
  ['whether the next day has come', day => day.hasCome('2026-11-16'), false, '2026-11-16'],
  ['a day early, whether the day is over', day => day.isOver('2026-11-15'), false, '2026-11-15'],
  ['whether the year after the next is possible', day => day.isPossible(2028), false, '2027-01-01'],
  [
    'several questions',
    day =>
      [day.hasCome('2027-03-01'), day.isOver('2026-12-24'), day.isPossible(2028)].some(Boolean),
    false,
    '2026-12-24',
  ],
];

for (const [asked, ask, answer, until] of questions) {
  const changes = until === '9999-12-31' ? 'never changes' : `may change on ${until}`;
  test(`${asked} by the day of an extract: the answer ${changes}`, t => {
    const day = new ExtractDay('2026-11-15');
    day.isPossible(2999);
    day.begin();
    t.is(ask(day), answer);
    t.is(day.until, until);
  });
}
