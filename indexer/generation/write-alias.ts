import {aliasNames, type Generation, type IndexNames} from '#mappings/generation.ts';

/**
 * The aliases that a build writes through: once they are removed, writes fail instead of creating an
 * index that is gone.
 *
 * A generation has either these or the live aliases, never both. They are removed when it goes live
 * and before it is deleted, and both calls fail if they are gone: a generation that is being deleted
 * cannot go live, and a live one cannot be deleted.
 */
export const writeAliases = (prefix: string, {build}: Pick<Generation, 'build'>): IndexNames => {
  const {vehicles, references} = aliasNames(prefix);
  return {vehicles: `${vehicles}-build-${build}`, references: `${references}-build-${build}`};
};
