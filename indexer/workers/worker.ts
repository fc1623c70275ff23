import {parentPort, workerData} from 'node:worker_threads';
import type {ReferenceSightings} from '../document/collect-references.ts';
import type {SourceRecord} from '../records/source-record.ts';
import {recordReader} from '../xml/read-records.ts';
import {prepareBatch} from './prepare-batch.ts';
import type {Answer, Piece, PieceQuestion, Question, WorkerSettings} from './worker-protocol.ts';

const {head, latestYear} = workerData as WorkerSettings;
const readRecords = head && recordReader(head);
let sightings: ReferenceSightings = new Map();

/** Some 5 MB of them; how many a register has is not known, and must not matter. */
const sightingsHeld = 20_000;

const recordsOf = (piece: Piece): Iterable<SourceRecord> => {
  if ('records' in piece) return piece.records;
  if (!readRecords) throw new Error('A block of XML cannot be read without its head.');
  return readRecords(piece.block);
};

const none: ReferenceSightings = new Map();

/** The entries seen since they were last handed over; from here on they are somebody else's. */
const hand = (): ReferenceSightings => {
  const handed = sightings;
  sightings = new Map();
  return handed;
};

const prepare = ({piece, memory}: PieceQuestion): void => {
  const batch = prepareBatch(recordsOf(piece), {sightings, latestYear, memory});
  const used = 'block' in piece ? piece.block.bytes.buffer : undefined;
  const answer: Answer = {batch, used, sightings: sightings.size < sightingsHeld ? none : hand()};
  const moved = [batch.body.buffer, batch.ends.buffer, ...(used ? [used] : [])];
  parentPort?.postMessage(answer, moved);
};

/** One message in, one message out, in order. */
parentPort?.on('message', (question: Question) => {
  if (question === 'sightings') parentPort?.postMessage(hand());
  else prepare(question);
});
