import type {Client} from '@elastic/elasticsearch';
import {OperationalError} from '#core/command-line/errors.ts';
import {
  aliasNames,
  type Generation,
  type IndexNames,
  indexNames,
  parseIndexName,
  toVersion,
} from '#mappings/generation.ts';
import type {Indices} from '../write/indices.ts';

/**
 * The aliases that a build writes through: once they are removed, writes fail instead of creating an
 * index that is gone.
 *
 * A generation has either build aliases or the live aliases, never both. Its build aliases are removed
 * when it goes live and before it is deleted, and both calls fail if they are gone: a generation that is
 * being deleted cannot go live, and a live one cannot be deleted.
 *
 * @param suffix Of the build aliases that a generation gets when another takes its place. They are new
 * each time, so a flip that names those of an earlier time fails however often the generation went live
 * since.
 */
export const writeAliases = (
  prefix: string,
  {build}: Pick<Generation, 'build'>,
  suffix = '',
): IndexNames => {
  const {vehicles, references} = aliasNames(prefix);
  const end = `build-${build}${suffix}`;
  return {vehicles: `${vehicles}-${end}`, references: `${references}-${end}`};
};

/** Whether an alias is a build alias of the generation, of any time. */
export const isBuildAlias = (prefix: string, generation: Pick<Generation, 'build'>) => {
  const own: readonly string[] = Object.values(writeAliases(prefix, generation));
  return (alias: string): boolean =>
    own.some(each => alias === each || alias.startsWith(`${each}-`));
};

/**
 * The aliases on the indices of a generation, vehicles first: its build aliases, and others. Undefined
 * when it has no index.
 */
export const aliasesOn = async ({client, prefix}: Indices, generation: Generation) => {
  const names = Object.values(indexNames(prefix, toVersion(generation)));
  const found = await client.indices.getAlias({index: names, ignore_unavailable: true});
  if (Object.keys(found).length === 0) return undefined;
  const all = names.flatMap(index =>
    Object.keys(found[index]?.aliases ?? {}).map(alias => ({index, alias})),
  );
  const isOwn = isBuildAlias(prefix, generation);
  return {
    own: all.filter(({alias}) => isOwn(alias)),
    others: all.filter(({alias}) => !isOwn(alias)),
  };
};

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
}: Indices): Promise<Generation | undefined> => {
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
