import {availableParallelism} from 'node:os';
import type {Client} from '@elastic/elasticsearch';
import {danishDay} from '#core/domain/danish-time.ts';
import type {IndexNames} from '#mappings/generation.ts';
import {batchOf} from '../document/batch.ts';
import type {PreparedBatch} from '../document/prepare-batch.ts';
import {
  type ReferenceSighting,
  type ReferenceSightings,
  toReferenceDocument,
} from '../document/references.ts';
import {startWorkers} from '../document/worker-pool.ts';
import type {Extract} from '../read/open-extract.ts';
import type {SplitExtract} from '../read/split-extract.ts';
import type {Progress} from './import-progress.ts';
import type {ImportReport} from './import-report.ts';
import type {RetryPolicy} from './retry.ts';
import {type BulkTarget, sendBatch} from './send-batch.ts';
import {type Written, writeVehicles} from './write-vehicles.ts';

/** More could not be fed: inflating, hashing and cutting a block takes two thirds of what reading it does. */
const mostThreads = 4;

/** Items under way beside those that the workers hold: enough that neither side waits. */
const itemsInFlight = 3;

/** Requests with reference entries at the end: each alone would leave Elasticsearch idle between them. */
const writesAtOnce = 4;

type Reading = {
  readonly extract: Extract;
  readonly split: SplitExtract;
  readonly report: ImportReport;
  readonly progress: Progress;
  readonly signal: AbortSignal;
};

/** Where prepared documents go. The memory of a batch is used again once its promise settles. */
type Sink = {
  readonly vehicles: (batch: PreparedBatch) => Promise<Written>;
  readonly references: (sightings: ReferenceSightings) => Promise<void>;
};

/** Streams an extract to its end through the workers into a sink. Throws the reason of `signal`. */
export const readThrough = async (
  {extract, split, report, progress, signal}: Reading,
  sink: Sink,
): Promise<void> => {
  progress.phase('reading');
  // One that does not tell when it was made is as old as its import.
  const extractedOn = danishDay(new Date(extract.extractedAt ?? Date.now()));
  const threads = Math.min(mostThreads, Math.max(1, availableParallelism() - 1));
  const workers = startWorkers(threads, {head: split.head, extractedOn}, split.blocks, signal);
  try {
    await forEachConcurrently(split.items, threads + itemsInFlight, async item => {
      signal.throwIfAborted();
      const {batch, sightings} = await workers.prepare(item);
      report.prepared(batch);
      report.written(await sink.vehicles(batch));
      workers.release(batch);
      await sink.references(sightings);
      progress.advance(report.counts(), extract.bytesRead(), extract.totalBytes);
    });
    await forEachConcurrently(workers.sightings(), writesAtOnce, async sightings => {
      signal.throwIfAborted();
      await sink.references(sightings);
    });
  } finally {
    await workers.stop();
  }
};

/** Writes into the indices of a candidate, through its aliases. */
export const intoIndices = (
  client: Client,
  {vehicles, references}: IndexNames,
  policy: RetryPolicy,
): Sink => ({
  vehicles: batch => writeVehicles({client, alias: vehicles, policy}, batch),
  references: sightings => writeReferences({client, alias: references, policy}, sightings),
});

/**
 * Runs `task` for each item, at most `limit` at a time; the next item is asked for only when there
 * is room, so a source is never read ahead of its tasks. After a failure no further item is taken,
 * the running tasks are waited for, and the first failure is thrown, be it a task's or the source's.
 */
export const forEachConcurrently = async <Item>(
  items: AsyncGenerator<Item>,
  limit: number,
  task: (item: Item) => Promise<void>,
): Promise<void> => {
  const failures: unknown[] = [];
  const fail = (error: unknown) => {
    failures.push(error);
  };
  /** A generator answers one request after the other, so several loops can share it. */
  const work = async () => {
    for await (const item of items) {
      if (failures.length === 0) await task(item).catch(fail);
      if (failures.length > 0) break;
    }
  };
  await Promise.all(Array.from({length: limit}, () => work().catch(fail)));
  if (failures.length > 0) throw failures[0];
};

const batchSize = 2000;

/** The version is the vehicle's id as text: a JavaScript number could be rounded. */
const toAction = (key: string, sighting: ReferenceSighting): string => {
  const action = `{"_id":"${key}","version":${sighting.vehicleId},"version_type":"external_gte"}`;
  return `{"index":${action}}\n${JSON.stringify(toReferenceDocument(key, sighting))}\n`;
};

/**
 * Writes reference entries under their keys, with the id of their vehicle as the document's version:
 * of several names for one id Elasticsearch keeps that of the highest vehicle id, whatever the order
 * of the writes. A 409 is a name with a lower one.
 */
export const writeReferences = async (
  target: BulkTarget,
  sightings: ReferenceSightings,
): Promise<void> => {
  const entries = sightings.entries();
  for (;;) {
    const actions = Array.from(entries.take(batchSize), ([key, seen]) => toAction(key, seen));
    if (actions.length === 0) return;
    for (const {status, error} of await sendBatch(target, batchOf(actions))) {
      if (status === 400) {
        throw new Error(`Elasticsearch rejected a reference entry: ${error?.type}.`);
      }
    }
  }
};
