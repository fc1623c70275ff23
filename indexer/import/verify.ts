import type {Client} from '@elastic/elasticsearch';
import {type BuildMeta, type IndexNames, indexNames} from '#mappings/generation.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import {WritesLost} from '../elasticsearch/lost-data.ts';
import {type RetryPolicy, retry} from '../elasticsearch/retry.ts';
import type {Check} from '../gate/check.ts';
import {checkCandidate, requirePassed} from '../gate/gate.ts';
import type {ImportJob} from './job.ts';
import {checkExtract, refuseCurrent} from './known-extracts.ts';

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
  const {count} = await retry(policy, () => client.count({index: names.vehicles}));
  if (count === vehicles) return;
  throw new WritesLost(`The new index holds ${count} vehicles, but ${vehicles} were acknowledged.`);
};

/** @throws {WritesLost} */
export const verifyCount = async (job: ImportJob): Promise<void> => {
  const {client, candidate, report, progress, retryPolicy} = job;
  progress.phase('verifying');
  await compareCount(client, candidate.names, report.counts().vehicles, retryPolicy);
};

/**
 * Evaluates every check of the gate and logs the results. A limited import is not checked: some of
 * the records say nothing about the extract.
 *
 * @throws {AlreadyCurrent} @throws {GateRefused}
 */
export const enforceGate = async (job: ImportJob): Promise<readonly Check[]> => {
  if (job.limit !== undefined) return [];
  const {client, prefix, indexing, extract, candidate, report, known, log, force} = job;
  const contentSha256 = extract.contentSha256();
  log.addFacts({contentSha256});
  if (force === undefined) refuseCurrent(known, contentSha256);
  const {names} = candidate;
  const filled = {names, counts: report.counts(), canaries: report.canaries()};
  const live = known.live && indexNames(prefix, known.live.version);
  const checks = await retry(job.retryPolicy, async () => [
    ...(await checkExtract(job, {extractedAt: extract.extractedAt, contentSha256}, known)),
    ...(await checkCandidate(client, filled, live, indexing.gate)),
  ]);
  for (const {advice: _, name: check, ...result} of checks) {
    log.write({event: 'check', check, ...result});
  }
  requirePassed(checks, force);
  log.write({event: 'verified'});
  return checks;
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
    records,
    ...(force !== undefined && {forced: force}),
    ...(limit !== undefined && {limit}),
  };
};
