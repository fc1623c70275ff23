import {aliasNames, type Generation, type IndexNames} from '#mappings/generation.ts';

/**
 * The aliases of a build, which it writes through: writes end with them, and cannot create an index
 * that is gone.
 *
 * A generation has either these or the live aliases, never both. To go live it gives them up, and
 * so it does before it is deleted; each is refused when they are gone. So nothing that is being
 * deleted goes live, and nothing that went live is deleted.
 */
export const writeAliases = (prefix: string, {build}: Pick<Generation, 'build'>): IndexNames => {
  const {vehicles, references} = aliasNames(prefix);
  return {vehicles: `${vehicles}-build-${build}`, references: `${references}-build-${build}`};
};
