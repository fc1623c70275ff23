import type {estypes} from '@elastic/elasticsearch';
import {OperationalError, TryLater, UsageError} from '#core/command-line/errors.ts';
import {
  aliasNames,
  BeforeFlip,
  BuildMeta,
  type Generation,
  type IndexNames,
  indexNames,
  parseIndexName,
  toVersion,
} from '#mappings/generation.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import {openingOf} from '../write/errors.ts';
import type {Indices} from '../write/indices.ts';

/**
 * The aliases that a build writes through: once they are removed, writes fail instead of creating an
 * index that is gone.
 *
 * The vehicles and references of a generation have either build aliases or the live aliases, never both.
 * Their build aliases are removed when it goes live and before it is deleted, and both calls fail if they are
 * gone: a generation that is being deleted cannot go live, and a live one cannot be deleted. Its fingerprints
 * keep theirs.
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
  return {
    vehicles: `${vehicles}-${end}`,
    references: `${references}-${end}`,
    fingerprints: `${prefix}fingerprints-${end}`,
  };
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

/**
 * The generation both aliases point at; undefined before the first import. Throws `AliasesDisagree`
 * when they do not agree on exactly one.
 */
export const liveGeneration = async ({
  client,
  prefix,
}: Indices): Promise<Generation | undefined> => {
  const aliases = aliasNames(prefix);
  const names = Object.values(aliases);
  // Both in one call, so that no flip can happen in between. When an alias is missing, the response is a
  // 404 that has the other one beside its error.
  const response = await client.indices.getAlias({name: names}, {ignore: [404]});
  const [vehicles = [], references = []] = names.map(alias =>
    Object.keys(response)
      .filter(index => response[index]?.aliases?.[alias] !== undefined)
      .toSorted(),
  );
  if (vehicles.length === 0 && references.length === 0) {
    // An index can have the name of an alias: created by hand, or by a stray write.
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
      `${aliases.references} is ${references.join(', ') || 'missing'}. Point both at the indices of one generation. ` +
      'If it has lost one, delete the others, and promote another generation.',
  );
};

/**
 * The `_meta` without what was written for a flip that has not taken place: as long as the generation
 * has the build alias of then, `beforeFlip` counts.
 */
export const metaInForce = (
  meta: estypes.Metadata | undefined,
  aliases: readonly string[],
): estypes.Metadata => {
  const {beforeFlip, previous: _, forced: __, ...others} = meta ?? {};
  const {alias, ...before} = BeforeFlip.safeParse(beforeFlip).data ?? {};
  return alias !== undefined && aliases.includes(alias) ? {...others, ...before} : (meta ?? {});
};

/** Elasticsearch sets this when it closes an index, and removes it when it opens that. */
const isClosed = (settings: estypes.IndicesIndexSettings | undefined): boolean =>
  String(settings?.index?.verified_before_close) === 'true';

type Found = Readonly<Record<string, estypes.IndicesIndexState>>;

const describe = (prefix: string, generation: Generation, found: Found) => {
  const names = indexNames(prefix, toVersion(generation));
  const indices = Object.keys(found).filter(each => Object.values(names).includes(each));
  const aliases = indices.flatMap(index => Object.keys(found[index]?.aliases ?? {}));
  const live: readonly string[] = Object.values(aliasNames(prefix));
  const isOwn = isBuildAlias(prefix, generation);
  const inForce = metaInForce(found[names.vehicles]?.mappings?._meta, aliases);
  const isSealed = inForce['version'] === toVersion(generation);
  // Until it is sealed, a copy has the `_meta` of the generation that it was made of.
  const meta = isSealed ? inForce : {};
  const isLive = aliases.some(alias => live.includes(alias));
  const hasOwn = [names.vehicles, names.references].every(name =>
    Object.keys(found[name]?.aliases ?? {}).some(isOwn),
  );
  return {
    ...generation,
    version: toVersion(generation),
    /** The live aliases point at it. */
    isLive,
    /** It was filled and verified to its end. One that is not sealed is being built, or was abandoned. */
    isSealed,
    /** Its deletion has begun, or it lost an index or alias by hand: it cannot go live any more. */
    isBeingDeleted: !isLive && !hasOwn,
    /** The `_meta` of its index; undefined when unfinished, or written by another release. */
    meta: BuildMeta.safeParse(meta).data,
    /** The version it replaced; null for a first one, undefined for one that was never live. */
    previous: BeforeFlip.shape.previous.safeParse(meta['previous']).data,
    /** Aliases that the indexer did not set: a generation with one is never deleted. */
    foreignAliases: aliases.filter(alias => !live.includes(alias) && !isOwn(alias)),
    /** Its indices that an operator closed: Elasticsearch answers nothing from them. */
    closed: indices.filter(
      index => index !== names.fingerprints && isClosed(found[index]?.settings),
    ),
  };
};

/** A generation that has at least one index. */
export type StoredGeneration = ReturnType<typeof describe>;

/** Every generation that has an index, oldest build first. */
export const storedGenerations = async ({
  client,
  prefix,
}: Indices): Promise<readonly StoredGeneration[]> => {
  const names = aliasNames(prefix);
  const found = await client.indices.get({
    index: [`${names.vehicles}-*`, `${names.references}-*`, `${prefix}fingerprints-*`],
    features: ['aliases', 'mappings', 'settings'],
    expand_wildcards: 'all',
  });
  const generations = Object.keys(found).flatMap(index => parseIndexName(prefix, index) ?? []);
  const byVersion = new Map(generations.map(each => [toVersion(each), each]));
  return Array.from(byVersion.values(), each => describe(prefix, each, found)).toSorted(
    (a, b) => a.build - b.build,
  );
};

/**
 * Those that were filled and verified to their end, and are not being deleted.
 *
 * @param candidate Of the build that has the lock, which goes on checking what is sealed until that is live.
 */
export const finished = (
  stored: readonly StoredGeneration[],
  candidate?: string | null,
): readonly StoredGeneration[] =>
  stored.filter(
    ({version, isLive, isSealed, isBeingDeleted}) =>
      isSealed && !isBeingDeleted && (isLive || version !== candidate),
  );

/** The number that follows those of all generations, and `last`. */
export const nextBuild = (stored: readonly StoredGeneration[], last = 0): number =>
  Math.max(last, stored.at(-1)?.build ?? 0) + 1;

/**
 * The live generation and the ones that successive rollbacks restore: each is the one that its
 * predecessor in the list replaced. It ends where that one is gone.
 */
export const rollbackChain = (stored: readonly StoredGeneration[]): readonly StoredGeneration[] => {
  const chain: StoredGeneration[] = [];
  let next = stored.find(({isLive}) => isLive);
  while (next && !chain.includes(next)) {
    chain.push(next);
    const {previous} = next;
    next = stored.find(({version, isBeingDeleted}) => version === previous && !isBeingDeleted);
  }
  return chain;
};

/** Whether a generation waits to be promoted: complete, newer than the live one, and never live. */
export const isHeld =
  (live: StoredGeneration | undefined) =>
  ({build, isSealed, isBeingDeleted, previous}: StoredGeneration): boolean =>
    isSealed && !isBeingDeleted && previous === undefined && build > (live?.build ?? 0);

/** An index of the live generation is closed. An operator has to open it. */
class LiveIndexClosed extends TryLater {}

/** Why Elasticsearch answers nothing from a generation; undefined when it does. */
const closedSentence = ({version, closed}: StoredGeneration): string | undefined =>
  closed.length === 0
    ? undefined
    : `Generation ${version} is closed in Elasticsearch, so requests to it fail. ${openingOf(...closed)}.`;

/** Why the API of this release cannot serve a generation; undefined when it can. */
export const obstacle = (generation: StoredGeneration): string | undefined =>
  generation.meta?.mappingVersion === mappingVersion
    ? closedSentence(generation)
    : `Generation ${generation.version} was written by another release of the indexer; the API of ` +
      'this release cannot serve it. Import the extract again.';

/** The `_meta` of a generation. Throws `UsageError` when the API cannot serve it. */
export const servableMeta = (generation: StoredGeneration): BuildMeta => {
  const sentence = obstacle(generation);
  if (sentence !== undefined || !generation.meta) throw new UsageError(sentence ?? '');
  return generation.meta;
};

/** Throws `LiveIndexClosed`: an extract is compared with what is live. */
export const requireOpen = (live: StoredGeneration): void => {
  const sentence = closedSentence(live);
  if (sentence !== undefined) throw new LiveIndexClosed(`${sentence} Then run this again.`);
};
