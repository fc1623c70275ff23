import {availableParallelism} from 'node:os';
import {danishDay} from '#core/domain/danish-time.ts';
import type {PreparedBatch} from '../document/prepare-batch.ts';
import type {ReferenceSightings} from '../document/references.ts';
import {startWorkers} from '../document/worker-pool.ts';
import {writeAliases} from '../generations/build-aliases.ts';
import {forEachConcurrently} from '../write/concurrently.ts';
import {writeReferences} from '../write/write-references.ts';
import {type Written, writeVehicles} from '../write/write-vehicles.ts';
import type {ImportJob} from './job.ts';

/** More could not be fed: inflating, hashing and cutting a block takes two thirds of what reading it does. */
const mostThreads = 4;

/** Items under way beside those that the workers hold: enough that neither side waits. */
const itemsInFlight = 3;

/** Requests with reference entries at the end: each alone would leave Elasticsearch idle between them. */
const writesAtOnce = 4;

type Reading = Pick<ImportJob, 'extract' | 'split' | 'report' | 'progress' | 'signal'>;

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

/** Streams the extract through the workers into both indices of the candidate. */
export const fill = async (job: ImportJob): Promise<void> => {
  const {client, prefix, candidate, retryPolicy: policy} = job;
  const {vehicles, references} = writeAliases(prefix, candidate);
  await readThrough(job, {
    vehicles: batch => writeVehicles({client, alias: vehicles, policy}, batch),
    references: sightings => writeReferences({client, alias: references, policy}, sightings),
  });
};
