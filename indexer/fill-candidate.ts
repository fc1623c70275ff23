import {availableParallelism} from 'node:os';
import type {Client} from '@elastic/elasticsearch';
import type {Generation} from '#mappings/generation.ts';
import {writeReferences} from './bulk/write-references.ts';
import {writeVehicles} from './bulk/write-vehicles.ts';
import {forEachConcurrently} from './concurrently.ts';
import {writeAliases} from './generation/write-alias.ts';
import type {SplitExtract} from './prepare/split-extract.ts';
import {startWorkers} from './prepare/worker-pool.ts';
import type {Progress} from './progress.ts';
import type {ImportReport} from './report.ts';
import type {Extract} from './source/open-extract.ts';

/** A pause of Elasticsearch that a build waits out, such as a restart. */
export const engineMayBeAway = 5 * 60 * 1000;

/** Pieces that are under way beside those the workers hold: enough that neither side waits. */
const piecesInFlight = 3;

type Filling = {
  readonly client: Client;
  readonly indexPrefix: string;
  readonly candidate: Generation;
  readonly extract: Extract;
  readonly split: SplitExtract;
  readonly report: ImportReport;
  readonly progress: Progress;
  readonly signal: AbortSignal;
};

/** Streams the extract through the workers into both indices of the candidate. */
export const fillCandidate = async (filling: Filling): Promise<void> => {
  const {client, extract, split, report, progress, signal} = filling;
  const aliases = writeAliases(filling.indexPrefix, filling.candidate);
  const patience = {milliseconds: engineMayBeAway, signal};
  const latestYear = new Date(extract.extractedAt ?? Date.now()).getUTCFullYear() + 1;
  const threads = Math.max(1, availableParallelism() - 1);
  const workers = startWorkers(threads, {head: split.head, latestYear}, split.blocks);
  try {
    await forEachConcurrently(split.pieces, threads + piecesInFlight, async piece => {
      const {batch, sightings} = await workers.prepare(piece);
      report.prepared(batch);
      report.written(await writeVehicles(client, aliases.vehicles, batch, patience));
      workers.release(batch);
      await writeReferences(client, aliases.references, sightings, patience);
      progress.advance(report.counts(), extract.bytesRead(), extract.totalBytes);
    });
    for await (const sightings of workers.sightings()) {
      await writeReferences(client, aliases.references, sightings, patience);
    }
  } finally {
    await workers.stop();
  }
};
