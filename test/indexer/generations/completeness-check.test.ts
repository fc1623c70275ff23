import test from 'ava';
import {batchPreparer} from '#indexer/document/prepare-batch.ts';
import {judgeCompleteness} from '#indexer/generations/completeness-check.ts';
import {recordReader} from '#indexer/read/read-records.ts';
import type {Completeness} from '#mappings/generation.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import {someRecords} from '../../helpers/extracts/extract-files.ts';
import {figuresOf} from '../../helpers/extracts/prepared-trees.ts';
import {registerHead} from '../read/register-xml.ts';

const members = ['vin', 'engine.fuels'];
const names = {car: 'Passenger car', van: 'Van', trailer: 'Trailer'};
type Kinds = Partial<Record<keyof typeof names, readonly number[]>>;

/** Of each kind the number of records, then that of those with each member. */
const completeness = (kinds: Kinds, of = members): Completeness => ({
  members: of,
  kinds: Object.entries(kinds).map(([id, [records = 0, ...filled]]) => ({
    id,
    name: names[id as keyof typeof names],
    records,
    filled,
  })),
});

const readingOf = (kinds: Kinds, unknownElements: Readonly<Record<string, number>> = {}) => ({
  completeness: completeness(kinds),
  counts: {unknownElements},
});

const liveWith = (kinds: Kinds, of = members) => ({
  mappingVersion,
  completeness: completeness(kinds, of),
});

const million = 1_000_000;

test('a member has a value in 95 % of the live share, and not in less than chance explains', t => {
  const live = liveWith({car: [9 * million, 9 * million, 5 * million]});
  const share = (filled: number) => readingOf({car: [9 * million, 9 * million, filled]});
  t.like(judgeCompleteness(share(4_750_000), live, 95), {
    passed: true,
    found: 'no member lost its values (9,000,000 records)',
  });
  t.like(judgeCompleteness(share(4_740_000), live, 95), {
    passed: false,
    found:
      'fewer values: engine.fuels of Passenger car (in 52.67 % of the records, in 55.56 % of the live ones)',
    limit:
      'at least 95 % of the live share, less what chance explains (GATE_MIN_COMPLETENESS_PERCENT)',
  });
  t.true(judgeCompleteness(share(4_740_000), live, 90).passed);
});

test('the member that lost most comes first, once, with the kind that lost most', t => {
  const live = liveWith({van: [3000, 2000, 2000], car: [4000, 4000, 4000], trailer: [1, 1, 1]});
  const candidate = readingOf({van: [3000, 1500, 0], car: [4000, 1000, 0]});
  t.is(
    judgeCompleteness(candidate, live, 95).found,
    'fewer values: engine.fuels of Passenger car (in 0.00 % of the records, in 100.00 % of the live ones) and 1 more kind, ' +
      'vin of Passenger car (in 25.00 % of the records, in 100.00 % of the live ones) and 1 more kind',
  );
});

test('of a small kind only a loss counts that chance does not explain', t => {
  const fuelsOf = (filled: number, of: number) =>
    judgeCompleteness(
      readingOf({van: [of, of, filled]}),
      liveWith({van: [100, 100, 50], car: [million, million, million]}),
      95,
    ).passed;
  t.true(fuelsOf(40, 100));
  t.false(fuelsOf(0, 100));
  t.true(fuelsOf(0, 5));
});

test('a member that every record has may not be lost in a small kind', t => {
  const live = liveWith({van: [100, 100, 100]});
  t.true(judgeCompleteness(readingOf({van: [100, 100, 90]}), live, 95).passed);
  t.false(judgeCompleteness(readingOf({van: [100, 100, 60]}), live, 95).passed);
});

test('a kind that vanished is not the business of this check', t => {
  const live = liveWith({car: [2000, 2000, 2000], van: [2000, 2000, 2000]});
  t.true(judgeCompleteness(readingOf({van: [2000, 2000, 2000]}), live, 95).passed);
});

test('a member that only one of the generations counted is not compared', t => {
  const live = liveWith({car: [2000, 2000, 2000]}, ['vin', 'make']);
  t.true(judgeCompleteness(readingOf({car: [2000, 2000, 1]}), live, 95).passed);
});

test('a member that no record has any more is missed, unless the live ones have none either', t => {
  const lost = readingOf({van: [2000, 2000, 0]});
  t.like(judgeCompleteness(lost, liveWith({car: [12, 12, 12]}), 95), {
    passed: false,
    found: 'no record has engine.fuels',
  });
  t.true(judgeCompleteness(lost, liveWith({van: [2000, 2000, 0]}), 95).passed);
});

const nothingToCompare = {
  'no live generation': undefined,
  'a live generation of a limited import': {mappingVersion},
  'a live generation of another mapping version': {
    ...liveWith({car: [2000, 2000, 2000]}),
    mappingVersion: mappingVersion - 1,
  },
};

for (const [what, live] of Object.entries(nothingToCompare)) {
  test(`beside ${what}, every member occurs in an extract of a thousand records`, t => {
    t.like(judgeCompleteness(readingOf({car: [999, 999, 0], van: [1, 0, 1]}), live, 95), {
      passed: true,
      found: 'no member lost its values (1,000 records)',
    });
    t.like(judgeCompleteness(readingOf({car: [999, 999, 0], van: [1, 0, 0]}), live, 95), {
      passed: false,
      found: 'no record has engine.fuels',
      limit: 'each member in an extract of 1,000 records or more',
    });
    t.like(judgeCompleteness(readingOf({car: [999, 999, 0]}), live, 95), {
      passed: true,
      found: 'no member lost its values (999 records)',
    });
  });
}

test('the advice names the elements that are unknown, the first five that are in no other', t => {
  const {advice} = judgeCompleteness(readingOf({car: [1000, 1000, 0]}), undefined, 95);
  t.is(
    advice,
    'The register may have moved elements: docs/fields.md names the element of each member.',
  );
  const paths = Array.from('abcdefg', name => [`Ny${name}`, `Ny${name}/Under`]).flat();
  const unknown = Object.fromEntries(paths.map(path => [path, 1000]));
  const other = judgeCompleteness(readingOf({car: [1000, 1000, 0]}, unknown), undefined, 95);
  t.is(
    other.advice.slice(advice.length),
    ' Unknown elements in this extract: Nya (1,000 records), Nyb (1,000 records), Nyc (1,000 records), ' +
      'Nyd (1,000 records), Nye (1,000 records) and 2 more.',
  );
});

/** Enough cars that chance does not explain the loss of any important member. */
const records = someRecords(1200).filter(record => record.includes('>Personbil<'));

const read = (xml: string) => {
  const {slots, prepare} = batchPreparer('2026-11-15');
  const block = {bytes: new Uint8Array(Buffer.from(xml)), offset: 0};
  const batch = prepare(
    recordReader(registerHead, slots).readBlock(block),
    new ArrayBuffer(65_536),
  );
  const {completeness, unknownElements} = figuresOf(batch);
  return {completeness, counts: {unknownElements}};
};

const live = {mappingVersion, completeness: read(records.join('')).completeness};

/** By the members that count, the element that each is read from. */
const important = Object.entries({
  vin: 'KoeretoejOplysningStelNummer',
  registrationNumber: 'RegistreringNummerNummer',
  registrationStatusOriginal: 'KoeretoejRegistreringStatus',
  registrationStatusDate: 'KoeretoejRegistreringStatusDato',
  firstRegisteredOn: 'KoeretoejOplysningFoersteRegistreringDato',
  make: 'KoeretoejMaerkeTypeNummer',
  model: 'Model',
  color: 'KoeretoejFarveStruktur',
  usage: 'KoeretoejAnvendelseStruktur',
  'technicalDetails.grossWeightKg': 'KoeretoejOplysningTotalVaegt',
  'technicalDetails.technicalGrossWeightKg': 'KoeretoejOplysningTekniskTotalVaegt',
  'technicalDetails.kerbWeightMinKg': 'KoeretoejOplysningKoereklarVaegtMinimum',
  'technicalDetails.unladenWeightKg': 'KoeretoejOplysningEgenVaegt',
  'engine.fuels': 'KoeretoejDrivmiddelSamlingStruktur',
  'engine.maxPowerKw': 'KoeretoejMotorStoersteEffekt',
  'engine.odometerReadingKm': 'KoeretoejMotorKilometerstand',
  'environment.co2GPerKm': 'KoeretoejMiljoeOplysningCO2Udslip',
  'environment.fuelEconomyKmPerL': 'KoeretoejMotorKmPerLiter',
  'environment.emissionStandard': 'KoeretoejNormStruktur',
  'inspection.date': 'SynResultatSynsDato',
  'inspection.result': 'SynResultatSynsResultat',
});

/** A refusal tells five names, and fuels that moved take two others with them. */
const together = 3;
for (let from = 0; from < important.length; from += together) {
  const some = important.slice(from, from + together);
  const members = some.map(([member]) => member);
  test(`the refusal of an extract in which ${members.join(', ')} moved names each, and the new element`, t => {
    const elements = some.map(([, element]) => element).join('|');
    const tags = new RegExp(`<ns:(${elements})>[^]*?</ns:\\1>`, 'g');
    const moved = records.map(record => record.replace(tags, '<ns:Ny>$&</ns:Ny>'));
    const {passed, found, advice} = judgeCompleteness(read(moved.join('')), live, 95);
    t.false(passed);
    for (const member of members) {
      t.regex(
        found,
        new RegExp(`[ :]${member} of Passenger car \\(in \\d\\.\\d\\d % of the records, `),
      );
    }
    t.regex(advice, /Unknown elements in this extract: (?:\S+\/)?Ny \([\d,]+ records\)/);
  });
}

test('an extract of other cars is as complete as the live one', t => {
  const others = someRecords(1200, 2).filter(record => record.includes('>Personbil<'));
  t.true(judgeCompleteness(read(others.join('')), live, 95).passed);
});
