import type {Client} from '@elastic/elasticsearch';
import {toVersion} from '#mappings/generation.ts';
import {promotedVersions} from '../build-log/promoted-versions.ts';
import type {Check} from '../gate/check.ts';
import {checkAge} from '../gate/checks/age.ts';
import {checkRefusals, type Refusal} from '../gate/checks/refusals.ts';
import {liveGeneration} from '../generation/live.ts';
import {type StoredGeneration, storedGenerations} from '../generation/stored-generations.ts';
import {withdrawnContents} from '../generation/withdrawals.ts';
import {AlreadyCurrent} from './already-current.ts';

/** What an extract is compared with to tell whether it is new. */
export type KnownExtracts = {
  readonly live: StoredGeneration | undefined;
  readonly stored: readonly StoredGeneration[];
  readonly refusals: readonly Refusal[];
};

/** Reads what is live, what is kept, and what was taken out of service. Throws `AliasesDisagree`. */
export const knownExtracts = async (client: Client, prefix: string): Promise<KnownExtracts> => {
  const generation = await liveGeneration(client, prefix);
  const stored = await storedGenerations(client, prefix);
  const live = generation && stored.find(({version}) => version === toVersion(generation));
  return {live, stored, refusals: await withdrawnContents(client, prefix)};
};

/** Whether a file has the size of one that was imported: only then it may be the same again. */
export const mayBeKnown = ({stored}: KnownExtracts, fileBytes: number | null): boolean =>
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
  client: Client,
  prefix: string,
  {extractedAt, contentSha256}: Judged,
  {live, refusals}: KnownExtracts,
): Promise<readonly Check[]> => {
  const served = live && {version: live.version, extractedAt: live.meta?.extractedAt ?? null};
  if (contentSha256 === undefined) return [checkAge({extractedAt, liveBefore: undefined}, served)];
  const refused = refusals.map(({version}) => version);
  const versions = await promotedVersions(client, prefix, contentSha256);
  const liveBefore = versions.find(each => each !== live?.version && !refused.includes(each));
  return [checkAge({extractedAt, liveBefore}, served), checkRefusals(contentSha256, refusals)];
};
