import {basename} from 'node:path';
import {rate} from '#core/command-line/progress.ts';
import {owning, type PreparedRelease, prepareRelease, pruneReleases} from './changes/releases.ts';
import type {IndexingConfig} from './config.ts';
import {abortCause, toExitCode, toOutcome} from './exit-codes.ts';
import {type Base, findWay, TooMuchChanged, type Way} from './generations/base.ts';
import {type BuildLog, openBuildLog} from './generations/build-log.ts';
import {
  type Candidate,
  compareCount,
  copyCandidate,
  createCandidate,
  generationMeta,
  mergeToOne,
  nameCandidate,
  seal,
} from './generations/candidate.ts';
import {type Check, requirePassed} from './generations/check.ts';
import {discardAfter, prune} from './generations/discard.ts';
import {dryRun} from './generations/dry-run.ts';
import {type Changes, fillCandidate, nothingBuilt} from './generations/fill-candidate.ts';
import {checkChanges, checkNumbers} from './generations/gate.ts';
import {goLive, type WentLive} from './generations/go-live.ts';
import {
  AlreadyCurrent,
  checkExtract,
  compareWithKnown,
  type KnownExtracts,
  rememberRefusal,
} from './generations/known-extracts.ts';
import {type BuildLock, takeLock} from './generations/lock.ts';
import {lostCanaries, readDigest, readPopulation} from './generations/population.ts';
import {checkNodes, checkReplicas, requireReplicas} from './generations/replicas.ts';
import {ExtractRefused} from './read/extract-refused.ts';
import {type Extract, openExtract} from './read/open-extract.ts';
import {openRejectsFile} from './read/rejects-file.ts';
import {type SplitExtract, splitExtract} from './read/split-extract.ts';
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
  /** True: everything is written anew, whatever has changed. */
  readonly full?: boolean | undefined;
  /** True: everything is read and checked as far as possible without an index. */
  readonly dryRun?: boolean;
};

/** The result of an import as `--json` prints it. */
export type ImportSummary = ImportCounts & {
  /** `promoted` and `already-current` are live, `held` waits for `promote`, `dry-run` left no trace. */
  readonly outcome: 'promoted' | 'held' | 'already-current' | 'dry-run';
  /** The generation that was built, or is current; null for a dry run. */
  readonly version: string | null;
  /** Whether it was built from the live generation by what has changed; null when nothing was built. */
  readonly way: 'difference' | 'full' | null;
  /** Why it was built in full. */
  readonly because: string | null;
  readonly changes: Changes | null;
  /** The seconds of each phase; null when nothing was built. */
  readonly phases: Readonly<Record<string, number>> | null;
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
  const nothing = {
    limit: null,
    checks: [],
    rejectsFile: null,
    ...nothingBuilt,
    ...importReport().summary(),
  };
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
  const {lockMs, recordDays, directory} = indexing;
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
  const log = openBuildLog(options, {build: lock.build, command, recordDays, facts, directory});
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

/** A build whose extract may be imported. `signal` aborts when it is to stop or loses the lock. */
type Building = ImportOptions & {
  readonly extract: Extract;
  readonly split: SplitExtract;
  readonly isToGoLive: boolean;
  readonly known: KnownExtracts;
  readonly lock: BuildLock;
  readonly log: BuildLog;
  readonly policy: RetryPolicy;
};

/** A build whose candidate has a name. */
type Job = Building & {
  readonly base: Base | undefined;
  readonly candidate: Candidate;
  readonly report: ImportReport;
  readonly rejects: ReturnType<typeof openRejectsFile>;
};

/** Compares the extract with what is known, then builds a generation: by what has changed, where it can. */
const build = async (
  options: ImportOptions,
  extract: Extract,
  lock: BuildLock,
  log: BuildLog,
): Promise<Result> => {
  const {client, indexing, file, force, limit, full = false, signal, say} = options;
  const {shards, replicas, patienceMs: maxMs, maxBytes} = indexing;
  const policy = {maxMs, signal};
  const isToGoLive = options.promote !== false && limit === undefined;
  const known = await compareWithKnown(options, extract, policy);
  if (isToGoLive && force === undefined) {
    requireReplicas(await checkNodes(client, replicas, policy));
  }
  const split = await splitExtract(extract, limit);
  const {format, extractedOn} = extract;
  const wanted = {head: split.head, format, extractedOn, shards, limit, full};
  const way = await findWay(options, known.live, wanted, policy);
  const building = {...options, isToGoLive, known, lock, log, policy};
  try {
    return await buildBy(way, {...building, extract, split});
  } catch (error) {
    if (!(error instanceof TooMuchChanged)) throw error;
    say(`The import begins again, in full, because ${error.message}.`);
    const again = await openExtract(file, {maxBytes, signal});
    try {
      const whole = {...building, extract: again, split: await splitExtract(again)};
      return await buildBy({because: error.message}, whole);
    } finally {
      await again.close();
    }
  }
};

/** Every step of a build, in order. Until the flip nobody reads the candidate. */
const buildBy = async (wanted: Way, building: Building): Promise<Result> => {
  const {client, prefix, indexing, limit, progress, signal, say} = building;
  const {extract, known, lock, log, policy, isToGoLive} = building;
  const {shards, replicas} = indexing;
  const candidate = nameCandidate(prefix, extract.extractedAt, lock.build);
  const {version, names} = candidate;
  log.addFacts({generation: version});
  await lock.nameCandidate(version);
  const source = wanted.base?.generation;
  if (source) progress.phase('copying');
  const isCopied = source !== undefined && (await copyCandidate(building, candidate, source));
  if (!isCopied) await createCandidate(building, candidate, shards);
  const cannotCopy = {because: 'Elasticsearch could not copy the live indices'};
  const {base, because}: Way = source && !isCopied ? cannotCopy : wanted;
  const rejects = openRejectsFile(indexing.directory, version, say);
  const report = importReport(rejects.add, indexing.gate.canaries, base?.profiles);
  const job = {...building, base, candidate, report, rejects};
  const way = base ? 'difference' : 'full';
  log.addFacts({way, ...(because !== null && {because})});

  const checks: Check[] = [];
  let live: WentLive | undefined;
  let changes: Changes;
  try {
    const filled = await fillCandidate(job);
    ({changes} = filled);
    log.addFacts(changes);
    progress.phase('verifying');
    await compareCount(client, names, report.counts().vehicles, policy);
    const digest = await retry(policy, () => readDigest(client, names));
    checks.push(...(await enforceGate(job, digest)));
    progress.phase('sealing');
    const meta = generationMeta({...job, fingerprints: filled.fingerprints, digest});
    const sealed = async () => {
      await seal(client, names, {meta, replicas, isCopy: base !== undefined}, policy);
      signal.throwIfAborted();
    };
    if (isToGoLive) {
      const {touched} = filled;
      const wanted = {from: known.live, to: {version, meta}, cause: 'Import' as const, touched};
      // Each leaves half of two cores idle.
      const preparing = prepareRelease(job, wanted, indexing.changes, policy);
      live = await owning(building, preparing, async () => {
        await sealed();
        progress.phase('replicating');
        checks.push(await enforceReplicas(job));
        progress.phase('comparing');
        const release = await preparing;
        checks.push(...(await enforceUsualChanges(job, release, checks)));
        progress.phase('promoting');
        const flip = {candidate, expected: known.live, release};
        return await goLive(building, flip, {...outcomeRetry, signal});
      });
    } else {
      await sealed();
      await lock.nameCandidate(null);
    }
  } catch (error) {
    throw await discardFailed(job, error);
  }
  const rejectsFile = await closeRejects(job);
  const outcome = live ? 'promoted' : 'held';
  const previous = known.live && {previous: known.live.version};
  log.ended(outcome, live && {generation: version, importedAt: live.importedAt, ...previous});
  await tidyUp(job, live);
  const told = {way, because, changes, phases: log.phases} as const;
  const result = {...told, limit: limit ?? null, checks, rejectsFile};
  const {replacedBy} = live ?? {};
  return {outcome, version, ...result, replacedBy, ...report.summary()};
};

/**
 * Evaluates every check of the gate and logs the results. A limited import is not checked: some of
 * the records say nothing about the extract.
 *
 * @throws {AlreadyCurrent} @throws {GateRefused}
 */
const enforceGate = async (job: Job, digest: string): Promise<readonly Check[]> => {
  const {client, indexing, extract, candidate, report, log} = job;
  if (job.limit !== undefined) return [];
  const contentId = extract.contentId();
  log.addFacts({contentId});
  const {names} = candidate;
  const checks = await retry(job.policy, async () => {
    const extractChecks = await checkExtract(job, job.known, extract, contentId, digest);
    const [population, wanted] = [await readPopulation(client, names), report.canaries()];
    const lost = await lostCanaries(client, names.vehicles, wanted);
    const canaries = {searched: wanted.length, lost};
    const read = {counts: report.summary(), completeness: report.completeness()};
    const {statedDigest} = extract;
    const numbers = {...read, population, canaries, digest, statedDigest};
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

/**
 * Compares what would change for readers with earlier imports, and logs the result.
 *
 * @throws {GateRefused} With the checks that were made before.
 */
const enforceUsualChanges = async (
  job: Job,
  {release}: PreparedRelease,
  before: readonly Check[],
): Promise<readonly Check[]> => {
  const {indexing, known, log, policy, force} = job;
  const checks = await retry(policy, () => checkChanges(job, release, known.live, indexing.gate));
  logChecks(log, checks);
  requirePassed([...before, ...checks], force);
  return checks;
};

const logChecks = (log: BuildLog, checks: readonly Check[]): void => {
  for (const {advice: _, name: check, ...result} of checks) {
    log.write({event: 'check', check, ...result});
  }
};

/** Tells progress that nothing more is read. Returns the path of the list of rejected records, if there is one. */
const closeRejects = async ({progress, report, rejects}: Job): Promise<string | null> => {
  progress.ended(report.rejectReasons(), report.summary().unknownElements);
  return (await rejects.close()) ?? null;
};

/** Removes the candidate after a failure. Returns the error to throw. */
const discardFailed = async (job: Job, error: unknown): Promise<unknown> => {
  const {candidate, known, extract, rejects, signal, say} = job;
  if (error instanceof TooMuchChanged) {
    await rejects.close();
    return await discardAfter(job, candidate, error);
  }
  const file = await closeRejects(job);
  if (file !== null) say(`The rejected records are listed in ${file}.`);
  // Whatever fails after an abort fails because of it.
  const failure = signal.aborted ? signal.reason : error;
  await rememberRefusal(job, known.live, extract, failure);
  return await discardAfter(job, candidate, failure);
};

/** The new generation is live or held by now, whatever becomes of this; says what a failure means. */
const tidyUp = async (job: Job, live: WentLive | undefined): Promise<void> => {
  const {client, base, candidate, extract, indexing, log, say} = job;
  const orSay = (consequence: string) => (error: unknown) =>
    say(`${consequence}: ${toExitCode(error).sentence}`);
  const merging = mergeToOne(client, candidate.names, base !== undefined);
  await merging.catch(orSay('The new index stays in several segments'));
  if (!live || live.replacedBy !== undefined) return;
  const pruning = prune(job, indexing.generationsKept);
  const pruned = await pruning.catch(orSay('Older generations stay until the next import'));
  for (const {version} of pruned ?? []) log.write({event: 'pruned', generation: version});
  const pruningReleases = pruneReleases(job, indexing.changes.days, extract.extractedAt);
  await pruningReleases.catch(orSay('Older changes stay until the next import'));
};
