import {type Client, errors, type estypes} from '@elastic/elasticsearch';
import {aliasNames, type Generation, indexNames, toVersion} from '#mappings/generation.ts';
import {type Patience, persist} from '../bulk/patience.ts';
import {isSecondWriteIndex} from './engine-refusals.ts';
import {liveGeneration} from './live.ts';
import {writeAliases} from './write-alias.ts';

/** Another generation went live while this one was built, so this one must not. */
export class FlipRefused extends Error {
  override readonly name = 'FlipRefused';
}

type Flip = {
  readonly candidate: Generation;
  /** The generation that was live when the build began. */
  readonly expected: Generation | undefined;
};

/** An alias with a write index takes no second one: not even two first imports can both go live. */
const actionsFor = (
  prefix: string,
  {candidate, expected}: Flip,
): estypes.IndicesUpdateAliasesAction[] => {
  const aliases = aliasNames(prefix);
  const next = indexNames(prefix, toVersion(candidate));
  const filled = writeAliases(prefix, candidate);
  const previous = expected && indexNames(prefix, toVersion(expected));
  return (['vehicles', 'references'] as const).flatMap(each => [
    ...(previous
      ? [{remove: {index: previous[each], alias: aliases[each], must_exist: true}}]
      : []),
    {add: {index: next[each], alias: aliases[each], is_write_index: true}},
    {remove: {index: next[each], alias: filled[each], must_exist: false}},
  ]);
};

/** Long enough for the answer of a call that was lost to be found out all the same. */
const untilKnown: Patience = {milliseconds: 60_000, signal: new AbortController().signal};

const isStale = (error: unknown) =>
  error instanceof errors.ResponseError && (error.statusCode === 404 || isSecondWriteIndex(error));

/**
 * Puts `candidate` live in the place of `expected`, both aliases in one call. The call is a
 * compare-and-swap: it names the exact indices that were live when the build began, and
 * Elasticsearch refuses it whole when they are no longer (design §6). Only a first import adds
 * without removing. An answer that was lost is found out by reading the aliases again.
 *
 * Throws `FlipRefused` with the aliases unchanged.
 */
export const flip = async (
  client: Client,
  prefix: string,
  {candidate, expected}: Flip,
  patience: Patience = untilKnown,
): Promise<void> => {
  const isCurrent = async () => {
    const live = await persist(patience, () => liveGeneration(client, prefix));
    return live !== undefined && toVersion(live) === toVersion(candidate);
  };

  if (!expected && (await liveGeneration(client, prefix))) {
    throw new FlipRefused('Another import went live while this first one was running.');
  }
  try {
    await client.indices.updateAliases({actions: actionsFor(prefix, {candidate, expected})});
  } catch (error) {
    if (await isCurrent()) return;
    if (isStale(error)) {
      throw new FlipRefused(
        'Another generation went live, or the new indices were removed, while this one was built.',
        {cause: error},
      );
    }
    throw error;
  }
  if (!(await isCurrent())) {
    throw new FlipRefused('The aliases were changed again right after the flip.');
  }
};
