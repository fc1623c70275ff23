import {basename} from 'node:path';
import {rate} from '#core/command-line/progress.ts';
import type {IndexingConfig} from './config.ts';
import {abortCause, toOutcome} from './exit-codes.ts';
import {type BuildLog, openBuildLog} from './generations/build-log.ts';
import {
  type Candidate,
  compareCount,
  createCandidate,
  generationMeta,
  mergeToOne,
  nameCandidate,
  seal,
} from './generations/candidate.ts';
import {type Check, requirePassed} from './generations/check.ts';
import {discardAfter, prune} from './generations/discard.ts';
import {dryRun} from './generations/dry-run.ts';
import {checkNumbers} from './generations/gate.ts';
import {goLive, type WentLive} from './generations/go-live.ts';
import {
  AlreadyCurrent,
  checkExtract,
  compareWithKnown,
  type KnownExtracts,
  rememberRefusal,
} from './generations/known-extracts.ts';
import {type BuildLock, takeLock} from './generations/lock.ts';
import {lostCanaries, readPopulation} from './generations/population.ts';
import {checkReplicas, requireNodes, requireReplicas} from './generations/replicas.ts';
import {writeAliases} from './generations/stored-generations.ts';
import {ExtractRefused} from './read/extract-refused.ts';
import {type Extract, openExtract} from './read/open-extract.ts';
import {openRejectsFile} from './read/rejects-file.ts';
import {splitExtract} from './read/split-extract.ts';
import {intoIndices, readThrough} from './write/fill.ts';
import {combine, type Progress} from './write/import-progress.ts';
import {type ImportCounts, type ImportReport, importReport} from './write/import-report.ts';
import type {Indices} from './write/indices.ts';
import {outcomeRetry, type RetryPolicy, retry} from './write/retry.ts';

/** An import as an operator or a schedule asks for it. */
export type ImportOptions = Indices & {
  readonly indexing: IndexingConfig;
  /** Path of the extract, or `-` for standard input. */
  readonly file: string;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** Receives sentences for the operator while the import goes on. */
  readonly say: (sentence: string) => void;
  readonly command: 'import' | 'update';
  /** The reason to promote the generation whatever the gate finds. */
  readonly force?: string | undefined;
  /** Only this many records are read, and the generation is held. */
  readonly limit?: number | undefined;
  /** False: the generation is held until `promote`. */
  readonly promote?: boolean;
  /** True: everything is read and checked as far as possible without an index. */
  readonly dryRun?: boolean;
};

/** The result of an import as `--json` prints it. */
export type ImportSummary = ImportCounts & {
  /** `promoted` and `already-current` are live, `held` waits for `promote`, `dry-run` left no trace. */
  readonly outcome: 'promoted' | 'held' | 'already-current' | 'dry-run';
  /** The generation that was built, or is current; null for a dry run. */
  readonly version: string | null;
  /** The version that has replaced it already, although it went live. */
  readonly replacedBy?: string | undefined;
  /** The number of records that the import was limited to; null without a limit. */
  readonly limit: number | null;
  readonly seconds: number;
  readonly vehiclesPerSecond: number;
  /** The checks of the gate; empty if none were made. */
  readonly checks: readonly Check[];
  /** Path of the list of rejected records; null when none were rejected, or the list could not be written whole. */
  readonly rejectsFile: string | null;
};

type Result = Omit<ImportSummary, 'seconds' | 'vehiclesPerSecond'>;

/**
 * Imports one extract, from the zip to the flip. However it ends, `index-builds` has the outcome.
 *
 * Throws `ExtractRefused` or `GateRefused` for an extract that must not go live, `LockHeld` while
 * another import runs, `EngineUnavailable` when Elasticsearch stays away, `WritesLost` when it lost
 * acknowledged writes, `ReplicasMissing` when it does not replicate them, `FlipRefused` when another
 * generation went live meanwhile, and the reason of the signal when aborted before the flip.
 */
export const importExtract = async (options: ImportOptions): Promise<ImportSummary> => {
  const startedAt = performance.now();
  const {file, indexing, signal} = options;
  const opening = openExtract(file, {maxBytes: indexing.maxBytes, signal});
  // One whose first bytes show that it cannot be imported is passed on as its refusal.
  const extract = await opening.catch((error: unknown) => {
    if (error instanceof ExtractRefused) return error;
    throw error;
  });
  try {
    const work = options.dryRun ? dryRun(options, extract) : buildUnderLock(options, extract);
    const result = await work.catch(orAlreadyCurrent);
    const milliseconds = performance.now() - startedAt;
    const seconds = Math.round(milliseconds / 100) / 10;
    return {...result, seconds, vehiclesPerSecond: rate(result.vehicles, milliseconds)};
  } finally {
    if (!(extract instanceof ExtractRefused)) await extract.close();
  }
};

const orAlreadyCurrent = (error: unknown): Result => {
  if (!(error instanceof AlreadyCurrent)) throw error;
  const {version} = error;
  const nothing = {limit: null, checks: [], rejectsFile: null, ...importReport().counts()};
  return {outcome: 'already-current', version, ...nothing};
};

/**
 * Holds the lock around a build and keeps its log, with the outcome if it throws. A refused extract is
 * a refused build; with the lock held elsewhere, its refusal is the better message.
 */
const buildUnderLock = async (
  options: ImportOptions,
  extract: Extract | ExtractRefused,
): Promise<Result> => {
  const {indexing, command, file, force, say} = options;
  const {lockMs, recordDays} = indexing;
  const isRefused = extract instanceof ExtractRefused;
  const taking = takeLock(options, {command, lockMs, signal: options.signal, say});
  const lock = await taking.catch((error: unknown) => {
    throw isRefused ? extract : error;
  });
  const facts = {
    ...(file !== '-' && {fileName: basename(file)}),
    ...(!isRefused && extract.extractedAt !== null && {extractedAt: extract.extractedAt}),
    ...(force !== undefined && {forced: force}),
  };
  const log = openBuildLog(options, {build: lock.build, command, recordDays, facts});
  const {signal} = lock;
  try {
    if (isRefused) throw extract;
    const progress = combine(options.progress, log.progress);
    return await build({...options, signal, progress}, extract, lock, log);
  } catch (cause) {
    const error = abortCause(cause, signal);
    const {outcome, ...why} = toOutcome(error);
    log.ended(outcome, why);
    throw error;
  } finally {
    const missing = await log.close();
    if (missing !== null) say(missing);
    await lock.release();
  }
};

/** A build whose candidate has a name. `signal` aborts when it is to stop or loses the lock. */
type Job = ImportOptions & {
  readonly extract: Extract;
  readonly known: KnownExtracts;
  readonly candidate: Candidate;
  readonly report: ImportReport;
  readonly rejects: ReturnType<typeof openRejectsFile>;
  readonly log: BuildLog;
  readonly policy: RetryPolicy;
};

/** Every step of a build, in order. Until the flip nobody reads the candidate. */
const build = async (
  options: ImportOptions,
  extract: Extract,
  lock: BuildLock,
  log: BuildLog,
): Promise<Result> => {
  const {client, prefix, indexing, force, limit, progress, signal, say} = options;
  const {shards, replicas, patienceMs: maxMs} = indexing;
  const policy = {maxMs, signal};
  const isToGoLive = options.promote !== false && limit === undefined;
  const known = await compareWithKnown(options, extract, policy);
  if (isToGoLive && force === undefined) await requireNodes(client, replicas, policy);
  const split = await splitExtract(extract, limit);
  const candidate = nameCandidate(prefix, extract.extractedAt, lock.build);
  const {version, names} = candidate;
  const rejects = openRejectsFile(indexing.directory, version, say);
  const report = importReport(rejects.add, indexing.gate.canaries);
  const job = {...options, extract, known, candidate, report, rejects, log, policy};
  log.addFacts({generation: version});
  await lock.nameCandidate(version);
  await createCandidate(options, candidate, shards);

  const checks: Check[] = [];
  let live: WentLive | undefined;
  try {
    const documents = intoIndices(client, writeAliases(prefix, candidate), policy);
    await readThrough({extract, split, report, progress, signal}, documents);
    progress.phase('verifying');
    await compareCount(client, names, report.counts().vehicles, policy);
    checks.push(...(await enforceGate(job)));
    progress.phase('sealing');
    await seal(client, names, {meta: generationMeta(job), replicas}, policy);
    signal.throwIfAborted();
    if (isToGoLive) {
      progress.phase('replicating');
      checks.push(await enforceReplicas(job));
      progress.phase('promoting');
      live = await goLive(options, {candidate, expected: known.live}, {...outcomeRetry, signal});
    } else {
      await lock.nameCandidate(null);
    }
  } catch (error) {
    throw await discardFailed(job, error);
  }
  const rejectsFile = await closeRejects(job);
  await tidyUp(job, live);
  const outcome = live ? 'promoted' : 'held';
  const previous = known.live && {previous: known.live.version};
  log.ended(outcome, live && {generation: version, importedAt: live.importedAt, ...previous});
  const result = {outcome, version, limit: limit ?? null, checks, rejectsFile} as const;
  return {...result, replacedBy: live?.replacedBy, ...report.counts()};
};

/**
 * Evaluates every check of the gate and logs the results. A limited import is not checked: some of
 * the records say nothing about the extract.
 *
 * @throws {AlreadyCurrent} @throws {GateRefused}
 */
const enforceGate = async (job: Job): Promise<readonly Check[]> => {
  const {client, indexing, extract, candidate, report, log} = job;
  if (job.limit !== undefined) return [];
  const contentSha256 = extract.contentSha256();
  log.addFacts({contentSha256});
  const {names} = candidate;
  const checks = await retry(job.policy, async () => {
    const extractChecks = await checkExtract(job, job.known, extract, contentSha256);
    const [population, wanted] = [await readPopulation(client, names), report.canaries()];
    const lost = await lostCanaries(client, names.vehicles, wanted);
    const canaries = {searched: wanted.length, lost};
    const read = {counts: report.counts(), completeness: report.completeness()};
    const numbers = {...read, population, canaries};
    return [...extractChecks, ...(await checkNumbers(job, numbers, job.known.live, indexing.gate))];
  });
  logChecks(log, checks);
  requirePassed(checks, job.force);
  log.write({event: 'verified'});
  return checks;
};

/** Waits for the replicas of a sealed candidate, and logs the result. @throws {ReplicasMissing} */
const enforceReplicas = async ({client, candidate, policy, log, force}: Job): Promise<Check> => {
  const check = await checkReplicas(client, candidate.names, policy);
  logChecks(log, [check]);
  requireReplicas(check, force);
  return check;
};

const logChecks = (log: BuildLog, checks: readonly Check[]): void => {
  for (const {advice: _, name: check, ...result} of checks) {
    log.write({event: 'check', check, ...result});
  }
};

/** Tells progress that nothing more is read. Returns the path of the list of rejected records, if there is one. */
const closeRejects = async ({progress, report, rejects}: Job): Promise<string | null> => {
  progress.ended(report.rejectReasons(), report.counts().unknownElements);
  return (await rejects.close()) ?? null;
};

/** Removes the candidate after a failure. Returns the error to throw. */
const discardFailed = async (job: Job, error: unknown): Promise<unknown> => {
  const {candidate, known, extract, signal, say} = job;
  const file = await closeRejects(job);
  if (file !== null) say(`The rejected records are listed in ${file}.`);
  // Whatever fails after an abort fails because of it.
  const failure = signal.aborted ? signal.reason : error;
  await rememberRefusal(job, known.live, extract, failure);
  return await discardAfter(job, candidate, failure);
};

/** The new generation is live or held by now, whatever becomes of this; says what a failure means. */
const tidyUp = async (job: Job, live: WentLive | undefined): Promise<void> => {
  const {client, candidate, indexing, log, say} = job;
  const orSay = (consequence: string) => (error: unknown) =>
    say(`${consequence}: ${error instanceof Error ? error.message : String(error)}`);
  await mergeToOne(client, candidate.names).catch(orSay('The new index stays in several segments'));
  if (!live || live.replacedBy !== undefined) return;
  const pruning = prune(job, indexing.generationsKept);
  const pruned = await pruning.catch(orSay('Older generations stay until the next import'));
  for (const {version} of pruned ?? []) log.write({event: 'pruned', generation: version});
};
