import type {estypes} from '@elastic/elasticsearch';
import {TryLater} from '#core/command-line/errors.ts';
import {
  aliasNames,
  type Generation,
  type IndexNames,
  indexNames,
  toVersion,
} from '#mappings/generation.ts';
import {untilAborted} from '../write/command-transport.ts';
import type {Installation} from '../write/installation.ts';
import {isStale} from '../write/response-errors.ts';
import {neverAborted, outcomeRetry, retry} from '../write/retry.ts';
import {currentBuildAliases, newBuildAliases} from './build-aliases.ts';
import {liveGeneration} from './live.ts';

/** Another generation went live in the meantime, so this one was not put live. */
export class FlipRefused extends TryLater {}

export type Flip = {
  readonly candidate: Generation;
  /** The generation it replaces: the one that was live when the work began. */
  readonly expected: Generation | undefined;
};

/**
 * An alias with a write index accepts no second one, so not even two first imports both go live. The
 * replaced generation gets new build aliases, by which it can be deleted or go live again.
 */
const actionsFor = (
  prefix: string,
  {candidate, expected}: Flip,
  held: IndexNames,
): estypes.IndicesUpdateAliasesAction[] => {
  const live = aliasNames(prefix);
  const next = indexNames(prefix, toVersion(candidate));
  const previous = expected && indexNames(prefix, toVersion(expected));
  const left = expected && newBuildAliases(prefix, expected);
  const move = (index: string, from: string, to: string) => [
    {remove: {index, alias: from, must_exist: true}},
    {add: {index, alias: to, is_write_index: true}},
  ];
  return (['vehicles', 'references'] as const).flatMap(each => [
    ...(previous && left ? move(previous[each], live[each], left[each]) : []),
    ...move(next[each], held[each], live[each]),
  ]);
};

/** For the operator: a flip took place whose response came too late, or never. */
export const replacedSentence = (version: string, by: string): string =>
  `${version} went live, and ${by} has replaced it since. ${by} stays live.`;

const overtaken = 'Another generation went live, or the new indices were removed, in the meantime.';

/**
 * Puts `candidate` live in the place of `expected`, both aliases in one call. The call is a
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
  installation: Installation,
  {candidate, expected}: Flip,
  policy = outcomeRetry,
): Promise<string | undefined> => {
  const {client, prefix} = installation;
  const reading = untilAborted(installation, policy.signal);
  const untilKnown = {...policy, signal: neverAborted};
  const liveVersion = async (from: Installation) => {
    const live = await retry(untilKnown, () => liveGeneration(from));
    return live && toVersion(live);
  };
  const held = await retry(policy, () => currentBuildAliases(reading, candidate));
  if (!held) {
    if ((await liveVersion(reading)) === toVersion(candidate)) return undefined;
    throw new FlipRefused(overtaken);
  }
  if (!expected && (await liveVersion(reading)) !== undefined) {
    throw new FlipRefused('Another import went live while this first one was running.');
  }
  const actions = actionsFor(prefix, {candidate, expected}, held);
  policy.signal.throwIfAborted();
  return await retry(untilKnown, async () => {
    try {
      await client.indices.updateAliases({actions});
      return undefined;
    } catch (error) {
      const live = await liveVersion(installation);
      if (live === toVersion(candidate)) return undefined;
      const now = await retry(untilKnown, () => currentBuildAliases(installation, candidate));
      if (now && now.vehicles !== held.vehicles) return live;
      if (!isStale(error)) throw error;
      throw new FlipRefused(overtaken, {cause: error});
    }
  });
};
