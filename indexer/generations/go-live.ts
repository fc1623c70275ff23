import {randomUUID} from 'node:crypto';
import {aliasNames, type Generation, indexNames, toVersion} from '#mappings/generation.ts';
import {type PreparedRelease, releaseActions} from '../changes/releases.ts';
import {FlipRefused, isMissing, isStale} from '../write/errors.ts';
import {type Indices, untilAborted} from '../write/indices.ts';
import {neverAborted, outcomeRetry, type RetryPolicy, retry} from '../write/retry.ts';
import {
  aliasesOn,
  isBuildAlias,
  liveGeneration,
  metaInForce,
  writeAliases,
} from './stored-generations.ts';

/**
 * Puts a sealed generation live, with what it replaces in its `_meta`: rollbacks read it there. That is
 * written before the flip, and does not count before: `beforeFlip` has what counts until then.
 *
 * @param forced Why an operator overrides the gate.
 * Throws `FlipRefused`, and the reason of the policy's signal, with the aliases unchanged.
 */
export const goLive = async (
  indices: Indices,
  {forced, ...wanted}: Flip & {readonly forced?: string | undefined},
  policy = outcomeRetry,
) => {
  const {candidate, expected} = wanted;
  const {client, prefix} = untilAborted(indices, policy.signal);
  const {vehicles: index} = indexNames(prefix, toVersion(candidate));
  try {
    const {[index]: found} = await retry(policy, () =>
      client.indices.get({index, features: ['aliases', 'mappings']}),
    );
    const aliases = Object.keys(found?.aliases ?? {});
    const meta = metaInForce(found?.mappings?._meta, aliases);
    if (aliases.includes(aliasNames(prefix).vehicles)) {
      return {importedAt: String(meta['importedAt']), replacedBy: undefined, wasLive: true};
    }
    const beforeFlip = {
      alias: aliases.find(isBuildAlias(prefix, candidate)),
      importedAt: meta['importedAt'],
      previous: meta['previous'],
      forced: meta['forced'],
    };
    const isFirst = beforeFlip.previous === undefined;
    const importedAt = isFirst ? new Date().toISOString() : String(beforeFlip.importedAt);
    const previous = expected ? toVersion(expected) : null;
    const force = forced !== undefined && {forced};
    const _meta = {...meta, importedAt, ...force, previous, beforeFlip};
    await retry(policy, () => client.indices.putMapping({index, _meta}));
    return {
      /** When it went live first; one that comes back keeps that time. */
      importedAt,
      /** The version that has replaced it already. */
      replacedBy: await flip(indices, wanted, policy),
      /** Another command has put it live meanwhile; its `_meta` says what it replaced then. */
      wasLive: false,
    };
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    throw new FlipRefused(`The indices of ${toVersion(candidate)} were removed.`, {cause});
  }
};

export type WentLive = Awaited<ReturnType<typeof goLive>>;

export type Flip = {
  readonly candidate: Generation;
  /** The generation it replaces: the one that was live when the work began. */
  readonly expected: Generation | undefined;
  /** The release of what it changes. */
  readonly release: PreparedRelease;
};

/** The two names of what is answered. */
type LiveNames = ReturnType<typeof aliasNames>;

/**
 * An alias with a write index accepts no second one, so not even two first imports both go live. The
 * replaced generation gets new build aliases, by which it can be deleted or go live again.
 */
const actionsFor = (prefix: string, {candidate, expected, release}: Flip, own: LiveNames) => {
  const live = aliasNames(prefix);
  const move = (generation: Generation, from: LiveNames, to: LiveNames) => {
    const names = indexNames(prefix, toVersion(generation));
    return (['vehicles', 'references'] as const).flatMap(each => [
      {remove: {index: names[each], alias: from[each], must_exist: true}},
      {add: {index: names[each], alias: to[each], is_write_index: true}},
    ]);
  };
  const suffix = `-${randomUUID().slice(0, 8)}`;
  return [
    ...(expected ? move(expected, live, writeAliases(prefix, expected, suffix)) : []),
    ...move(candidate, own, live),
    ...releaseActions(prefix, release),
  ];
};

/** For the operator: a flip took place whose response came too late, or never. */
export const replacedSentence = (version: string, by: string): string =>
  `${version} went live, and ${by} has replaced it since. ${by} stays live.`;

const overtaken = 'Another generation went live, or the new indices were removed, in the meantime.';

/** The version that is live, and the build aliases of a candidate, unless it is live or being deleted. */
const standing = async (indices: Indices, candidate: Generation) => {
  const live = await liveGeneration(indices);
  const [vehicles, references] = (await aliasesOn(indices, candidate))?.own ?? [];
  const own = vehicles && references && {vehicles: vehicles.alias, references: references.alias};
  return {live: live && toVersion(live), own};
};

/**
 * Puts `candidate` live in the place of `expected`, with its release, in one call. The call is a
 * compare-and-swap: it names the exact indices that were live before and the build aliases that the
 * candidate has, and Elasticsearch refuses it whole when either has changed. Only a first import adds
 * without removing. A call takes effect at most once, however often it is repeated: a generation never
 * has the same build aliases again. The outcome of a call whose response was lost shows in the aliases.
 *
 * Once the call is sent, the signal of the policy does not end the wait for its outcome.
 *
 * Returns the version that has replaced the candidate already; undefined while the candidate is live.
 * Throws `FlipRefused`, and the reason of the signal, with the aliases unchanged.
 */
export const flip = async (
  indices: Indices,
  wanted: Flip,
  policy: RetryPolicy = outcomeRetry,
): Promise<string | undefined> => {
  const {candidate, expected} = wanted;
  const version = toVersion(candidate);
  const reading = untilAborted(indices, policy.signal);
  const untilKnown = {...policy, signal: neverAborted};
  const {live, own} = await retry(policy, () => standing(reading, candidate));
  if (live === version) return undefined;
  if (!own) throw new FlipRefused(overtaken);
  if (!expected && live !== undefined) {
    throw new FlipRefused('Another import went live while this first one was running.');
  }
  const actions = actionsFor(indices.prefix, wanted, own);
  policy.signal.throwIfAborted();
  return await retry(untilKnown, async () => {
    try {
      await indices.client.indices.updateAliases({actions});
      return undefined;
    } catch (error) {
      // The call may have taken effect all the same; that is found out for as long again.
      const now = await retry(untilKnown, () => standing(indices, candidate));
      if (now.live === version) return undefined;
      if (now.own && now.own.vehicles !== own.vehicles) return now.live;
      if (!isStale(error)) throw error;
      throw new FlipRefused(overtaken, {cause: error});
    }
  });
};
