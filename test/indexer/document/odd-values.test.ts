import test from 'ava';
import {ExtractDay} from '#indexer/document/extract-day.ts';
import {parseDay, parseInstant, parseNumber} from '#indexer/document/record-fields.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {read} from './read-record.ts';

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
