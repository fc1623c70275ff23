import type {Client} from '@elastic/elasticsearch';
import {
  aliasNames,
  type Generation,
  indexNames,
  parseIndexName,
  toVersion,
} from '#mappings/generation.ts';

/** The aliases do not, or cannot, point at one generation: nothing may be flipped before a person has looked. */
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

/** Indices that have the name of an alias: made by hand, or by a write that went astray. */
const inTheWay = async (client: Client, names: string[]): Promise<readonly string[]> => {
  const which = {index: names, features: 'aliases', ignore_unavailable: true} as const;
  const found = await client.indices.get(which);
  return names.filter(name => name in found);
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
  if (vehicles.length === 0 && references.length === 0) {
    const [name] = await inTheWay(client, Object.values(aliases));
    if (name === undefined) return undefined;
    throw new AliasesDisagree(
      `${name} is an index, where an alias has to be. Delete it when nobody needs what it holds, then run this again.`,
    );
  }

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
