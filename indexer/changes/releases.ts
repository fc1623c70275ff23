import {randomBytes} from 'node:crypto';
import type {estypes} from '@elastic/elasticsearch';
import {keptSince} from '#core/domain/extract-name.ts';
import {readReleases} from '#core/releases.ts';
import type {BuildMeta} from '#mappings/generation.ts';
import {
  changesDefinition,
  changesIndex,
  parseChangesIndex,
  type Release,
  type ReleaseCause,
  releaseAliases,
} from '#mappings/release.ts';
import {CandidateLost, FlipRefused, isMissing, isStale} from '../write/errors.ts';
import {FingerprintsLost} from '../write/fingerprint-index.ts';
import {createIfMissing, type Indices, untilAborted} from '../write/indices.ts';
import {EngineUnavailable, type RetryPolicy, retry, shortRetry} from '../write/retry.ts';
import type {BulkTarget} from '../write/send-batch.ts';
import {type Compared, differingByDigests, differingVehicles} from './differing-vehicles.ts';
import {type ChangeCounts, type ChangeOptions, writeChanges} from './write-changes.ts';

/** How changes are kept. */
export type ChangesConfig = {
  readonly replicas: number;
  readonly days: number;
  readonly plates: boolean;
};

/** The alias through which an index of changes is written and deleted until it goes live. */
const buildAlias = (index: string): string => `${index}-build`;

/** A release whose changes are written, and which goes live with its generation. */
export type PreparedRelease = {
  readonly index: string;
  readonly release: Release;
  /** The index of the release that is live until then. */
  readonly replaces: string | undefined;
};

/** A generation that is replaced. It is not compared if its metadata cannot be read, or if it is closed. */
type Replaced = {
  readonly version: string;
  readonly meta?: BuildMeta | undefined;
  readonly closed?: readonly string[];
};

/** The generation that goes live, the one that it replaces, and why. */
type Wanted = {
  readonly from: Replaced | undefined;
  readonly to: Compared;
  readonly cause: ReleaseCause;
  /** The ids of the vehicles that may differ, if the build knows them. */
  readonly touched?: ReadonlySet<string> | undefined;
};

/** Writes the differences, found by the build, else by the fingerprints, or by the digests if those are damaged. */
const writeDifferences = async (
  indices: Indices,
  both: readonly [Compared, Compared],
  touched: Wanted['touched'],
  target: BulkTarget,
  options: ChangeOptions,
): Promise<ChangeCounts> => {
  const write = (ids: Parameters<typeof writeChanges>[2]) =>
    writeChanges(indices, both, ids, target, options);
  if (touched) return await write([touched]);
  try {
    return await write(differingVehicles(indices, both, target.policy));
  } catch (error) {
    if (!(error instanceof FingerprintsLost)) throw error;
    return await write(differingByDigests(indices, both, target.policy));
  }
};

/**
 * Writes the changes from one generation to the next, into an index that nobody reads before the flip. If that fails,
 * or the signal of the policy ends it, the index is deleted.
 */
export const prepareRelease = async (
  indices: Indices,
  {from, to, cause, touched}: Wanted,
  {replicas, plates}: ChangesConfig,
  policy: RetryPolicy,
): Promise<PreparedRelease> => {
  const stoppable = untilAborted(indices, policy.signal);
  const {client, prefix} = stoppable;
  const [replaced] = await retry(policy, () => readReleases(client, prefix, 'live'));
  const serial = (replaced?.release.serial ?? 0) + 1;
  const index = changesIndex(prefix, serial, randomBytes(4).toString('hex'));
  const alias = buildAlias(index);
  const settings = {...changesDefinition.settings, number_of_replicas: replicas};
  const mappings = changesDefinition.mappings as unknown as estypes.MappingTypeMapping;
  const aliases = {[alias]: {is_write_index: true}};
  const {vehicleCount, digest, extractedAt} = to.meta;
  try {
    // Not stoppable: after an aborted request, Elasticsearch could create the index when it has been deleted.
    await retry(policy, () =>
      createIfMissing(indices.client, index, {settings, mappings, aliases}),
    );
    const target = {client, alias, policy};
    const isComparable = from?.meta && !from.closed?.length;
    const both = isComparable && ([{version: from.version, meta: from.meta}, to] as const);
    const counts = both
      ? await writeDifferences(stoppable, both, touched, target, {serial, plates})
      : {changedVehicles: null, changes: {}, makes: []};
    const release: Release = {
      serial,
      version: to.version,
      previousVersion: from?.version ?? null,
      cause,
      releasedAt: new Date().toISOString(),
      extractedAt,
      vehicleCount,
      digest,
      hasPlates: plates,
      ...counts,
    };
    await retry(policy, () => client.indices.refresh({index}));
    await retry(policy, () => client.indices.addBlock({index, block: 'write'}));
    await retry(policy, () => client.indices.putMapping({index, _meta: release}));
    return {index, release, replaces: replaced?.index};
  } catch (cause) {
    await discardRelease(indices, index);
    if (!isMissing(cause) && !(cause instanceof CandidateLost)) throw cause;
    throw new FlipRefused('A generation was removed while it was compared.', {cause});
  }
};

/**
 * The actions that put a release live. They make the flip fail if another release went live meanwhile, or
 * if this one went live or was deleted.
 */
export const releaseActions = (
  prefix: string,
  {index, replaces}: PreparedRelease,
): estypes.IndicesUpdateAliasesAction[] => {
  const {all, live} = releaseAliases(prefix);
  return [
    {remove: {index, alias: buildAlias(index), must_exist: true}},
    {add: {index, alias: all}},
    ...(replaces === undefined ? [] : [{remove: {index: replaces, alias: live, must_exist: true}}]),
    {add: {index, alias: live, is_write_index: true}},
  ];
};

/** Runs `putLive` for a release. If that throws, the release is discarded once it is prepared. */
export const owning = async <Result>(
  indices: Indices,
  preparing: PreparedRelease | Promise<PreparedRelease>,
  putLive: () => Promise<Result>,
): Promise<Result> => {
  const prepared = Promise.resolve(preparing).catch(() => undefined);
  try {
    return await putLive();
  } catch (error) {
    const release = await prepared;
    if (release) await discardRelease(indices, release.index);
    throw error;
  }
};

/** Deletes a release that did not go live: without its alias, it cannot. A later prune deletes any leftover. */
const discardRelease = async ({client}: Indices, index: string): Promise<void> => {
  try {
    const actions = [{remove: {index, alias: buildAlias(index), must_exist: true}}];
    await retry(shortRetry, () => client.indices.updateAliases({actions}));
    await retry(shortRetry, () => client.indices.delete({index}));
  } catch (error) {
    if (!isStale(error) && !(error instanceof EngineUnavailable)) throw error;
  }
};

/** Deletes the releases older than `days`, except the live one, and earlier ones that never went live. */
export const pruneReleases = async (
  {client, prefix}: Indices,
  days: number,
  extractedAt?: string | null,
): Promise<void> => {
  const {all, live} = releaseAliases(prefix);
  const found = await client.indices.get({
    index: `${prefix}changes-*`,
    features: ['aliases', 'mappings'],
    expand_wildcards: 'all',
  });
  const oldest = keptSince(new Date(), extractedAt, days);
  const releases = Object.entries(found).flatMap(([index, {aliases = {}, mappings}]) => {
    const serial = parseChangesIndex(prefix, index);
    if (serial === undefined) return [];
    const isOld = new Date(String(mappings?._meta?.['releasedAt'])) < oldest;
    return [{index, serial, isLive: live in aliases, isDue: isOld || !(all in aliases)}];
  });
  const serial = releases.find(({isLive}) => isLive)?.serial ?? 0;
  const expired = releases.filter(each => each.serial <= serial && !each.isLive && each.isDue);
  for (const {index} of expired) await client.indices.delete({index, ignore_unavailable: true});
};
