import test from 'ava';
import {profileOf} from '#indexer/document/profiles.ts';
import {bytesPerRow, rowsIn} from '#indexer/fingerprints/rows.ts';
import type {RejectedRecord} from '#indexer/read/source-record.ts';
import {canarySample, importReport} from '#indexer/write/import-report.ts';

const unindexable = {ordinal: 5, reason: 'Indexing:document_parsing_exception', ident: '1'};

const aBatch = (members: {
  readonly records: number;
  readonly documents: number;
  readonly rejects?: readonly {readonly ordinal: number; readonly reason: string}[];
  readonly setAside?: readonly string[];
  readonly unknownElements?: Readonly<Record<string, number>>;
}) => {
  const {records, documents, rejects = [], setAside = [], unknownElements = {}} = members;
  const rows = rowsIn(new ArrayBuffer((records - rejects.length) * bytesPerRow));
  const profiles = [
    ...setAside.map(member => [[member], [], 1] as const),
    ...Object.entries(unknownElements).map(([path, count]) => [[], [path], count] as const),
  ];
  return {
    body: new Uint8Array(0),
    ends: new Uint32Array(documents),
    records,
    rejects,
    rows: {...rows, ordinals: new Float64Array(records)},
    profiles: profiles.map(([setAside, paths, records]) => ({
      text: profileOf(undefined, setAside, paths),
      records,
    })),
    canaries: [],
  };
};

const all = {repeated: 0, rejected: []};

test('every record is a vehicle, a repeat or a reject', t => {
  const report = importReport();
  const rejects = [
    {ordinal: 1, reason: 'NotUtf8'},
    {ordinal: 2, reason: 'IdentMissing'},
  ];
  const setAside = ['modelYear', 'modelYear'];
  const some = aBatch({records: 10, documents: 7, rejects, setAside});
  report.add(some, {repeated: 1, rejected: [unindexable]});
  report.add(aBatch({records: 3, documents: 3, setAside: ['modelYear']}), all);

  const counts = report.summary();
  t.deepEqual(counts, {
    records: 13,
    vehicles: 8,
    repeats: 2,
    rejects: 3,
    rejectsByReason: {NotUtf8: 1, IdentMissing: 1, 'Indexing:document_parsing_exception': 1},
    setAside: {modelYear: 3},
    unknownElements: {},
  });
  t.is(counts.vehicles + counts.repeats + counts.rejects, counts.records);
});

test('rejects are told by their reason, the most frequent first, with where to begin looking', t => {
  const report = importReport();
  const rejects = Array.from({length: 30}, (_, ordinal) => ({ordinal, reason: 'NotUtf8'}));
  report.add(aBatch({records: 30, documents: 0, rejects}), all);
  const some = aBatch({records: 2, documents: 1, rejects: [{ordinal: 90, reason: 'TooDeep'}]});
  report.add(some, {repeated: 0, rejected: [unindexable]});
  report.add(aBatch({records: 30, documents: 0, rejects}), all);
  t.deepEqual(report.rejectReasons(), [
    {reason: 'NotUtf8', count: 60, first: {ordinal: 0, reason: 'NotUtf8'}},
    {reason: 'TooDeep', count: 1, first: {ordinal: 90, reason: 'TooDeep'}},
    {reason: unindexable.reason, count: 1, first: unindexable},
  ]);
  t.is(report.counts().rejects, 62);
});

test('every rejected record is listed, whoever rejected it', t => {
  const listed: RejectedRecord[] = [];
  const report = importReport(rejects => listed.push(...rejects));
  const some = aBatch({records: 9, documents: 8, rejects: [{ordinal: 3, reason: 'TooLarge'}]});
  report.add(some, {repeated: 0, rejected: [unindexable]});
  t.deepEqual(listed, [{ordinal: 3, reason: 'TooLarge'}, unindexable]);
});

test('unknown elements are counted over all batches, the most frequent first', t => {
  const report = importReport();
  report.add(aBatch({records: 9, documents: 9, unknownElements: {'A/Ny': 3, Ny: 2}}), all);
  report.add(aBatch({records: 9, documents: 9, unknownElements: {Ny: 9}}), all);
  const {unknownElements} = report.summary();
  t.deepEqual(Object.entries(unknownElements), [
    ['Ny', 11],
    ['A/Ny', 3],
  ]);
});

test('an import names 250 unknown elements, however many batches name others', t => {
  const report = importReport();
  for (let batch = 0; batch < 50; batch += 1) {
    const names = Array.from({length: 10}, (_, n) => [`Ny${batch * 10 + n}`, 1]);
    const unknownElements = Object.fromEntries(names);
    report.add(aBatch({records: 9, documents: 9, unknownElements}), all);
  }
  const {unknownElements} = report.summary();
  t.is(Object.keys(unknownElements).length, 251);
  t.deepEqual(Object.entries(unknownElements).at(-1), ['(others)', 250], 'it is the last');
});

const sampled = (wanted: number, count: number): readonly number[] => {
  const sample = canarySample(wanted);
  for (let at = 0; at < count; at += 1) sample.add({id: String(at), plate: 'AB12345'});
  return sample.taken().map(({id}) => Number(id));
};

test('as many canaries are taken as are wanted, or all there are', t => {
  for (const wanted of [0, 1, 2, 7, 50]) {
    for (const count of [0, 1, 7, 49, 50, 51, 99, 100, 101, 149, 10_000]) {
      const taken = sampled(wanted, count);
      t.is(taken.length, Math.min(wanted, count), `${wanted} of ${count}`);
      t.is(new Set(taken).size, taken.length);
    }
  }
});

test('canaries come from the whole extract', t => {
  for (const count of [1000, 6500, 9999, 100_000]) {
    const taken = sampled(50, count);
    t.true((taken[0] ?? count) < count / 20);
    t.true((taken.at(-1) ?? 0) > count * 0.9, `${count}: ${taken.at(-1)}`);
    for (const [at, place] of taken.entries()) {
      t.true(place - (taken[at - 1] ?? 0) <= count / 12, `${count}: a gap before ${place}`);
    }
  }
});

test('a vehicle that Elasticsearch would not take is no canary', t => {
  const sample = canarySample(5);
  for (const id of ['1', '2', '3']) sample.add({id, plate: 'AB12345'});
  sample.forget('2');
  sample.forget(undefined);
  const ids = sample.taken().map(({id}) => id);
  t.deepEqual(ids, ['1', '3']);
});
