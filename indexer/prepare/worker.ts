import {parentPort, workerData} from 'node:worker_threads';
import type {SourceRecord} from '../source/source-record.ts';
import type {ReferenceSightings} from '../stages/collect-references.ts';
import {recordReader} from '../xml/read-records.ts';
import {PackedSightings} from './packed-sightings.ts';
import {prepareBatch} from './prepare-batch.ts';
import type {Answer, Piece, PieceQuestion, Question, WorkerSettings} from './worker-protocol.ts';

const {head, latestYear} = workerData as WorkerSettings;
const readRecords = head && recordReader(head);
const sightings = new PackedSightings();

const recordsOf = (piece: Piece): Iterable<SourceRecord> => {
  if ('records' in piece) return piece.records;
  if (!readRecords) throw new Error('A block of XML cannot be read without its head.');
  return readRecords(piece.block);
};

const prepare = ({piece, memory}: PieceQuestion): void => {
  const batch = prepareBatch(recordsOf(piece), {sightings, latestYear, memory});
  const used = 'block' in piece ? piece.block.bytes.buffer : undefined;
  const answer: Answer = {batch, used};
  const moved = [batch.body.buffer, batch.ends.buffer, ...(used ? [used] : [])];
  parentPort?.postMessage(answer, moved);
};

const sightingsEndingIn = (digit: string): ReferenceSightings =>
  new Map(sightings.entries().filter(([key]) => key.endsWith(digit)));

/** One message in, one message out, in order. */
parentPort?.on('message', (question: Question) => {
  if ('endingIn' in question) parentPort?.postMessage(sightingsEndingIn(question.endingIn));
  else prepare(question);
});
