import {type Client, errors, type estypes} from '@elastic/elasticsearch';
import {aliasNames, type Generation, indexNames, toVersion} from '#mappings/generation.ts';
import {liveGeneration} from './live.ts';
import {writeAlias} from './write-alias.ts';

/** Another generation went live while this one was built, so this one must not. */
export class FlipRefused extends Error {
  override readonly name = 'FlipRefused';
}

const actionsFor = (
  prefix: string,
  candidate: Generation,
  expected: Generation | undefined,
): estypes.IndicesUpdateAliasesAction[] => {
  const aliases = aliasNames(prefix);
  const next = indexNames(prefix, toVersion(candidate));
  const previous = expected && indexNames(prefix, toVersion(expected));
  return (['vehicles', 'references'] as const).flatMap(each => [
    ...(previous
      ? [{remove: {index: previous[each], alias: aliases[each], must_exist: true}}]
      : []),
    {add: {index: next[each], alias: aliases[each]}},
    {remove: {index: next[each], alias: writeAlias(next[each]), must_exist: false}},
  ]);
};

const isCurrent = async (client: Client, prefix: string, candidate: Generation) =>
  (await liveGeneration(client, prefix))?.build === candidate.build;

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
  candidate: Generation,
  expected: Generation | undefined,
): Promise<void> => {
  if (!expected && (await liveGeneration(client, prefix))) {
    throw new FlipRefused('Another import went live while this first one was running.');
  }
  try {
    await client.indices.updateAliases({actions: actionsFor(prefix, candidate, expected)});
  } catch (error) {
    if (await isCurrent(client, prefix, candidate)) return;
    if (error instanceof errors.ResponseError && error.statusCode === 404) {
      throw new FlipRefused('Another generation went live while this one was built.', {
        cause: error,
      });
    }
    throw error;
  }
  if (!(await isCurrent(client, prefix, candidate))) {
    throw new FlipRefused('The aliases were changed again right after the flip.');
  }
};
