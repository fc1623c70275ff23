import type {Client, estypes} from '@elastic/elasticsearch';
import {TryLater} from '#core/command-line/errors.ts';
import {toStamp} from '#core/domain/extract-name.ts';
import {
  type BuildMeta,
  type FingerprintsMeta,
  type Generation,
  type IndexNames,
  indexNames,
  toVersion,
} from '#mappings/generation.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import type {Extract} from '../read/open-extract.ts';
import {CandidateLost, isMissing, isTakenName, WritesLost} from '../write/errors.ts';
import type {ImportReport} from '../write/import-report.ts';
import {documentCounts, type Indices, indexDefinition} from '../write/indices.ts';
import {NotReady, outcomeRetry, type RetryPolicy, retry} from '../write/retry.ts';
import {discard, discardAfter} from './discard.ts';
import {writeAliases} from './stored-generations.ts';

const definitions = {
  vehicles: indexDefinition('mappings/vehicles.json'),
  references: indexDefinition('mappings/references.json'),
  fingerprints: indexDefinition('mappings/fingerprints.json'),
};

type Part = keyof typeof definitions;
const parts = Object.keys(definitions) as readonly Part[];

/** Trades safety for speed: no API reads a candidate, and one that is lost is built again. */
const whileChanging = {
  refresh_interval: '-1',
  'translog.durability': 'async',
  'translog.flush_threshold_size': '1gb',
  // A throttled merge would delay the sealing.
  'merge.scheduler.auto_throttle': false,
} as const;

/**
 * The same for an index that starts empty. Segments are merged sixty at a time, so that hardly any document is merged
 * twice before the last merge.
 */
const whileFilling = {
  ...whileChanging,
  'merge.policy.max_merge_at_once': 60,
  'merge.policy.segments_per_tier': 60,
  'merge.policy.floor_segment': '100mb',
} as const;

const asByDefault = Object.fromEntries(Object.keys(whileFilling).map(name => [name, null]));

/**
 * Segments of a shard that goes live. One thread of Elasticsearch merges those of vehicles to one meanwhile
 * (`mergeToOne`), and until then a lookup costs it a quarter more. With replicas they are merged to one before:
 * each replica would merge its own copy again. Reference entries are few, and lists are read to their end.
 * Of a copy only the small segments are merged, with what weeks have changed: the large one it shares.
 */
const mostSegments = (replicas: number, isCopy: boolean) => {
  const filled = replicas === 0 ? 8 : 1;
  return {vehicles: isCopy ? 2 : filled, references: 1};
};

/** The generation that a build fills; its version tells when its extract was made. */
export const nameCandidate = (prefix: string, extractedAt: string | null, build: number) => {
  const generation = {stamp: toStamp(extractedAt ?? new Date().toISOString()), build};
  const version = toVersion(generation);
  return {...generation, version, names: indexNames(prefix, version)};
};

export type Candidate = ReturnType<typeof nameCandidate>;

/** If no shard is allocated, Elasticsearch answers after 30 s per index; a stop does not wait for the next index. */
type Stoppable = Indices & {readonly signal?: AbortSignal};

/** Makes the indices of a new generation by `make`, each with its build alias, or none. */
const makeIndices = async (
  {client, prefix, signal}: Stoppable,
  candidate: Generation,
  make: (part: Part, index: string, aliases: Record<string, estypes.IndicesAlias>) => unknown,
): Promise<void> => {
  const names = indexNames(prefix, toVersion(candidate));
  const aliases = writeAliases(prefix, candidate);
  const isOwn = (part: Part) =>
    client.indices.existsAlias({index: names[part], name: aliases[part]});
  try {
    for (const part of parts) {
      signal?.throwIfAborted();
      await retry(outcomeRetry, async () => {
        try {
          await make(part, names[part], {[aliases[part]]: {is_write_index: true}});
        } catch (error) {
          // The request was repeated, as its response or the master was lost: build numbers are unique.
          if (!isTakenName(error) || !(await isOwn(part))) throw error;
        }
      });
    }
  } catch (error) {
    throw isTakenName(error) ? error : await discardAfter({client, prefix}, candidate, error);
  }
};

/** Creates the empty indices of a new generation. */
export const createCandidate = (indices: Stoppable, candidate: Generation, shards = 1) =>
  makeIndices(indices, candidate, (part, index, aliases) => {
    const settings = {
      ...definitions[part].settings,
      ...whileFilling,
      ...(part === 'vehicles' && {number_of_shards: shards}),
    } as estypes.IndicesIndexSettings;
    return indices.client.indices.create({...definitions[part], index, settings, aliases});
  });

/** The live generation was removed while it was copied. */
class SourceLost extends TryLater {}

/**
 * Makes the indices of a new generation as copies of those of another, which Elasticsearch makes by hard links
 * where the file system has them; its fingerprints are written anew. The copies are merged as by default, so that
 * their largest segments stay as they are. Returns whether they are ready to be written to; otherwise, as with too
 * little room, none is left. Throws `SourceLost`.
 */
export const copyCandidate = async (
  indices: Stoppable,
  candidate: Generation,
  from: Generation,
): Promise<boolean> => {
  const {client, prefix} = indices;
  const sources = indexNames(prefix, toVersion(from));
  const settings = {...whileChanging, number_of_replicas: 0, 'blocks.write': false};
  try {
    await makeIndices(indices, candidate, (part, index, aliases) => {
      if (part === 'fingerprints') {
        return client.indices.create({...definitions.fingerprints, index, aliases});
      }
      return client.indices.clone({index: sources[part], target: index, settings, aliases});
    });
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    throw new SourceLost('The live generation was removed while it was copied.', {cause});
  }
  const index = Object.values(indexNames(prefix, toVersion(candidate)));
  // Without replicas, that is green: an index is yellow already before its new primaries have started.
  const started = retry(outcomeRetry, () =>
    client.cluster.health(
      {index, wait_for_status: 'green', timeout: '60s'},
      {ignore: [408], requestTimeout: 90_000},
    ),
  );
  const {timed_out: isLate} = await started.catch(async error => {
    throw await discardAfter(indices, candidate, error);
  });
  if (isLate) await discard(indices, candidate);
  return !isLate;
};

type Filled = {
  readonly fingerprints?: FingerprintsMeta | undefined;
  readonly digest: string;
  readonly candidate: Candidate;
  readonly extract: Extract;
  readonly report: ImportReport;
  readonly force?: string | undefined;
  readonly limit?: number | undefined;
};

/** The `_meta` of the new generation. */
export const generationMeta = (filled: Filled): BuildMeta => {
  const {extract, force, limit, candidate, report, fingerprints, digest} = filled;
  const {records, vehicles: vehicleCount} = report.counts();
  return {
    mappingVersion,
    version: candidate.version,
    importedAt: new Date().toISOString(),
    extractedAt: extract.extractedAt,
    vehicleCount,
    digest,
    contentId: (limit === undefined && extract.contentId()) || null,
    records,
    ...(limit === undefined && {completeness: report.completeness()}),
    ...(fingerprints && {fingerprints}),
    ...(force !== undefined && {forced: force}),
    ...(limit !== undefined && {limit}),
  };
};

/** Merging a full register takes long, and the response comes at its end. */
const mergeTimeout = 6 * 60 * 60 * 1000;

type Sealing = {
  readonly meta: Readonly<Record<string, unknown>>;
  readonly replicas: number;
  /** It shares segments with the live generation. */
  readonly isCopy?: boolean;
};

/**
 * Makes a filled candidate immutable: a write block, few segments, its `_meta`, the settings of its
 * definition, and then its replicas, which Elasticsearch copies from the merged segments. Each step is
 * idempotent, so it is retried while Elasticsearch is away. Throws `CandidateLost` when an index is gone.
 */
export const seal = async (
  client: Client,
  names: IndexNames,
  {meta, replicas, isCopy = false}: Sealing,
  policy: RetryPolicy,
): Promise<void> => {
  const index = Object.values(names);
  const {signal} = policy;
  const merging = {requestTimeout: mergeTimeout, signal};
  const settings = {...asByDefault, number_of_replicas: replicas};
  const segments = mostSegments(replicas, isCopy);
  const {indices} = client;
  try {
    await retry(policy, () => indices.addBlock({index, block: 'write'}, {signal}));
    for (const each of ['vehicles', 'references'] as const) {
      const merge = {index: names[each], max_num_segments: segments[each]};
      await retry(policy, () => indices.forcemerge(merge, merging));
    }
    await retry(policy, () => indices.putMapping({index: names.vehicles, _meta: meta}, {signal}));
    await retry(policy, () => indices.putSettings({index, settings}, {signal}));
  } catch (error) {
    throw isMissing(error) ? new CandidateLost() : error;
  }
};

/**
 * In percent of the documents; with more than 10, the next import would be full. Rewriting the register takes three
 * minutes of one thread and 10 GB, and with 2 % of change a week it is due every fifth.
 */
const mostDeleted = 8;

/**
 * Starts a merge of the vehicles of a sealed generation to one segment, without waiting for it. Does nothing if that is
 * done or, as with a copy, few documents are deleted ones. Answers are the same before, after and without it.
 */
export const mergeToOne = async (
  client: Client,
  {vehicles: index}: IndexNames,
  isCopy: boolean,
): Promise<void> => {
  if (isCopy) {
    const {count, deleted} = await documentCounts(client, index);
    if (deleted <= (count * mostDeleted) / 100) return;
  }
  await client.indices.forcemerge({index, max_num_segments: 1, wait_for_completion: false});
};

/**
 * Flushes and refreshes the indices of a candidate, then compares: they hold exactly the vehicles
 * that Elasticsearch acknowledged. The translog is written asynchronously while filling, so a crash
 * before the flush can have lost some; after it none can. @throws {WritesLost}
 */
export const compareCount = async (
  client: Client,
  names: IndexNames,
  vehicles: number,
  policy: RetryPolicy,
): Promise<void> => {
  const index = Object.values(names);
  await retry(policy, () => client.indices.flush({index}));
  await retry(policy, () => client.indices.refresh({index}));
  const count = await retry(policy, async () => {
    const {count, _shards: shards} = await client.count({index: names.vehicles});
    if (shards.failed > 0) throw new NotReady('a shard of the new index is unavailable');
    return count;
  });
  if (count === vehicles) return;
  throw new WritesLost(`The new index holds ${count} vehicles, but ${vehicles} were acknowledged.`);
};
