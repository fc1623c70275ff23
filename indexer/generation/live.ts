import type {Client} from '@elastic/elasticsearch';
import {
  aliasNames,
  type Generation,
  indexNames,
  parseIndexName,
  toVersion,
} from '#mappings/generation.ts';

/** The aliases do not point at one generation: nothing may be flipped before a person has looked. */
export class AliasesDisagree extends Error {
  override readonly name = 'AliasesDisagree';
}

/** The indices behind both aliases, read in one call, so that no flip can lie between them. */
const indicesBehind = async (client: Client, aliases: ReturnType<typeof aliasNames>) => {
  // When an alias is missing the answer is a 404 that still tells of the other, beside its error.
  const answer = await client.indices.getAlias({name: Object.values(aliases)}, {ignore: [404]});
  const behind = (alias: string) =>
    Object.keys(answer)
      .filter(index => answer[index]?.aliases?.[alias] !== undefined)
      .toSorted();
  return {vehicles: behind(aliases.vehicles), references: behind(aliases.references)};
};

/**
 * The generation both aliases point at; undefined before the first import. Throws `AliasesDisagree`
 * when they do not agree on exactly one.
 */
export const liveGeneration = async (
  client: Client,
  prefix: string,
): Promise<Generation | undefined> => {
  const aliases = aliasNames(prefix);
  const {vehicles, references} = await indicesBehind(client, aliases);
  if (vehicles.length === 0 && references.length === 0) return undefined;

  const [index = ''] = vehicles;
  const generation = parseIndexName(prefix, index);
  const expected = generation && indexNames(prefix, toVersion(generation));
  const agree = vehicles.length === 1 && references.length === 1;
  if (agree && index === expected?.vehicles && references[0] === expected.references) {
    return generation;
  }
  throw new AliasesDisagree(
    `The aliases do not point at one generation: ${aliases.vehicles} is ${vehicles.toSorted().join(', ') || 'missing'}, ` +
      `${aliases.references} is ${references.toSorted().join(', ') || 'missing'}. Point both at the indices of one generation.`,
  );
};
