import {toVersion} from '#mappings/generation.ts';
import type {Check} from '../generations/check.ts';
import {checkAge, checkWithdrawals} from '../generations/extract-checks.ts';
import type {RefusedExtract, WithdrawnGeneration} from '../generations/indexer-state.ts';
import {liveGeneration} from '../generations/live.ts';
import {promotedVersions} from '../generations/logged-builds.ts';
import {obstacle, requireOpen} from '../generations/servable.ts';
import {type StoredGeneration, storedGenerations} from '../generations/stored-generations.ts';
import {withdrawnGenerations} from '../generations/withdrawals.ts';
import type {Extract} from '../read/open-extract.ts';
import type {Installation} from '../write/installation.ts';
import type {ImportOptions} from './options.ts';
import {refusedExtracts} from './refused-extracts.ts';

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
export const knownExtracts = async (installation: Installation): Promise<KnownExtracts> => {
  const generation = await liveGeneration(installation);
  const stored = await storedGenerations(installation);
  const live = generation && stored.find(({version}) => version === toVersion(generation));
  if (live) requireOpen(live);
  const withdrawals = await withdrawnGenerations(installation);
  return {live, stored, withdrawals, refused: await refusedExtracts(installation)};
};

/**
 * The checks that need no index: is the extract older than what is live, and was it rolled back. While
 * the digest of its content is not known, its time alone is checked.
 *
 * @throws {AlreadyCurrent} when the live generation is of this very content and this release can
 * serve it, unless forced.
 */
export const checkExtract = async (
  options: ImportOptions,
  {live, withdrawals}: KnownExtracts,
  {extractedAt}: Extract,
  contentSha256: string | undefined,
): Promise<readonly Check[]> => {
  const served = live && {version: live.version, extractedAt: live.meta?.extractedAt ?? null};
  if (contentSha256 === undefined) return [checkAge({extractedAt, liveBefore: undefined}, served)];
  const isSame = live?.meta?.contentSha256 === contentSha256 && !obstacle(live);
  if (isSame && options.force === undefined) throw new AlreadyCurrent(live.version);
  const withdrawn = withdrawals.map(({version}) => version);
  const versions = await promotedVersions(options, contentSha256);
  const liveBefore = versions.find(each => each !== live?.version && !withdrawn.includes(each));
  return [
    checkAge({extractedAt, liveBefore}, served),
    checkWithdrawals(contentSha256, withdrawals),
  ];
};
