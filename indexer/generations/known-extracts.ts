import {isDeepStrictEqual} from 'node:util';
import {whole} from '#core/command-line/figures.ts';
import {toVersion} from '#mappings/generation.ts';
import {type Extract, openExtract} from '../read/open-extract.ts';
import type {Indices} from '../write/indices.ts';
import {type RetryPolicy, retry} from '../write/retry.ts';
import {liveGeneration} from './aliases.ts';
import {type Check, requirePassed} from './check.ts';
import type {GateLimits} from './gate.ts';
import {promotedVersions} from './logged-builds.ts';
import {type RefusedExtract, refusedExtracts, requireNotRefused} from './refused-extracts.ts';
import {
  obstacle,
  requireOpen,
  type StoredGeneration,
  storedGenerations,
} from './stored-generations.ts';
import {type WithdrawnGeneration, withdrawnGenerations} from './withdrawals.ts';

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
  readonly refused: readonly RefusedExtract[];
};

/**
 * Reads what is live, what is kept, and what was taken out of service. Throws `AliasesDisagree`, and
 * `LiveIndexClosed`.
 */
export const knownExtracts = async (indices: Indices): Promise<KnownExtracts> => {
  const generation = await liveGeneration(indices);
  const stored = await storedGenerations(indices);
  const live = generation && stored.find(({version}) => version === toVersion(generation));
  if (live) requireOpen(live);
  const withdrawals = await withdrawnGenerations(indices);
  return {live, stored, withdrawals, refused: await refusedExtracts(indices)};
};

/**
 * The checks that need no index: is the extract older than what is live, and was it rolled back. While
 * the digest of its content is not known, its time alone is checked.
 *
 * @throws {AlreadyCurrent} when the live generation is of this very content and this release can
 * serve it, unless forced.
 */
export const checkExtract = async (
  {force, ...indices}: Indices & {readonly force?: string | undefined},
  {live, withdrawals}: KnownExtracts,
  {extractedAt}: Pick<Extract, 'extractedAt'>,
  contentSha256: string | undefined,
): Promise<readonly Check[]> => {
  const served = live && {version: live.version, extractedAt: live.meta?.extractedAt ?? null};
  if (contentSha256 === undefined) return [checkAge({extractedAt, liveBefore: undefined}, served)];
  const isSame = live?.meta?.contentSha256 === contentSha256 && !obstacle(live);
  if (isSame && force === undefined) throw new AlreadyCurrent(live.version);
  const withdrawn = withdrawals.map(({version}) => version);
  const versions = await promotedVersions(indices, contentSha256);
  const liveBefore = versions.find(each => each !== live?.version && !withdrawn.includes(each));
  return [
    checkAge({extractedAt, liveBefore}, served),
    checkWithdrawals(contentSha256, withdrawals),
  ];
};

type Live = {readonly version: string; readonly extractedAt: string | null};

type ExtractFacts = {
  readonly extractedAt: string | null;
  /** The version under which the same content was live earlier, and is not any more. */
  readonly liveBefore: string | undefined;
};

/** The extract is not older than the live one, by its time or because it was live earlier. */
export const checkAge = (
  {extractedAt, liveBefore}: ExtractFacts,
  live: Live | undefined,
): Check => {
  const age = {
    name: 'age',
    limit: live ? `not older than ${live.version}` : 'any age: no generation is live',
    advice: 'Fetch the newest extract.',
  } as const;
  if (live && liveBefore !== undefined) {
    const found = `the extract was live before as ${liveBefore}, and ${live.version} came after it`;
    return {...age, passed: false, found};
  }
  if (extractedAt === null) return {...age, passed: true, found: 'its time is unknown'};
  const made = `made at ${extractedAt}`;
  if (!live || live.extractedAt === null) return {...age, passed: true, found: made};
  return {
    ...age,
    passed: Date.parse(extractedAt) >= Date.parse(live.extractedAt),
    found: `${made}, and the live one at ${live.extractedAt}`,
  };
};

/** An extract that was rolled back does not go live again in the next scheduled run. */
export const checkWithdrawals = (
  contentSha256: string,
  withdrawals: readonly WithdrawnGeneration[],
): Check => {
  const withdrawn = withdrawals.find(each => each.contentSha256 === contentSha256);
  return {
    name: 'refusals',
    passed: withdrawn === undefined,
    found: withdrawn
      ? `the same extract was taken out of service as ${withdrawn.version} at ${withdrawn.at}: ${withdrawn.reason}`
      : 'never taken out of service',
    limit: 'not an extract that was rolled back',
    advice: 'Wait for the next extract.',
  };
};

/** A limited import reads only a part of the extract. @param limit Records it read at most. */
export const checkWhole = (limit: number | undefined): Check => ({
  name: 'whole',
  passed: limit === undefined,
  found: limit === undefined ? 'all records' : `the first ${whole(limit)} records`,
  limit: 'all records of the extract',
  advice: 'Import it without --limit.',
});

/** Of an import, what its comparison needs. */
type Options = Indices & {
  readonly file: string;
  readonly indexing: {readonly maxBytes: number; readonly gate: GateLimits};
  readonly signal: AbortSignal;
  readonly say: (sentence: string) => void;
  readonly force?: string | undefined;
  readonly limit?: number | undefined;
};

/** The digest of the content of a file, which is read for nothing else: minutes for the register. */
const digestOf = async ({file, indexing, signal}: Options): Promise<string> => {
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
  options: Options,
  {fingerprint, totalBytes}: Extract,
  {stored, refused}: KnownExtracts,
): Promise<string | undefined> => {
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
  return totalBytes !== null && isInDoubt ? await digestOf(options) : undefined;
};

/**
 * Compares the extract with those that were imported or refused before anything is built, unless the
 * import is forced or limited.
 *
 * @throws {AlreadyCurrent} @throws {GateRefused} @throws {RefusedBefore}
 */
export const compareWithKnown = async (
  options: Options,
  extract: Extract,
  policy: RetryPolicy,
): Promise<KnownExtracts> => {
  const known = await retry(policy, () => knownExtracts(options));
  if (options.limit !== undefined || options.force !== undefined) return known;
  const contentSha256 = await digestIfKnown(options, extract, known);
  const check = () => checkExtract(options, known, extract, contentSha256);
  requirePassed(await retry(policy, check));
  requireNotRefused(options, known, contentSha256);
  return known;
};
