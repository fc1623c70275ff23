import {toStamp} from '#core/domain/extract-name.ts';
import {
  type BuildMeta,
  type Generation,
  type IndexNames,
  indexNames,
  toVersion,
} from '#mappings/generation.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import {retry} from '../elasticsearch/retry.ts';
import type {Check} from '../gate/check.ts';
import {checkCandidate} from '../gate/check-candidate.ts';
import {letThrough} from '../gate/gate.ts';
import {createCandidate, seal} from '../generation/candidate.ts';
import {discardAfter} from '../generation/discard.ts';
import {goLive} from '../generation/flip.ts';
import type {ImportCounts} from '../progress/counts.ts';
import {openRejects} from '../rejects/open-rejects.ts';
import {type SplitExtract, splitExtract} from '../workers/split-extract.ts';
import type {Build} from './build.ts';
import {compareCount} from './compare-count.ts';
import {fillCandidate} from './fill-candidate.ts';
import {checkExtract, refuseCurrent} from './known-extracts.ts';
import {type ImportReport, importReport} from './report.ts';
import type {ImportSummary} from './summary.ts';

type Candidate = Generation & {readonly version: string; readonly names: IndexNames};

const candidateOf = ({indexPrefix, lock, extract}: Build): Candidate => {
  const generation = {
    stamp: toStamp(extract.extractedAt ?? new Date().toISOString()),
    build: lock.build,
  };
  const version = toVersion(generation);
  return {...generation, version, names: indexNames(indexPrefix, version)};
};

/** What the generation says of itself from now on. */
const metaOf = (
  {extract, force, limit}: Build,
  {version}: Candidate,
  {records, vehicles: vehicleCount}: ImportCounts,
): BuildMeta => ({
  mappingVersion,
  version,
  importedAt: new Date().toISOString(),
  extractedAt: extract.extractedAt,
  vehicleCount,
  contentSha256: limit === undefined ? extract.contentSha256() : null,
  fileBytes: extract.totalBytes,
  records,
  ...(force !== undefined && {forced: force}),
  ...(limit !== undefined && {limit}),
});

/** Every check of the gate, told to the record before it decides. */
const judge = async (
  build: Build,
  {names}: Candidate,
  report: ImportReport,
): Promise<readonly Check[]> => {
  const {client, indexPrefix, known, extract, record} = build;
  const contentSha256 = extract.contentSha256();
  record.know({contentSha256});
  if (build.force === undefined) refuseCurrent(known, contentSha256);
  const {extractedAt} = extract;
  const judged = {names, counts: report.counts(), canaries: report.canaries()};
  const live = known.live && indexNames(indexPrefix, known.live.version);
  const checks = await retry(build.policy, async () => [
    ...(await checkExtract(client, indexPrefix, {extractedAt, contentSha256}, known)),
    ...(await checkCandidate(client, judged, live, build.indexing.gate)),
  ]);
  for (const {advice: _, name: check, ...result} of checks) {
    record.write({event: 'check', check, ...result});
  }
  letThrough(checks, build.force);
  record.write({event: 'verified'});
  return checks;
};

/** Fills, verifies and seals a candidate, and puts it live unless it is to be held. */
const complete = async (
  build: Build,
  split: SplitExtract,
  candidate: Candidate,
  report: ImportReport,
): Promise<Pick<Built, 'checks' | 'importedAt'>> => {
  const {client, indexPrefix, progress, known, policy, extract} = build;
  progress.phase('reading');
  const {signal} = policy;
  const reading = {extract, split, report, progress, signal};
  await fillCandidate(reading, {client, indexPrefix, candidate, policy});
  progress.phase('verifying');
  await compareCount(client, candidate.names, report.counts(), policy);
  // Only some of the records say nothing about the extract.
  const checks = build.limit === undefined ? await judge(build, candidate, report) : [];
  progress.phase('sealing');
  await seal(client, candidate.names, metaOf(build, candidate, report.counts()), policy);
  signal.throwIfAborted();
  if (!build.promote) return {checks, importedAt: null};
  progress.phase('promoting');
  const importedAt = await goLive(client, indexPrefix, {candidate, expected: known.live});
  return {checks, importedAt};
};

export type Built = Pick<ImportSummary, 'checks' | 'rejectsFile'> & {
  readonly version: string;
  /** Since when it is live; null while it is held. */
  readonly importedAt: string | null;
  readonly counts: ImportCounts;
};

/**
 * Builds a generation: split → parse → accept → fold → document → bulk → verify → seal → flip.
 * Until the flip nobody reads the candidate; whatever fails before it removes the candidate and
 * leaves the live generation as it was.
 *
 * Throws `AlreadyCurrent` when the extract turns out to be the live one, `ExtractRefused` or
 * `GateRefused` for a fault of the extract, `EngineUnavailable` when Elasticsearch stays away,
 * `WritesLost` when it forgot what it took, `FlipRefused` when another generation went live
 * meanwhile, and the reason of the signal when aborted before the flip.
 */
export const buildGeneration = async (build: Build): Promise<Built> => {
  const {client, indexPrefix, indexing, progress, record, lock, policy, say} = build;
  const split = await splitExtract(build.extract, {limit: build.limit});
  const candidate = candidateOf(build);
  const {version} = candidate;
  record.know({generation: version});
  await lock.candidateNamed(version);
  await createCandidate(client, indexPrefix, candidate);
  const rejects = openRejects(indexing.directory, version, say);
  const report = importReport(rejects.add, indexing.gate.canaries);
  const endReading = async () => {
    progress.ended(report.rejectReasons());
    return (await rejects.close()) ?? null;
  };
  try {
    const built = await complete(build, split, candidate, report);
    return {...built, version, counts: report.counts(), rejectsFile: await endReading()};
  } catch (error) {
    const file = await endReading();
    if (file !== null) say(`The rejected records are listed in ${file}.`);
    const failure = policy.signal.aborted ? policy.signal.reason : error;
    throw await discardAfter(failure, client, indexPrefix, candidate);
  }
};
