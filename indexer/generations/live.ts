import type {Client} from '@elastic/elasticsearch';
import {OperationalError} from '#core/command-line/errors.ts';
import {
  aliasNames,
  type Generation,
  indexNames,
  parseIndexName,
  toVersion,
} from '#mappings/generation.ts';
import type {Installation} from '../write/installation.ts';

/** The aliases do not, or cannot, point at one generation. An operator has to correct them. */
export class AliasesDisagree extends OperationalError {}

/** The indices behind both aliases, read in one call so that no flip can happen in between. */
const indicesBehind = async (client: Client, aliases: ReturnType<typeof aliasNames>) => {
  // When an alias is missing, the response is a 404 that has the other one beside its error.
  const response = await client.indices.getAlias({name: Object.values(aliases)}, {ignore: [404]});
  const behind = (alias: string) =>
    Object.keys(response)
      .filter(index => response[index]?.aliases?.[alias] !== undefined)
      .toSorted();
  return {vehicles: behind(aliases.vehicles), references: behind(aliases.references)};
};

/**
 * The generation both aliases point at; undefined before the first import. Throws `AliasesDisagree`
 * when they do not agree on exactly one.
 */
export const liveGeneration = async ({
  client,
  prefix,
}: Installation): Promise<Generation | undefined> => {
  const aliases = aliasNames(prefix);
  const {vehicles, references} = await indicesBehind(client, aliases);
  if (vehicles.length === 0 && references.length === 0) {
    // An index can have the name of an alias: created by hand, or by a stray write.
    const names = Object.values(aliases);
    const found = await client.indices.get({index: names, ignore_unavailable: true});
    const name = names.find(each => each in found);
    if (name === undefined) return undefined;
    throw new AliasesDisagree(
      `${name} is an index, but must be an alias. Delete it if its documents are not needed, then run this again.`,
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
    `The aliases do not point at one generation: ${aliases.vehicles} is ${vehicles.join(', ') || 'missing'}, ` +
      `${aliases.references} is ${references.join(', ') || 'missing'}. Point both at the indices of one generation.`,
  );
};
