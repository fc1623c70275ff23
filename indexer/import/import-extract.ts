import {basename} from 'node:path';
import type {Client} from '@elastic/elasticsearch';
import type {IndexingConfig} from '#core/config/indexing.ts';
import {openBuildLog} from '../build-log/build-log.ts';
import {type Extract, openExtract} from '../input/open-extract.ts';
import {type BuildLock, takeLock} from '../lock/take-lock.ts';
import type {Progress} from '../progress/import-progress.ts';
import {ExtractRefused} from '../records/extract-refused.ts';
import {AlreadyCurrent} from './already-current.ts';
import {dryRun} from './dry-run.ts';
import {endingOf} from './ending.ts';
import {importReport} from './report.ts';
import {runBuild} from './run-build.ts';
import {type ImportSummary, summaryOf} from './summary.ts';

export type ImportOptions = {
  readonly client: Client;
  readonly indexPrefix: string;
  readonly indexing: IndexingConfig;
  /** Path of the extract, or `-` for standard input. */
  readonly file: string;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** Told what the import waits for. */
  readonly say: (sentence: string) => void;
  /** The command that a person or cron gave. */
  readonly command: 'import' | 'update';
  /** Why it goes live whatever the gate says. */
  readonly force?: string | undefined;
  /** Only so many records are read, and the generation is held. */
  readonly limit?: number | undefined;
  /** False: the generation is held until somebody promotes it. */
  readonly promote?: boolean;
  /** True: everything is read and judged as far as that goes, and nothing is written. */
  readonly dryRun?: boolean;
};

/** An extract that is refused at its first bytes, and by that before there is a build to refuse it. */
const open = async ({file, indexing, signal}: ImportOptions): Promise<Extract | ExtractRefused> => {
  try {
    return await openExtract(file, process.stdin, {maxBytes: indexing.maxBytes, signal});
  } catch (error) {
    if (error instanceof ExtractRefused) return error;
    throw error;
  }
};

/** Where no build can be had, a file that cannot be imported is still the more useful thing to say. */
const lockFor = async (
  {client, indexPrefix, indexing, command, signal, say}: ImportOptions,
  extract: Extract | ExtractRefused,
): Promise<BuildLock> => {
  try {
    return await takeLock(client, indexPrefix, {command, lockMs: indexing.lockMs, signal, say});
  } catch (error) {
    throw extract instanceof ExtractRefused ? extract : error;
  }
};

const alreadyCurrent = ({version}: AlreadyCurrent, since: number): ImportSummary => {
  const counts = importReport().counts();
  return summaryOf(
    {outcome: 'already-current', version, limit: null, checks: [], counts, rejectsFile: null},
    since,
  );
};

const factsOf = (extract: Extract | ExtractRefused) =>
  extract instanceof ExtractRefused || extract.extractedAt === null
    ? {}
    : {extractedAt: extract.extractedAt};

/** Runs a build and tells the record how it ended. */
const recorded = async (
  options: ImportOptions,
  extract: Extract | ExtractRefused,
  lock: BuildLock,
): Promise<ImportSummary> => {
  const {client, indexPrefix, indexing, command, file, force, say} = options;
  const record = openBuildLog(client, indexPrefix, {
    build: lock.build,
    command,
    recordDays: indexing.recordDays,
    facts: {
      ...(file !== '-' && {fileName: basename(file)}),
      ...factsOf(extract),
      ...(force !== undefined && {forced: force}),
    },
  });
  const {signal} = lock;
  try {
    if (extract instanceof ExtractRefused) throw extract;
    return await runBuild({...options, signal, lock, record, extract});
  } catch (cause) {
    // What was stopped half-way says only that it was aborted; the reason is in the signal.
    const isAbort = cause instanceof Error && cause.name === 'AbortError';
    const error: unknown = isAbort && signal.aborted ? signal.reason : cause;
    const {outcome, ...told} = endingOf(error);
    record.ended(outcome, told);
    throw error;
  } finally {
    const lacking = await record.close();
    if (lacking !== null) say(lacking);
  }
};

const underLock = async (
  options: ImportOptions,
  extract: Extract | ExtractRefused,
): Promise<ImportSummary> => {
  const lock = await lockFor(options, extract);
  try {
    return await recorded(options, extract, lock);
  } finally {
    await lock.release();
  }
};

/**
 * Imports one extract: opens it, takes the lock, builds a generation of it and puts it live. What
 * happened is in `index-builds`, however it ended.
 *
 * Throws what `buildGeneration` throws, and `LockHeld` while another import runs.
 */
export const importExtract = async (options: ImportOptions): Promise<ImportSummary> => {
  const since = performance.now();
  const extract = await open(options);
  try {
    if (!options.dryRun) return await underLock(options, extract);
    if (extract instanceof ExtractRefused) throw extract;
    return await dryRun(options, extract);
  } catch (error) {
    if (error instanceof AlreadyCurrent) return alreadyCurrent(error, since);
    throw error;
  } finally {
    if (!(extract instanceof ExtractRefused)) await extract.close();
  }
};
