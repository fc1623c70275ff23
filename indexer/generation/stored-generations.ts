import type {Client, estypes} from '@elastic/elasticsearch';
import {
  aliasNames,
  BuildMeta,
  type Generation,
  parseIndexName,
  toVersion,
} from '#mappings/generation.ts';
import {writeAliases} from './write-alias.ts';

/** A generation that has an index, whole or not. */
export type StoredGeneration = Generation & {
  readonly version: string;
  /** Readers are led to it. */
  readonly isLive: boolean;
  /** It was filled and verified to its end: what is not sealed is what a build left unfinished. */
  readonly isSealed: boolean;
  /** Its deletion was begun: it cannot go live any more. */
  readonly isLeaving: boolean;
  /** What it says of itself; undefined when unfinished, or written by another release. */
  readonly meta: BuildMeta | undefined;
  /** The version it replaced; null for a first one, undefined for one that was never live. */
  readonly previous: string | null | undefined;
  /** Aliases of somebody else: while there is one it must stay. */
  readonly heldBy: readonly string[];
};

type Found = {readonly aliases: readonly string[]; readonly meta: estypes.Metadata | undefined};

const previousOf = (meta: estypes.Metadata | undefined): string | null | undefined => {
  const previous: unknown = meta?.['previous'];
  return typeof previous === 'string' || previous === null ? previous : undefined;
};

const judged = (prefix: string, generation: Generation, {aliases, meta}: Found) => {
  const live: readonly string[] = Object.values(aliasNames(prefix));
  const own: readonly string[] = Object.values(writeAliases(prefix, generation));
  const isLive = aliases.some(alias => live.includes(alias));
  return {
    ...generation,
    version: toVersion(generation),
    isLive,
    isSealed: meta?.['version'] !== undefined,
    isLeaving: !isLive && !aliases.some(alias => own.includes(alias)),
    meta: BuildMeta.safeParse(meta).data,
    previous: previousOf(meta),
    heldBy: aliases.filter(alias => !live.includes(alias) && !own.includes(alias)),
  };
};

/** Every generation that has an index, live or not, oldest build first. */
export const storedGenerations = async (
  client: Client,
  prefix: string,
): Promise<readonly StoredGeneration[]> => {
  const names = aliasNames(prefix);
  const indices = await client.indices.get({
    index: [`${names.vehicles}-*`, `${names.references}-*`],
    features: ['aliases', 'mappings'],
    expand_wildcards: 'all',
  });
  const found = new Map<string, Found & {readonly generation: Generation}>();
  for (const [index, {aliases = {}, mappings}] of Object.entries(indices)) {
    const generation = parseIndexName(prefix, index);
    if (!generation) continue;
    const other = found.get(toVersion(generation));
    found.set(toVersion(generation), {
      generation,
      aliases: [...(other?.aliases ?? []), ...Object.keys(aliases)],
      meta: index.startsWith(names.vehicles) ? mappings?._meta : other?.meta,
    });
  }
  return Array.from(found.values(), each => judged(prefix, each.generation, each)).toSorted(
    (a, b) => a.build - b.build,
  );
};
