import type {Client, estypes} from '@elastic/elasticsearch';
import {aliasNames, type Generation, indexNames, toVersion} from '#mappings/generation.ts';
import {isStale} from '../elasticsearch/response-errors.ts';
import {outcomeRetry, retry} from '../elasticsearch/retry.ts';
import {liveGeneration} from './live.ts';
import {writeAliases} from './write-alias.ts';

/** Another generation went live in the meantime, so this one must not. */
export class FlipRefused extends Error {
  override readonly name = 'FlipRefused';
}

export type Flip = {
  readonly candidate: Generation;
  /** The generation that is to be replaced: the one that was live when the work began. */
  readonly expected: Generation | undefined;
};

/**
 * An alias with a write index takes no second one: not even two first imports can both go live.
 * Whoever leaves gets its build aliases back, by which it can be deleted or go live again.
 */
const actionsFor = (
  prefix: string,
  {candidate, expected}: Flip,
): estypes.IndicesUpdateAliasesAction[] => {
  const live = aliasNames(prefix);
  const next = {
    index: indexNames(prefix, toVersion(candidate)),
    own: writeAliases(prefix, candidate),
  };
  const previous = expected && {
    index: indexNames(prefix, toVersion(expected)),
    own: writeAliases(prefix, expected),
  };
  return (['vehicles', 'references'] as const).flatMap(each => [
    ...(previous
      ? [
          {remove: {index: previous.index[each], alias: live[each], must_exist: true}},
          {add: {index: previous.index[each], alias: previous.own[each], is_write_index: true}},
        ]
      : []),
    {add: {index: next.index[each], alias: live[each], is_write_index: true}},
    {remove: {index: next.index[each], alias: next.own[each], must_exist: true}},
  ]);
};

/**
 * Puts `candidate` live in the place of `expected`, both aliases in one call. The call is a
 * compare-and-swap: it names the exact indices that were live before and the build aliases that the
 * candidate still has to have, and Elasticsearch refuses it whole when either is no longer so
 * (design §6). Only a first import adds without removing. What was answered is done; a call whose
 * answer was lost is found out by reading the aliases, or by making it again: what was done once is
 * refused then.
 *
 * Throws `FlipRefused` with the aliases unchanged.
 */
export const flip = async (
  client: Client,
  prefix: string,
  {candidate, expected}: Flip,
  policy = outcomeRetry,
): Promise<void> => {
  const isLive = async (generation: Generation | undefined) => {
    const live = await retry(policy, () => liveGeneration(client, prefix));
    return (live && toVersion(live)) === (generation && toVersion(generation));
  };
  const actions = actionsFor(prefix, {candidate, expected});

  if (!expected && !(await isLive(undefined))) {
    throw new FlipRefused('Another import went live while this first one was running.');
  }
  await retry(policy, async () => {
    try {
      await client.indices.updateAliases({actions});
    } catch (error) {
      if (await isLive(candidate)) return;
      if (!isStale(error)) throw error;
      throw new FlipRefused(
        'Another generation went live, or the new indices were removed, in the meantime.',
        {cause: error},
      );
    }
  });
};
