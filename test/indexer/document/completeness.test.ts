import test from 'ava';
import type {RecordTree} from '#indexer/read/source-record.ts';
import type {Completeness} from '#mappings/generation.ts';
import {figuresOf, treePreparer} from '../../helpers/extracts/prepared-trees.ts';
import {fuelled} from './read-record.ts';

const prepare = treePreparer();

/** The counts of some batches. */
const counted = (...batches: readonly (readonly RecordTree[])[]): Completeness => {
  const prepared = batches.map(trees =>
    prepare(trees.map((tree, at) => ({KoeretoejIdent: String(at + 1), ...tree}))),
  );
  return figuresOf({profiles: prepared.flatMap(({profiles}) => profiles)}).completeness;
};

const aCar = (ground: RecordTree, kind = '1', name = 'Personbil'): RecordTree => ({
  KoeretoejArtNummer: kind,
  KoeretoejArtNavn: name,
  KoeretoejOplysningGrundStruktur: ground,
});

const engine = (more: RecordTree, ...types: readonly RecordTree[]): RecordTree => ({
  KoeretoejMotorStruktur: {
    ...more,
    ...fuelled(
      types.map(DrivkraftTypeStruktur => ({
        DrivkraftTypeStruktur,
        KoeretoejMotorDrivmiddelPrimaer: 'true',
      })),
    ),
  },
});

const petrol = {DrivkraftTypeNummer: '1', DrivkraftTypeNavn: 'Benzin'};
const unnumbered = {DrivkraftTypeNavn: 'Benzin'};
const vin = (KoeretoejOplysningStelNummer: string) => ({KoeretoejOplysningStelNummer});

/** The counts of a kind by member, but for those that are 0. */
const filledIn = ({members, kinds}: Completeness, kindId: string) => {
  const kind = kinds.find(({id}) => id === kindId);
  const filled = members.map((member, at) => [member, kind?.filled[at] ?? 0] as const);
  return {...kind, filled: Object.fromEntries(filled.filter(([, count]) => count > 0))};
};

const records = [
  aCar({
    ...vin('TST0PETROL0000001'),
    ...engine({KoeretoejMotorStoersteEffekt: '88'}, unnumbered, petrol),
  }),
  aCar({...engine({}, unnumbered), KoeretoejOplysningTotalVaegt: '1750'}),
  aCar({
    ...vin('TST0PETROL0000002'),
    KoeretoejBetegnelseStruktur: {
      KoeretoejMaerkeTypeNummer: '1',
      KoeretoejMaerkeTypeNavn: 'KIA',
    },
  }),
  {KoeretoejOplysningGrundStruktur: vin('TST0TRAILER000001')},
];

test('records are counted by kind, and their members where they have a value', t => {
  t.deepEqual(filledIn(counted(records), '1'), {
    id: '1',
    name: 'Passenger car',
    records: 3,
    filled: {
      vin: 2,
      make: 1,
      'technicalDetails.grossWeightKg': 1,
      'engine.fuels': 1,
      'engine.maxPowerKw': 1,
    },
  });
  t.like(filledIn(counted(records), ''), {name: 'no kind', records: 1, filled: {vin: 1}});
});

test('neither the order of records nor their batches change the counts', t => {
  const apart = counted(records.slice(2), records.slice(0, 2));
  t.deepEqual(filledIn(apart, '1'), filledIn(counted(records), '1'));
  t.deepEqual(filledIn(apart, ''), filledIn(counted(records), ''));
});

test('of a kind with several names the first in the alphabet counts, whatever the order of records', t => {
  const spelled = ['Personbil', 'Bil', 'Personvogn'].map(name => aCar({}, '1', name));
  for (const some of [spelled, spelled.toReversed()]) t.is(counted(some).kinds[0]?.name, 'Bil');
});

test('of a file with a kind in every record, a hundred kinds are kept apart, and their names are short', t => {
  const batches = [0, 1, 2].map(batch => {
    const ids = Array.from({length: 300}, (_, n) => String(n * 3 + batch + 1));
    return ids.map(id => aCar({}, id, id + 'x'.repeat(1000)));
  });
  const {kinds} = counted(...batches);
  t.is(kinds.length, 101);
  t.like(kinds.at(-1), {id: 'others', name: 'other kinds', records: 800});
  t.true(kinds.every(({id, name}) => id.length <= 80 && name.length <= 80));
});
