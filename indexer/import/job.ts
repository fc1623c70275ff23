import {toStamp} from '#core/domain/extract-name.ts';
import {indexNames, toVersion} from '#mappings/generation.ts';
import type {BuildLog} from '../generations/build-log.ts';
import {discardAfter} from '../generations/discard.ts';
import type {BuildLock} from '../generations/hold-lock.ts';
import type {Extract} from '../read/open-extract.ts';
import {openRejectsFile} from '../read/rejects-file.ts';
import type {SplitExtract} from '../read/split-extract.ts';
import type {RetryPolicy} from '../write/retry.ts';
import type {KnownExtracts} from './known-extracts.ts';
import type {ImportOptions} from './options.ts';
import {rememberRefusal} from './refused-extracts.ts';
import {importReport} from './report.ts';

/** An import that holds the lock. `signal` aborts when it is to stop or loses the lock. */
export type LockedImport = ImportOptions & {
  readonly extract: Extract;
  readonly lock: BuildLock;
  readonly log: BuildLog;
  readonly retryPolicy: RetryPolicy;
};

/** Names the candidate and opens what is kept of the records: the job is complete. */
export const openJob = (locked: LockedImport, known: KnownExtracts, split: SplitExtract) => {
  const {prefix, indexing, extract, lock, log, say} = locked;
  const stamp = toStamp(extract.extractedAt ?? new Date().toISOString());
  const generation = {stamp, build: lock.build};
  const version = toVersion(generation);
  const candidate = {...generation, version, names: indexNames(prefix, version)};
  const rejects = openRejectsFile(indexing.directory, version, say);
  const report = importReport(rejects.add, indexing.gate.canaries);
  log.addFacts({generation: version});
  return {...locked, known, split, candidate, report, rejects};
};

/** One import and the generation it builds: what every step of the pipeline works on. */
export type ImportJob = ReturnType<typeof openJob>;

/** Runs the steps that fill the candidate and put it live. When one fails, the candidate is discarded. */
export const orDiscard = async <Result>(
  job: ImportJob,
  steps: () => Promise<Result>,
): Promise<Result & {readonly rejectsFile: string | null}> => {
  const {candidate, progress, report, rejects, signal, say} = job;
  const closeRejects = async () => {
    progress.ended(report.rejectReasons(), report.counts().unknownElements);
    return (await rejects.close()) ?? null;
  };
  try {
    const result = await steps();
    return {...result, rejectsFile: await closeRejects()};
  } catch (error) {
    const file = await closeRejects();
    if (file !== null) say(`The rejected records are listed in ${file}.`);
    // Whatever fails after an abort fails because of it.
    const failure = signal.aborted ? signal.reason : error;
    await rememberRefusal(job, failure);
    throw await discardAfter(job, candidate, failure);
  }
};
