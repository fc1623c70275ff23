import {toVersion} from '#mappings/generation.ts';
import {promotedVersions} from '../build-log/logged-builds.ts';
import type {Installation} from '../elasticsearch/installation.ts';
import {type RetryPolicy, retry} from '../elasticsearch/retry.ts';
import type {Check} from '../gate/check.ts';
import {checkAge, checkWithdrawals} from '../gate/extract-checks.ts';
import {requirePassed} from '../gate/gate.ts';
import {liveGeneration} from '../generation/live.ts';
import {type StoredGeneration, storedGenerations} from '../generation/stored-generations.ts';
import {withdrawnGenerations} from '../generation/withdrawals.ts';
import {type Extract, openExtract} from '../input/open-extract.ts';
import type {WithdrawnGeneration} from '../state/indexer-state.ts';
import type {ImportOptions} from './options.ts';

/** The extract is the live one: there is nothing to import. */
export class AlreadyCurrent extends Error {
  override readonly name = 'AlreadyCurrent';
  readonly version: string;

  constructor(version: string) {
    super(`${version} holds the same extract and is live.`);
    this.version = version;
  }
}

/** The extracts that a new one is compared with. */
export type KnownExtracts = {
  readonly live: StoredGeneration | undefined;
  readonly stored: readonly StoredGeneration[];
  readonly withdrawals: readonly WithdrawnGeneration[];
};

/** Reads what is live, what is kept, and what was taken out of service. Throws `AliasesDisagree`. */
export const knownExtracts = async (installation: Installation): Promise<KnownExtracts> => {
  const generation = await liveGeneration(installation);
  const stored = await storedGenerations(installation);
  const live = generation && stored.find(({version}) => version === toVersion(generation));
  return {live, stored, withdrawals: await withdrawnGenerations(installation)};
};

/** Whether a file has the size of one that was imported: only then it may be the same again. */
const mayBeKnown = ({stored}: KnownExtracts, fileBytes: number | null): boolean =>
  fileBytes !== null && stored.some(({meta}) => meta?.fileBytes === fileBytes);

/** @throws {AlreadyCurrent} when the live generation is of this very content. */
export const refuseCurrent = ({live}: KnownExtracts, contentSha256: string): void => {
  if (live && live.meta?.contentSha256 === contentSha256) throw new AlreadyCurrent(live.version);
};

type Judged = {
  readonly extractedAt: string | null;
  /** Undefined while the content is not known: then its time alone is judged. */
  readonly contentSha256: string | undefined;
};

/** The checks that need no index: is the extract older than what is live, and was it rolled back. */
export const checkExtract = async (
  installation: Installation,
  {extractedAt, contentSha256}: Judged,
  {live, withdrawals}: KnownExtracts,
): Promise<readonly Check[]> => {
  const served = live && {version: live.version, extractedAt: live.meta?.extractedAt ?? null};
  if (contentSha256 === undefined) return [checkAge({extractedAt, liveBefore: undefined}, served)];
  const withdrawn = withdrawals.map(({version}) => version);
  const versions = await promotedVersions(installation, contentSha256);
  const liveBefore = versions.find(each => each !== live?.version && !withdrawn.includes(each));
  return [
    checkAge({extractedAt, liveBefore}, served),
    checkWithdrawals(contentSha256, withdrawals),
  ];
};

/** The digest of the content of a file, which is read for nothing else. */
const digestOf = async ({file, indexing, signal}: ImportOptions): Promise<string> => {
  const extract = await openExtract(file, {maxBytes: indexing.maxBytes});
  try {
    for await (const _ of extract.bytes) signal.throwIfAborted();
    return extract.contentSha256();
  } finally {
    await extract.close();
  }
};

type Opened = ImportOptions & {readonly extract: Extract; readonly retryPolicy: RetryPolicy};

/**
 * Compares the extract with those that were imported before anything is built, unless the import is
 * forced or limited. Only a file of the same size as a known one is read for its digest.
 *
 * @throws {AlreadyCurrent} @throws {GateRefused}
 */
export const compareWithKnown = async (job: Opened): Promise<KnownExtracts> => {
  const {extract, force, limit, retryPolicy} = job;
  const known = await retry(retryPolicy, () => knownExtracts(job));
  if (limit !== undefined || force !== undefined) return known;
  const contentSha256 = mayBeKnown(known, extract.totalBytes) ? await digestOf(job) : undefined;
  if (contentSha256 !== undefined) refuseCurrent(known, contentSha256);
  const {extractedAt} = extract;
  const check = () => checkExtract(job, {extractedAt, contentSha256}, known);
  requirePassed(await retry(retryPolicy, check));
  return known;
};
