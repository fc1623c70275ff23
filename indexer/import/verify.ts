import {isDeepStrictEqual} from 'node:util';
import type {Client} from '@elastic/elasticsearch';
import type {BuildMeta, IndexNames} from '#mappings/generation.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import type {BuildLog} from '../generations/build-log.ts';
import type {Check} from '../generations/check.ts';
import {checkCandidate, requirePassed} from '../generations/gate.ts';
import {awaitReplicas, checkReplicas, requireReplicas} from '../generations/replicas.ts';
import {openExtract} from '../read/open-extract.ts';
import {WritesLost} from '../write/lost-data.ts';
import {NotReady, type RetryPolicy, retry} from '../write/retry.ts';
import type {ImportJob, LockedImport} from './job.ts';
import {checkExtract, type KnownExtracts, knownExtracts} from './known-extracts.ts';
import {requireNotRefused} from './refused-extracts.ts';

/** The digest of the content of a file, which is read for nothing else: minutes for the register. */
const digestOf = async ({file, indexing, signal}: LockedImport): Promise<string> => {
  const extract = await openExtract(file, {maxBytes: indexing.maxBytes});
  try {
    for await (const _ of extract.bytes) signal.throwIfAborted();
    return extract.contentSha256();
  } finally {
    await extract.close();
  }
};

/**
 * The digest of an extract that may be a stored one or one that was refused, taken from that one where
 * the fingerprints of both tell. A file that is no zip, or as large as that of an earlier release's
 * generation, is in doubt: it is read when it has the size of the known one's file. Undefined for an
 * extract that is not known.
 */
const digestIfKnown = async (
  locked: LockedImport,
  {stored, refused}: KnownExtracts,
): Promise<string | undefined> => {
  const {fingerprint, totalBytes} = locked.extract;
  const metas = [
    ...stored.flatMap(({meta}) => (meta?.contentSha256 ? [meta] : [])),
    ...refused.map(({contentSha256, refusal}) => ({contentSha256, ...refusal})),
  ];
  const same = metas.find(
    meta => fingerprint !== null && isDeepStrictEqual(meta.fingerprint, fingerprint),
  );
  if (same) return same.contentSha256 ?? undefined;
  const isInDoubt = metas.some(
    meta => meta.fileBytes === totalBytes && (fingerprint === null || meta.fingerprint === null),
  );
  return totalBytes !== null && isInDoubt ? await digestOf(locked) : undefined;
};

/**
 * Compares the extract with those that were imported or refused before anything is built, unless the
 * import is forced or limited.
 *
 * @throws {AlreadyCurrent} @throws {GateRefused} @throws {RefusedBefore}
 */
export const compareWithKnown = async (locked: LockedImport): Promise<KnownExtracts> => {
  const {extract, force, limit, retryPolicy} = locked;
  const known = await retry(retryPolicy, () => knownExtracts(locked));
  if (limit !== undefined || force !== undefined) return known;
  const contentSha256 = await digestIfKnown(locked, known);
  const check = () => checkExtract(locked, known, extract, contentSha256);
  requirePassed(await retry(retryPolicy, check));
  requireNotRefused(locked, known, contentSha256);
  return known;
};

/**
 * Flushes and refreshes the indices of a candidate, then compares: they hold exactly the vehicles
 * that Elasticsearch acknowledged. The translog is written asynchronously while filling, so a crash
 * before the flush can have lost some; after it none can. @throws {WritesLost}
 */
export const compareCount = async (
  client: Client,
  names: IndexNames,
  vehicles: number,
  policy: RetryPolicy,
): Promise<void> => {
  const index = Object.values(names);
  await retry(policy, () => client.indices.flush({index}));
  await retry(policy, () => client.indices.refresh({index}));
  const count = await retry(policy, async () => {
    const {count, _shards: shards} = await client.count({index: names.vehicles});
    if (shards.failed > 0) throw new NotReady('a shard of the new index is away');
    return count;
  });
  if (count === vehicles) return;
  throw new WritesLost(`The new index holds ${count} vehicles, but ${vehicles} were acknowledged.`);
};

const logChecks = (log: BuildLog, checks: readonly Check[]): void => {
  for (const {advice: _, name: check, ...result} of checks) {
    log.write({event: 'check', check, ...result});
  }
};

/**
 * Evaluates every check of the gate and logs the results. A limited import is not checked: some of
 * the records say nothing about the extract.
 *
 * @throws {AlreadyCurrent} @throws {GateRefused}
 */
export const enforceGate = async (job: ImportJob): Promise<readonly Check[]> => {
  if (job.limit !== undefined) return [];
  const {indexing, extract, candidate, report, known, log, force} = job;
  const contentSha256 = extract.contentSha256();
  log.addFacts({contentSha256});
  const filled = {
    names: candidate.names,
    counts: report.counts(),
    completeness: report.completeness(),
    canaries: report.canaries(),
  };
  const checks = await retry(job.retryPolicy, async () => [
    ...(await checkExtract(job, known, extract, contentSha256)),
    ...(await checkCandidate(job, filled, known.live, indexing.gate)),
  ]);
  logChecks(log, checks);
  requirePassed(checks, force);
  log.write({event: 'verified'});
  return checks;
};

/** Waits for the replicas of a sealed candidate, and logs the result. @throws {ReplicasMissing} */
export const enforceReplicas = async (job: ImportJob): Promise<Check> => {
  const {client, candidate, retryPolicy, log, force} = job;
  const check = checkReplicas(await awaitReplicas(client, candidate.names, retryPolicy));
  logChecks(log, [check]);
  requireReplicas(check, force);
  return check;
};

/** The `_meta` of the new generation. */
export const generationMeta = ({
  extract,
  force,
  limit,
  candidate,
  report,
}: ImportJob): BuildMeta => {
  const {records, vehicles: vehicleCount} = report.counts();
  return {
    mappingVersion,
    version: candidate.version,
    importedAt: new Date().toISOString(),
    extractedAt: extract.extractedAt,
    vehicleCount,
    contentSha256: limit === undefined ? extract.contentSha256() : null,
    fileBytes: extract.totalBytes,
    fingerprint: extract.fingerprint,
    records,
    ...(limit === undefined && {completeness: report.completeness()}),
    ...(force !== undefined && {forced: force}),
    ...(limit !== undefined && {limit}),
  };
};
