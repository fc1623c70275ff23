import type {Client} from '@elastic/elasticsearch';
import {aliasNames, type Generation, parseIndexName, toVersion} from '#mappings/generation.ts';
import {writeAliases} from './write-alias.ts';

/** A generation that has an index, whole or not. */
export type StoredGeneration = Generation & {
  /** The aliases on its indices but for those of its own build: while there is one it must stay. */
  readonly heldBy: readonly string[];
};

/** Every generation that has an index, live or not, oldest build first. */
export const storedGenerations = async (
  client: Client,
  prefix: string,
): Promise<readonly StoredGeneration[]> => {
  const names = aliasNames(prefix);
  const indices = await client.indices.get({
    index: [`${names.vehicles}-*`, `${names.references}-*`],
    features: 'aliases',
    expand_wildcards: 'all',
  });
  const generations = new Map<string, StoredGeneration>();
  for (const [index, {aliases = {}}] of Object.entries(indices)) {
    const generation = parseIndexName(prefix, index);
    if (!generation) continue;
    const version = toVersion(generation);
    const own = Object.values(writeAliases(prefix, generation));
    const others = Object.keys(aliases).filter(alias => !own.includes(alias));
    const heldBy = [...(generations.get(version)?.heldBy ?? []), ...others];
    generations.set(version, {...generation, heldBy});
  }
  return Array.from(generations.values()).toSorted((a, b) => a.build - b.build);
};
