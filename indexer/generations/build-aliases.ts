import {randomUUID} from 'node:crypto';
import {
  aliasNames,
  type Generation,
  type IndexNames,
  indexNames,
  toVersion,
} from '#mappings/generation.ts';
import type {Installation} from '../write/installation.ts';

/**
 * The aliases that a build writes through: once they are removed, writes fail instead of creating an
 * index that is gone.
 *
 * A generation has either build aliases or the live aliases, never both. Its build aliases are removed
 * when it goes live and before it is deleted, and both calls fail if they are gone: a generation that is
 * being deleted cannot go live, and a live one cannot be deleted.
 */
export const writeAliases = (prefix: string, {build}: Pick<Generation, 'build'>): IndexNames => {
  const {vehicles, references} = aliasNames(prefix);
  return {vehicles: `${vehicles}-build-${build}`, references: `${references}-build-${build}`};
};

/**
 * The build aliases that a generation gets when another takes its place. They are new each time, so a
 * flip that names those of an earlier time fails however often the generation went live since.
 */
export const newBuildAliases = (
  prefix: string,
  generation: Pick<Generation, 'build'>,
): IndexNames => {
  const {vehicles, references} = writeAliases(prefix, generation);
  const token = randomUUID().slice(0, 8);
  return {vehicles: `${vehicles}-${token}`, references: `${references}-${token}`};
};

/** Whether an alias is a build alias of the generation, of any time. */
export const isBuildAlias = (prefix: string, generation: Pick<Generation, 'build'>) => {
  const own: readonly string[] = Object.values(writeAliases(prefix, generation));
  return (alias: string): boolean =>
    own.some(each => alias === each || alias.startsWith(`${each}-`));
};

/** The build aliases that a generation has now; undefined while it is live or being deleted, or gone. */
export const currentBuildAliases = async (
  {client, prefix}: Installation,
  generation: Generation,
): Promise<IndexNames | undefined> => {
  const names = indexNames(prefix, toVersion(generation));
  const index = Object.values(names);
  const found = await client.indices.getAlias({index, ignore_unavailable: true});
  const isOwn = isBuildAlias(prefix, generation);
  const ownOf = (name: string) => Object.keys(found[name]?.aliases ?? {}).find(isOwn);
  const [vehicles, references] = [ownOf(names.vehicles), ownOf(names.references)];
  return vehicles && references ? {vehicles, references} : undefined;
};
