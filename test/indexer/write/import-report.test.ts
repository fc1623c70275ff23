import test from 'ava';
import {logDisplay, terminalDisplay} from '#core/command-line/progress.ts';
import {profileOf} from '#indexer/document/profiles.ts';
import {bytesPerRow, rowsIn} from '#indexer/fingerprints/rows.ts';
import type {RejectedRecord} from '#indexer/read/source-record.ts';
import {importProgress} from '#indexer/write/import-progress.ts';
import {canarySample, importReport} from '#indexer/write/import-report.ts';
import {watchedProgress} from '../../helpers/fakes/watched-progress.ts';

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

test('unknown elements are counted over all batches, the most frequent first, and those beyond 250 last', t => {
  const report = importReport();
  const many = Object.fromEntries(Array.from({length: 300}, (_, n) => [`Ny${n}`, 1]));
  for (const unknownElements of [{'A/Ny': 3, Ny: 2}, many, {Ny: 9}]) {
    report.add(aBatch({records: 9, documents: 9, unknownElements}), all);
  }
  const counted = Object.entries(report.summary().unknownElements);
  t.is(counted.length, 251);
  t.deepEqual(counted.slice(0, 2), [
    ['Ny', 11],
    ['A/Ny', 3],
  ]);
  t.deepEqual(counted.at(-1), ['(others)', 52]);
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

/** Counts as a report gives them. */
const counts = {
  ...importReport().summary(),
  records: 1050,
  vehicles: 1000,
  repeats: 48,
  rejects: 2,
};

/** Reasons for rejection, as a report lists them. */
const notUtf8 = {
  reason: 'NotUtf8',
  count: 20_000,
  first: {ordinal: 7, reason: 'NotUtf8', detail: 'not valid UTF-8', ident: '9000000009000001'},
};
const identMissing = {
  reason: 'IdentMissing',
  count: 1,
  first: {ordinal: 9, reason: 'IdentMissing'},
};

const overwrites = '\r\u001b[K';
const bar = (filled: number) => '█'.repeat(filled) + '░'.repeat(30 - filled);

test('a terminal shows the share read, the rate and the time left', t => {
  const {progress, at, text} = watchedProgress(terminalDisplay, importProgress);
  progress.phase('reading');
  t.is(text(), 'reading …\n');
  progress.advance(counts, 0, 2000);
  t.is(text(), `${overwrites}${bar(0)}   0 %  1000 vehicles, 0/s, 2 rejected`);
  at(59_900);
  progress.advance(counts, 1000, 2000);
  t.is(text(), `${overwrites}${bar(15)}  50 %  1000 vehicles, 17/s, 2 rejected, 1 min 0 s left`);
  at(100_000);
  progress.advance(counts, 1999, 2000);
  t.is(text(), `${overwrites}${bar(30)}  99 %  1000 vehicles, 10/s, 2 rejected, 1 s left`);
  at(101_000);
  progress.advance(counts, 2000, 2000);
  t.is(text(), `${overwrites}${bar(30)} 100 %  1000 vehicles, 10/s, 2 rejected, 0 s left`);
});

test('a terminal shows the amount read from a pipe, whose length is unknown', t => {
  const {progress, at, text} = watchedProgress(terminalDisplay, importProgress);
  at(2000);
  progress.advance(counts, 3 * 2 ** 20, null);
  t.is(text(), `${overwrites}3 MiB  1000 vehicles, 500/s, 2 rejected`);
});

test('a terminal is not written to more than five times a second', t => {
  const {progress, at, text} = watchedProgress(terminalDisplay, importProgress);
  for (let time = 0; time <= 1000; time += 50) {
    at(time);
    progress.advance(counts, time, 1000);
  }
  t.is(text().split('\r').length - 1, 6);
});

test('what follows the bar begins on a line of its own: a phase, then the rejects and unknown elements', t => {
  const {progress, text} = watchedProgress(terminalDisplay, importProgress);
  progress.advance(counts, 1, 2);
  text();
  progress.phase('verifying');
  t.is(text(), '\nverifying …\n');
  progress.ended([notUtf8, identMissing], {'SynResultatStruktur/Ny': 12});
  t.is(
    text(),
    'rejected: 20000 × NotUtf8, first at 7, ident 9000000009000001 (not valid UTF-8)\n' +
      'rejected: 1 × IdentMissing, first at 9\n' +
      'unknown element: 12 × SynResultatStruktur/Ny\n',
  );
});

test('a log gets one JSON object a line, and progress every five seconds', t => {
  const {progress, at, events} = watchedProgress(logDisplay, importProgress);
  progress.phase('reading');
  for (const time of [0, 4999, 5000]) {
    at(time);
    progress.advance(counts, 10, null);
  }
  progress.ended([notUtf8, identMissing], {'SynResultatStruktur/Ny': 12});
  const [records, vehicles, repeats, rejects] = [1050, 1000, 48, 2];
  const seen = {records, vehicles, repeats, rejects, bytesRead: 10, totalBytes: null};
  t.deepEqual(events(), [
    {event: 'phase', phase: 'reading'},
    {event: 'progress', ...seen, vehiclesPerSecond: 0},
    {event: 'progress', ...seen, vehiclesPerSecond: 200},
    {event: 'rejected', ...notUtf8},
    {event: 'rejected', ...identMissing},
    {event: 'unknown-element', element: 'SynResultatStruktur/Ny', count: 12},
  ]);
});
