import {type Client, errors} from '@elastic/elasticsearch';
import {
  aliasNames,
  type Generation,
  indexNames,
  parseIndexName,
  toVersion,
} from '#mappings/generation.ts';

/** The indices behind each alias; an alias that does not exist has none. */
const indicesBehind = async (client: Client, alias: string): Promise<readonly string[]> => {
  try {
    return Object.keys(await client.indices.getAlias({name: alias}));
  } catch (error) {
    if (error instanceof errors.ResponseError && error.statusCode === 404) return [];
    throw error;
  }
};

/**
 * The generation both aliases point at; undefined before the first import. Throws when they do not
 * agree on exactly one: nothing may be flipped then before a person has looked.
 */
export const liveGeneration = async (
  client: Client,
  prefix: string,
): Promise<Generation | undefined> => {
  const aliases = aliasNames(prefix);
  const vehicles = await indicesBehind(client, aliases.vehicles);
  const references = await indicesBehind(client, aliases.references);
  if (vehicles.length === 0 && references.length === 0) return undefined;

  const [index] = vehicles;
  const generation = index === undefined ? undefined : parseIndexName(prefix, index);
  const expected = generation && indexNames(prefix, toVersion(generation));
  if (
    vehicles.length === 1 &&
    references.length === 1 &&
    expected &&
    expected.references === references[0]
  ) {
    return generation;
  }
  throw new Error(
    `The aliases do not point at one generation: ${aliases.vehicles} is ${vehicles.join(', ') || 'missing'}, ` +
      `${aliases.references} is ${references.join(', ') || 'missing'}. Point both at the indices of one generation.`,
  );
};

/** Every generation that has an index, live or not, oldest build first. */
export const allGenerations = async (
  client: Client,
  prefix: string,
): Promise<readonly Generation[]> => {
  const {vehicles, references} = aliasNames(prefix);
  const indices = await client.indices.get({
    index: [`${vehicles}-*`, `${references}-*`],
    features: 'aliases',
    expand_wildcards: 'all',
  });
  const generations = new Map<number, Generation>();
  for (const index of Object.keys(indices)) {
    const generation = parseIndexName(prefix, index);
    if (generation) generations.set(generation.build, generation);
  }
  return Array.from(generations.values()).toSorted((a, b) => a.build - b.build);
};
