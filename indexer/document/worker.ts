import {parentPort, workerData} from 'node:worker_threads';
import {KnownVehicles, type SharedFingerprints} from '../fingerprints/known-vehicles.ts';
import {ExtractRefused, type RefusalCode} from '../read/extract-refused.ts';
import {fillEach} from '../read/fill-slots.ts';
import {recordReader} from '../read/read-records.ts';
import type {ReadRecord} from '../read/source-record.ts';
import type {WorkItem} from '../read/split-extract.ts';
import type {Head} from '../read/xml-frame.ts';
import {batchPreparer, type PreparedBatch} from './prepare-batch.ts';
import {type ReferenceSightings, takeFirst} from './references.ts';

/** The data given to a worker when it starts. */
export type WorkerSettings = {
  /** The head of the extract's XML; undefined if its records are parsed already. */
  readonly head: Head | undefined;
  /** The day in Denmark on which the extract was made. */
  readonly extractedOn: string;
  /** The vehicles of the generation that the extract is compared with. */
  readonly fingerprints?: SharedFingerprints | undefined;
  /** Reference entries that the worker holds before it hands some over. */
  readonly mostSightings: number;
};

/**
 * Asks for the batch of an item, or of the records that the thread held, to be written into `memory`; `memory` and that
 * of the item belong to the worker until it responds.
 */
type BatchRequest = {
  readonly item: WorkItem | 'open records';
  readonly memory: SharedArrayBuffer;
};

/** A message to a worker; `sightings` asks for some entries that have not been handed over yet. */
export type WorkerRequest = BatchRequest | 'sightings';

/** A batch, with the reference entries that the worker hands over. */
export type Prepared = {
  readonly batch: PreparedBatch;
  /** Reference entries; empty unless the worker held `mostSightings` or more. */
  readonly sightings: ReferenceSightings;
};

/** The answer to a `BatchRequest`; an error would lose its class on the way. */
export type BatchResponse = Prepared | {readonly refused: RefusalCode};

const {head, extractedOn, fingerprints, mostSightings} = workerData as WorkerSettings;
const known = fingerprints && new KnownVehicles(fingerprints);
const {slots, sightings, prepare: prepareBatch} = batchPreparer(extractedOn, known);
const reader = head && recordReader(head, slots, known);

/** Few enough that sending them to the main thread takes little memory. */
const handedAtOnce = 10_000;

const recordsOf = (item: WorkItem | 'open records'): Iterable<ReadRecord> => {
  if (item !== 'open records' && 'records' in item) return fillEach(slots, item.records);
  if (!reader) throw new Error('A block of XML cannot be read without its head.');
  if (item === 'open records') return reader.readOpen();
  return reader.readBlock(item.block).take(item.limit ?? Number.POSITIVE_INFINITY);
};

const prepare = ({item, memory}: BatchRequest): BatchResponse => {
  try {
    const batch = prepareBatch(recordsOf(item), memory);
    const isMuch = sightings.size >= mostSightings;
    return {batch, sightings: takeFirst(sightings, isMuch ? handedAtOnce : 0)};
  } catch (error) {
    if (error instanceof ExtractRefused) return {refused: error.code};
    throw error;
  }
};

/** One response to each request, in order. */
parentPort?.on('message', (request: WorkerRequest) => {
  parentPort?.postMessage(
    request === 'sightings' ? takeFirst(sightings, handedAtOnce) : prepare(request),
  );
});
