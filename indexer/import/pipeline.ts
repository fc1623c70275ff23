import {createCandidate, mergeToOne, seal} from '../generations/candidate.ts';
import {goLive} from '../generations/go-live.ts';
import {prune} from '../generations/prune.ts';
import {requireNodes} from '../generations/replicas.ts';
import {ExtractRefused} from '../read/extract-refused.ts';
import {openExtract} from '../read/open-extract.ts';
import {splitExtract} from '../read/split-extract.ts';
import {outcomeRetry} from '../write/retry.ts';
import {dryRun} from './dry-run.ts';
import {fill} from './fill.ts';
import {type ImportJob, type LockedImport, openJob, orDiscard} from './job.ts';
import {AlreadyCurrent} from './known-extracts.ts';
import type {ImportOptions} from './options.ts';
import {logOutcome} from './outcome.ts';
import {alreadyCurrent, type ImportResult, type ImportSummary, summaryOf} from './summary.ts';
import {underLock} from './under-lock.ts';
import {
  compareCount,
  compareWithKnown,
  enforceGate,
  enforceReplicas,
  generationMeta,
} from './verify.ts';

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
  const extract = await openOrRefusal(options);
  try {
    const result = options.dryRun
      ? await dryRun(options, extract)
      : await underLock(options, extract, buildGeneration);
    return summaryOf(result, startedAt);
  } catch (error) {
    if (error instanceof AlreadyCurrent) return summaryOf(alreadyCurrent(error), startedAt);
    throw error;
  } finally {
    if (!(extract instanceof ExtractRefused)) await extract.close();
  }
};

/** An extract whose first bytes show that it cannot be imported is returned as its refusal. */
const openOrRefusal = ({file, indexing: {maxBytes}, signal}: ImportOptions) =>
  openExtract(file, {maxBytes, signal}).catch((error: unknown) => {
    if (error instanceof ExtractRefused) return error;
    throw error;
  });

/** Every step of a build, in order. Until the flip nobody reads the candidate. */
const buildGeneration = async (locked: LockedImport): Promise<ImportResult> => {
  const {client, extract, indexing, lock, limit, progress, retryPolicy} = locked;
  const {shards, replicas} = indexing;
  const known = await compareWithKnown(locked);
  if (isToGoLive(locked) && locked.force === undefined) {
    await requireNodes(client, replicas, retryPolicy);
  }
  const job = openJob(locked, known, await splitExtract(extract, limit));
  const {candidate, report} = job;
  const {version, names} = candidate;
  await lock.nameCandidate(version);
  await createCandidate(job, candidate, shards);

  const {checks, importedAt, replacedBy, rejectsFile} = await orDiscard(job, async () => {
    await fill(job);
    progress.phase('verifying');
    await compareCount(client, names, report.counts().vehicles, retryPolicy);
    const checks = await enforceGate(job);
    progress.phase('sealing');
    await seal(client, names, {meta: generationMeta(job), replicas}, retryPolicy);
    const promoted = await promote(job);
    return {...promoted, checks: [...checks, ...promoted.checks]};
  });

  await afterwards(job, 'The new index stays in several segments', () => mergeToOne(client, names));
  if (importedAt !== null && replacedBy === undefined) {
    await afterwards(job, 'Older generations stay until the next import', () => pruneOthers(job));
  }
  const outcome = logOutcome(job, importedAt);
  const result = {outcome, version, limit: limit ?? null, checks, rejectsFile};
  return {...result, ...(replacedBy !== undefined && {replacedBy}), ...report.counts()};
};

const isToGoLive = ({promote, limit}: ImportOptions): boolean =>
  promote !== false && limit === undefined;

/** Flips the aliases once there are the replicas, unless the generation is to be held. */
const promote = async (job: ImportJob) => {
  const {candidate, known, lock, progress, signal} = job;
  signal.throwIfAborted();
  if (!isToGoLive(job)) {
    await lock.keepCandidate();
    return {importedAt: null, replacedBy: undefined, checks: []};
  }
  progress.phase('replicating');
  const checks = [await enforceReplicas(job)];
  progress.phase('promoting');
  const wanted = {candidate, expected: known.live};
  return {...(await goLive(job, wanted, {...outcomeRetry, signal})), checks};
};

/** The new generation is live or held by now, whatever becomes of this; says what the failure means. */
const afterwards = async (
  {say}: ImportJob,
  consequence: string,
  step: () => Promise<void>,
): Promise<void> => {
  try {
    await step();
  } catch (error) {
    say(`${consequence}: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const pruneOthers = async (job: ImportJob): Promise<void> => {
  const pruned = await prune(job, job.indexing.generationsKept);
  for (const {version} of pruned) job.log.write({event: 'pruned', generation: version});
};
