import {addAbortSignal} from 'node:stream';
import type {Client} from '@elastic/elasticsearch';
import {type Generation, type GenerationMeta, indexNames, toVersion} from '#mappings/generation.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import {engineMayBeAway, fillCandidate} from './fill-candidate.ts';
import {createCandidate, seal} from './generation/candidate.ts';
import {discardAfter} from './generation/discard.ts';
import {goLive} from './generation/go-live.ts';
import {liveGeneration} from './generation/live.ts';
import {nextBuild} from './generation/next-build.ts';
import {prune} from './generation/prune.ts';
import {toStamp} from './generation/stamp.ts';
import {storedGenerations} from './generation/stored-generations.ts';
import {splitExtract} from './prepare/split-extract.ts';
import type {Progress} from './progress.ts';
import {openRejects} from './rejects/open-rejects.ts';
import {type ImportCounts, importReport} from './report.ts';
import {openExtract} from './source/open-extract.ts';
import {verify} from './verify.ts';

/** The live generation, and the one to roll back to. */
const generationsKept = 2;

export type ImportOptions = {
  readonly client: Client;
  readonly indexPrefix: string;
  /** Path of the extract, or `-` for standard input. */
  readonly file: string;
  /** An extract that unpacks to more bytes is refused. */
  readonly maxBytes?: number;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** The list of rejected records lies below it. */
  readonly directory: string;
  /** Told what a person should know though the import goes on. */
  readonly say: (sentence: string) => void;
};

export type ImportSummary = ImportCounts & {
  readonly version: string;
  readonly seconds: number;
  readonly vehiclesPerSecond: number;
  /** Why generations that should have gone are still there; null when none is. */
  readonly notPruned: string | null;
};

/**
 * Imports one extract: open → split → parse → accept → fold → document → bulk → verify → seal →
 * flip → prune. Until the flip nobody reads the candidate; whatever fails before it removes the
 * candidate and leaves the live generation as it was.
 *
 * Throws `ExtractRefused` or `VerificationFailed` for a fault of the extract, `EngineUnavailable`
 * when Elasticsearch stays away, `WritesLost` when it forgot what it took, `FlipRefused` when
 * another import went live meanwhile, and the reason of `signal` when aborted before the flip.
 */
export const importExtract = async (options: ImportOptions): Promise<ImportSummary> => {
  const {client, indexPrefix, progress, signal} = options;
  const started = performance.now();
  const extract = await openExtract(options.file, stdinFor(options), options);
  try {
    const split = await splitExtract(extract);
    const live = await liveGeneration(client, indexPrefix);
    const stamp = toStamp(extract.extractedAt ?? new Date().toISOString());
    const build = nextBuild(await storedGenerations(client, indexPrefix));
    const candidate = {stamp, build};
    await createCandidate(client, indexPrefix, candidate);
    const names = indexNames(indexPrefix, toVersion(candidate));
    const rejects = openRejects(options.directory, toVersion(candidate), options.say);
    const report = importReport(rejects.add);
    try {
      progress.phase('reading');
      await fillCandidate({...options, candidate, extract, split, report});
      progress.phase('verifying');
      await verify(client, names, report.counts());
      progress.phase('sealing');
      const patience = {milliseconds: engineMayBeAway, signal};
      await seal(client, names, metaOf(candidate, extract.extractedAt, report.counts()), patience);
      signal.throwIfAborted();
      progress.phase('promoting');
      await goLive(client, indexPrefix, {candidate, expected: live});
    } catch (error) {
      const failure = signal.aborted ? signal.reason : error;
      throw await discardAfter(failure, client, indexPrefix, candidate);
    } finally {
      await rejects.close();
      progress.ended(report.rejectReasons());
    }
    const notPruned = await tidy(client, indexPrefix);
    const seconds = (performance.now() - started) / 1000;
    return {...summaryOf(candidate, report.counts(), seconds), notPruned};
  } finally {
    await extract.close();
  }
};

/** A pipe that falls silent is not waited for once the import is to stop. */
const stdinFor = ({file, signal}: ImportOptions) =>
  file === '-' ? addAbortSignal(signal, process.stdin) : undefined;

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

/** The new generation is live by now, whatever becomes of the old ones. */
const tidy = async (client: Client, prefix: string) => {
  try {
    await prune(client, prefix, generationsKept);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const summaryOf = (
  candidate: Generation,
  counts: ImportCounts,
  seconds: number,
): Omit<ImportSummary, 'notPruned'> => ({
  version: toVersion(candidate),
  ...counts,
  seconds: Math.round(seconds * 10) / 10,
  vehiclesPerSecond: Math.round(counts.vehicles / seconds),
});
