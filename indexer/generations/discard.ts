import type {Client} from '@elastic/elasticsearch';
import {type Generation, indexNames, toVersion} from '#mappings/generation.ts';
import type {Installation} from '../write/installation.ts';
import {ignoreMissing} from '../write/response-errors.ts';
import {retry, shortRetry} from '../write/retry.ts';
import {isBuildAlias} from './build-aliases.ts';

/** An alias points at the generation, so it must not be deleted. */
export class GenerationInUse extends Error {
  override readonly name = 'GenerationInUse';
}

/** The aliases of the indices that exist; undefined when none exists. */
const aliasesOn = async (client: Client, indices: readonly string[]) => {
  const response = await client.indices.getAlias({index: [...indices], ignore_unavailable: true});
  const found = Object.entries(response);
  if (found.length === 0) return undefined;
  return found.flatMap(([index, {aliases}]) => Object.keys(aliases).map(alias => ({index, alias})));
};

/**
 * Deletes a generation's indices by exact name. First its build aliases are removed, all or none:
 * from then on it cannot go live, and the removal fails if it has gone live meanwhile. After a lost
 * response or a change by another process, the aliases are read again.
 *
 * Throws `GenerationInUse` when another alias points at it; nothing is changed then.
 */
export const discard = async (
  {client, prefix}: Installation,
  generation: Generation,
  policy = shortRetry,
): Promise<void> => {
  const version = toVersion(generation);
  const index = Object.values(indexNames(prefix, version));
  const isOwn = isBuildAlias(prefix, generation);
  for (;;) {
    const aliases = await retry(policy, () => aliasesOn(client, index));
    if (!aliases) return;
    const others = aliases.filter(({alias}) => !isOwn(alias));
    if (others.length > 0) {
      const names = others.map(({alias}) => alias).join(', ');
      throw new GenerationInUse(`Generation ${version} is not deleted: ${names} points at it.`);
    }
    if (aliases.length === 0) {
      await retry(policy, () => client.indices.delete({index, ignore_unavailable: true}));
      return;
    }
    const actions = aliases.map(each => ({remove: {...each, must_exist: true}}));
    await retry(policy, () => client.indices.updateAliases({actions})).catch(ignoreMissing);
  }
};

/**
 * Deletes a candidate after a failure. Returns the error to throw: the failure, or an `AggregateError`
 * with both when the candidate could not be deleted.
 */
export const discardAfter = async (
  installation: Installation,
  candidate: Generation,
  failure: unknown,
): Promise<unknown> => {
  try {
    await discard(installation, candidate);
    return failure;
  } catch (cause) {
    return new AggregateError(
      [failure, cause],
      `The indices of ${toVersion(candidate)} could not be deleted; a later import deletes them.`,
    );
  }
};
