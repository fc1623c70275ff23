import {aliasNames, type Generation, type IndexNames} from '#mappings/generation.ts';

/**
 * The aliases a build writes through: writes end with them, and cannot create an index that is gone.
 * Their names hold the build number alone and each has one write index, so that Elasticsearch lets
 * only one of two builders take a number.
 */
export const writeAliases = (prefix: string, {build}: Pick<Generation, 'build'>): IndexNames => {
  const {vehicles, references} = aliasNames(prefix);
  return {vehicles: `${vehicles}-build-${build}`, references: `${references}-build-${build}`};
};
