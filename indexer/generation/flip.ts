import type {estypes} from '@elastic/elasticsearch';
import {TryLater} from '#core/command-line/errors.ts';
import {aliasNames, type Generation, indexNames, toVersion} from '#mappings/generation.ts';
import type {Installation} from '../elasticsearch/installation.ts';
import {isMissing, isStale} from '../elasticsearch/response-errors.ts';
import {outcomeRetry, retry} from '../elasticsearch/retry.ts';
import {liveGeneration} from './live.ts';
import {writeAliases} from './write-alias.ts';

/** Another generation went live in the meantime, so this one was not put live. */
export class FlipRefused extends TryLater {}

export type Flip = {
  readonly candidate: Generation;
  /** The generation it replaces: the one that was live when the work began. */
  readonly expected: Generation | undefined;
};

/**
 * An alias with a write index accepts no second one, so not even two first imports both go live. The
 * replaced generation gets its build aliases back, by which it can be deleted or go live again.
 */
const actionsFor = (
  prefix: string,
  {candidate, expected}: Flip,
): estypes.IndicesUpdateAliasesAction[] => {
  const move = (index: string, from: string, to: string) => [
    {remove: {index, alias: from, must_exist: true}},
    {add: {index, alias: to, is_write_index: true}},
  ];
  const namesOf = (generation: Generation) => ({
    index: indexNames(prefix, toVersion(generation)),
    own: writeAliases(prefix, generation),
  });
  const [next, previous] = [namesOf(candidate), expected && namesOf(expected)];
  return (['vehicles', 'references'] as const).flatMap(each => {
    const live = aliasNames(prefix)[each];
    return [
      ...(previous ? move(previous.index[each], live, previous.own[each]) : []),
      ...move(next.index[each], next.own[each], live),
    ];
  });
};

/**
 * Puts `candidate` live in the place of `expected`, both aliases in one call. The call is a
 * compare-and-swap: it names the exact indices that were live before and the build aliases that the
 * candidate still has to have, and Elasticsearch refuses it whole when either has changed.
 * Only a first import adds without removing. The outcome of a call whose response was lost shows in
 * the aliases, or when the call is repeated: it is refused if it took effect the first time.
 *
 * Throws `FlipRefused` with the aliases unchanged.
 */
export const flip = async (
  {client, prefix}: Installation,
  {candidate, expected}: Flip,
  policy = outcomeRetry,
): Promise<void> => {
  const isLive = async (generation: Generation | undefined) => {
    const live = await retry(policy, () => liveGeneration({client, prefix}));
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

/**
 * Puts a sealed generation live, with what it replaces in its `_meta`: rollbacks read it there.
 * Returns `importedAt`, the time it went live first; one that comes back keeps that time.
 *
 * @param forced Why an operator overrides the gate.
 * Throws `FlipRefused` with the aliases unchanged.
 */
export const goLive = async (
  {client, prefix}: Installation,
  {candidate, expected, forced}: Flip & {readonly forced?: string | undefined},
  policy = outcomeRetry,
): Promise<string> => {
  const {vehicles: index} = indexNames(prefix, toVersion(candidate));
  let importedAt = new Date().toISOString();
  try {
    const mapping = await retry(policy, () => client.indices.getMapping({index}));
    const meta = mapping[index]?.mappings._meta ?? {};
    const wasLive = meta['previous'] !== undefined;
    if (wasLive) importedAt = String(meta['importedAt']);
    const _meta = {
      ...meta,
      importedAt,
      ...(forced !== undefined && {forced}),
      previous: expected ? toVersion(expected) : null,
    };
    await retry(policy, () => client.indices.putMapping({index, _meta}));
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    throw new FlipRefused(`The indices of ${toVersion(candidate)} were removed.`, {cause});
  }
  await flip({client, prefix}, {candidate, expected}, policy);
  return importedAt;
};
