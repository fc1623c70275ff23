import {availableParallelism} from 'node:os';
import type {Client} from '@elastic/elasticsearch';
import type {IndexNames} from '#mappings/generation.ts';
import type {PreparedBatch} from '../document/prepare-batch.ts';
import {addSighting, type ReferenceSightings} from '../document/references.ts';
import type {Prepared} from '../document/worker.ts';
import {startWorkers} from '../document/worker-pool.ts';
import {KnownVehicles, type SharedFingerprints} from '../fingerprints/known-vehicles.ts';
import type {Extract} from '../read/open-extract.ts';
import type {SplitExtract} from '../read/split-extract.ts';
import {vehicleChanges} from './change-vehicles.ts';
import type {Progress} from './import-progress.ts';
import type {ImportReport} from './import-report.ts';
import {forEachConcurrently} from './iteration.ts';
import {type RetryPolicy, retry} from './retry.ts';
import {changeReferences, writeReferences} from './write-references.ts';
import {type Written, writeVehicles} from './write-vehicles.ts';

/** More workers would starve: inflating, hashing and cutting a block takes two thirds of the time of reading it. */
const mostThreads = 4;

/** Items under way beside those that the workers hold: enough that neither side waits. */
const itemsInFlight = 3;

/** Requests with reference entries at the end: each alone would leave Elasticsearch idle between them. */
const writesAtOnce = 4;

export type Reading = {
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

/**
 * Streams an extract to its end through the workers into a sink. Throws the reason of `signal`.
 *
 * @param fingerprints Of vehicles whose records need not be read.
 */
export const readThrough = async (
  {extract, split, report, progress, signal}: Reading,
  sink: Sink,
  fingerprints?: SharedFingerprints,
): Promise<void> => {
  progress.phase('reading');
  const threads = Math.min(mostThreads, Math.max(1, availableParallelism() - 1));
  const settings = {head: split.head, extractedOn: extract.extractedOn, fingerprints};
  const workers = startWorkers(threads, settings, split.blocks, signal);
  const pass = async ({batch, sightings}: Prepared): Promise<void> => {
    report.add(batch, await sink.vehicles(batch));
    workers.release(batch);
    await sink.references(sightings);
    progress.advance(report.counts(), extract.bytesRead(), extract.totalBytes);
  };
  try {
    await forEachConcurrently(split.items, threads + itemsInFlight, async item => {
      signal.throwIfAborted();
      await pass(await workers.prepare(item));
    });
    if (fingerprints) for await (const prepared of workers.open()) await pass(prepared);
    else progress.phase('references');
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
 * Reads an extract to its end, and brings copies of the indices of another generation to what importing it whole
 * gives. Returns what is known of the vehicles of that, and which and how many were written and deleted.
 *
 * @param fingerprints Of the other generation.
 * @param check Is told how many vehicles have changed so far; may throw.
 */
export const changeIndices = async (
  reading: Reading,
  fingerprints: SharedFingerprints,
  client: Client,
  copies: IndexNames,
  policy: RetryPolicy,
  check: (changed: number) => void,
) => {
  const known = new KnownVehicles(fingerprints);
  const vehicles = {client, alias: copies.vehicles, policy};
  const changes = vehicleChanges(vehicles, known, check);
  const sightings: ReferenceSightings = new Map();
  const sink: Sink = {
    vehicles: async batch => {
      await changes.add(batch);
      return {repeated: 0, rejected: []};
    },
    references: async seen => {
      for (const [key, sighting] of seen) addSighting(sightings, key, sighting);
    },
  };
  await readThrough(reading, sink, fingerprints);
  await changes.writeWaiting();
  reading.progress.phase('deleting');
  const {released, rejected, ...changed} = await changes.deleteGone();
  reading.progress.phase('references');
  reading.report.unindexable(rejected);
  reading.report.addKnown(known.keptProfiles());
  await retry(policy, () => client.indices.refresh({index: copies.vehicles}));
  const references = {client, alias: copies.references, policy};
  await changeReferences(references, vehicles, known, released, sightings);
  return {known, ...changed};
};
