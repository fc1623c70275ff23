import {availableParallelism} from 'node:os';
import type {Written} from '../bulk/write-vehicles.ts';
import type {ReferenceSightings} from '../document/collect-references.ts';
import type {Extract} from '../input/open-extract.ts';
import type {Progress} from '../progress/import-progress.ts';
import type {PreparedBatch} from '../workers/prepare-batch.ts';
import type {SplitExtract} from '../workers/split-extract.ts';
import {startWorkers} from '../workers/worker-pool.ts';
import {forEachConcurrently} from './concurrently.ts';
import type {ImportReport} from './report.ts';

/** Pieces that are under way beside those the workers hold: enough that neither side waits. */
const piecesInFlight = 3;

export type Reading = {
  readonly extract: Extract;
  readonly split: SplitExtract;
  readonly report: ImportReport;
  readonly progress: Progress;
  readonly signal: AbortSignal;
};

/** Where what was prepared goes. A batch is given back to be filled again when its promise settles. */
export type Sink = {
  readonly vehicles: (batch: PreparedBatch) => Promise<Written>;
  readonly references: (sightings: ReferenceSightings) => Promise<void>;
};

/** Streams an extract to its end through the workers and into a sink. Throws the reason of `signal`. */
export const readThrough = async (
  {extract, split, report, progress, signal}: Reading,
  sink: Sink,
): Promise<void> => {
  const latestYear = new Date(extract.extractedAt ?? Date.now()).getUTCFullYear() + 1;
  const threads = Math.max(1, availableParallelism() - 1);
  const workers = startWorkers(threads, {head: split.head, latestYear}, split.blocks);
  try {
    await forEachConcurrently(split.pieces, threads + piecesInFlight, async piece => {
      signal.throwIfAborted();
      const {batch, sightings} = await workers.prepare(piece);
      report.prepared(batch);
      report.written(await sink.vehicles(batch));
      workers.release(batch);
      await sink.references(sightings);
      progress.advance(report.counts(), extract.bytesRead(), extract.totalBytes);
    });
    for await (const sightings of workers.sightings()) await sink.references(sightings);
  } finally {
    await workers.stop();
  }
};
