import type {Client} from '@elastic/elasticsearch';
import {type Generation, type GenerationMeta, indexNames, toVersion} from '#mappings/generation.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import {fillCandidate} from './fill-candidate.ts';
import {createCandidate, discard, seal} from './generation/candidate.ts';
import {flip} from './generation/flip.ts';
import {liveGeneration} from './generation/live.ts';
import {pruneBefore} from './generation/prune.ts';
import {toStamp} from './generation/stamp.ts';
import {splitExtract} from './prepare/split-extract.ts';
import type {Progress} from './progress.ts';
import {type ImportCounts, importReport} from './report.ts';
import {openExtract} from './source/open-extract.ts';
import {verify} from './verify.ts';

export type ImportOptions = {
  readonly client: Client;
  readonly indexPrefix: string;
  /** Path of the extract, or `-` for standard input. */
  readonly file: string;
  readonly signal: AbortSignal;
  readonly progress: Progress;
};

export type ImportSummary = ImportCounts & {
  readonly version: string;
  readonly seconds: number;
  readonly vehiclesPerSecond: number;
};

/**
 * Imports one extract: open → split → parse → accept → fold → document → bulk → verify → seal →
 * flip → prune. Until the flip nobody reads the candidate; whatever fails before it removes the
 * candidate and leaves the live generation as it was.
 *
 * Throws `ExtractRefused` or `VerificationFailed` for a fault of the extract, `EngineUnavailable` when Elasticsearch stays
 * away, `FlipRefused` when another import went live meanwhile.
 */
export const importExtract = async (options: ImportOptions): Promise<ImportSummary> => {
  const {client, indexPrefix, progress} = options;
  const started = performance.now();
  const extract = await openExtract(options.file);
  try {
    const split = await splitExtract(extract);
    const live = await liveGeneration(client, indexPrefix);
    const stamp = toStamp(extract.extractedAt ?? new Date().toISOString());
    const candidate = await createCandidate(client, indexPrefix, stamp);
    const names = indexNames(indexPrefix, toVersion(candidate));
    const report = importReport();
    try {
      progress.phase('reading');
      await fillCandidate({...options, names, extract, split, report});
      progress.phase('verifying');
      await verify(client, names, report.counts());
      progress.phase('sealing');
      await seal(client, names, metaOf(candidate, extract.extractedAt, report.counts()));
      progress.phase('promoting');
      await flip(client, indexPrefix, candidate, live);
    } catch (error) {
      progress.rejects(report.namedRejects());
      await discardAfter(error, client, indexPrefix, candidate);
      throw error;
    }
    progress.rejects(report.namedRejects());
    await pruneBefore(client, indexPrefix, live);
    return summaryOf(candidate, report.counts(), (performance.now() - started) / 1000);
  } finally {
    await extract.close();
  }
};

/** What `GET /v1/dataset` answers, kept with the index it describes. */
const metaOf = (
  candidate: Generation,
  extractedAt: string | null,
  counts: ImportCounts,
): GenerationMeta & {readonly mappingVersion: number} => ({
  mappingVersion,
  version: toVersion(candidate),
  importedAt: new Date().toISOString(),
  extractedAt,
  vehicleCount: counts.vehicles,
});

/** The first error is the one to report; that the candidate could not be removed is added to it. */
const discardAfter = async (
  error: unknown,
  client: Client,
  prefix: string,
  candidate: Generation,
) => {
  try {
    await discard(client, prefix, candidate);
  } catch (cause) {
    throw new AggregateError(
      [error, cause],
      `The candidate ${toVersion(candidate)} could not be removed either; delete its indices by hand.`,
    );
  }
};

const summaryOf = (
  candidate: Generation,
  counts: ImportCounts,
  seconds: number,
): ImportSummary => ({
  version: toVersion(candidate),
  ...counts,
  seconds: Math.round(seconds * 10) / 10,
  vehiclesPerSecond: Math.round(counts.vehicles / seconds),
});
