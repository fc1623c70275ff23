import test from 'ava';
import {importReport} from '#indexer/report.ts';

const aBatch = (members: {
  readonly records: number;
  readonly documents: number;
  readonly rejects?: readonly {readonly ordinal: number; readonly reason: string}[];
  readonly setAside?: readonly (readonly [string, number])[];
}) => ({
  body: new Uint8Array(0),
  ends: new Uint32Array(members.documents),
  records: members.records,
  rejects: members.rejects ?? [],
  setAside: new Map(members.setAside ?? []),
  canary: undefined,
});

test('every record is a vehicle, a repeat or a reject', t => {
  const report = importReport();
  const rejects = [
    {ordinal: 1, reason: 'NotUtf8'},
    {ordinal: 2, reason: 'IdentMissing'},
  ];
  report.prepared(aBatch({records: 10, documents: 7, rejects, setAside: [['modelYear', 2]]}));
  report.written({created: 5, repeated: 1, refused: ['document_parsing_exception']});
  report.prepared(aBatch({records: 3, documents: 3, rejects: [], setAside: [['modelYear', 1]]}));
  report.written({created: 3, repeated: 0, refused: []});

  const counts = report.counts();
  t.deepEqual(counts, {
    records: 13,
    vehicles: 8,
    repeats: 2,
    rejects: 3,
    rejectsByReason: {NotUtf8: 1, IdentMissing: 1, 'Indexing:document_parsing_exception': 1},
    setAside: {modelYear: 3},
  });
  t.is(counts.vehicles + counts.repeats + counts.rejects, counts.records);
});

test('the first twenty rejected records are named, the others are counted', t => {
  const report = importReport();
  const rejects = Array.from({length: 30}, (_, ordinal) => ({ordinal, reason: 'NotUtf8'}));
  report.prepared(aBatch({records: 30, documents: 0, rejects}));
  t.deepEqual(report.namedRejects(), rejects.slice(0, 20));
  t.is(report.counts().rejects, 30);
});
