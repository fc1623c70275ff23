import type {Client} from '@elastic/elasticsearch';
import {type Generation, indexNames, toVersion} from '#mappings/generation.ts';
import {isMissing} from '../elasticsearch/response-errors.ts';
import {retry, shortRetry} from '../elasticsearch/retry.ts';
import {writeAliases} from './write-alias.ts';

/** An alias points at the generation, so that it must not be deleted. */
export class GenerationInUse extends Error {
  override readonly name = 'GenerationInUse';
}

type AliasOnIndex = {readonly index: string; readonly alias: string};

/** The aliases on those of the indices that are there; undefined when none is. */
const aliasesOn = async (client: Client, indices: readonly string[]) => {
  const answer = await client.indices.getAlias({index: [...indices], ignore_unavailable: true});
  const found = Object.entries(answer);
  if (found.length === 0) return undefined;
  return found.flatMap(([index, {aliases}]) =>
    Object.keys(aliases).map((alias): AliasOnIndex => ({index, alias})),
  );
};

/**
 * Deletes a generation's indices by exact name. First its build aliases are taken away, all of them
 * or none: from then on it cannot go live, and when it went live meanwhile that is refused. Whatever
 * a lost answer or another process left is read again and gone on from.
 *
 * Throws `GenerationInUse` when another alias points at it; then nothing is changed.
 */
export const discard = async (
  client: Client,
  prefix: string,
  generation: Generation,
  policy = shortRetry,
): Promise<void> => {
  const version = toVersion(generation);
  const index = Object.values(indexNames(prefix, version));
  const own: readonly string[] = Object.values(writeAliases(prefix, generation));
  for (;;) {
    const aliases = await retry(policy, () => aliasesOn(client, index));
    if (!aliases) return;
    const others = aliases.filter(({alias}) => !own.includes(alias));
    if (others.length > 0) {
      const names = others.map(({alias}) => alias).join(', ');
      throw new GenerationInUse(`Generation ${version} is not removed: ${names} points at it.`);
    }
    if (aliases.length === 0) {
      await retry(policy, () => client.indices.delete({index, ignore_unavailable: true}));
      return;
    }
    await retry(policy, () => claim(client, aliases));
  }
};

const claim = async (client: Client, aliases: readonly AliasOnIndex[]): Promise<void> => {
  const actions = aliases.map(each => ({remove: {...each, must_exist: true}}));
  try {
    await client.indices.updateAliases({actions});
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
};

/**
 * Removes a candidate that failed. Returns what to throw: the failure itself, or, when the candidate
 * could not be removed either, both.
 */
export const discardAfter = async (
  failure: unknown,
  client: Client,
  prefix: string,
  candidate: Generation,
): Promise<unknown> => {
  try {
    await discard(client, prefix, candidate);
    return failure;
  } catch (cause) {
    return new AggregateError(
      [failure, cause],
      `The indices of ${toVersion(candidate)} could not be removed; a later import removes them.`,
    );
  }
};
