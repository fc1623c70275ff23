import {Gauge, Registry} from 'prom-client';
import type {Dataset, LastBuild} from '#core/domain/dataset.ts';
import type {RedisState, Shards} from '#core/domain/engine-states.ts';
import {DatasetNotLoaded} from '#core/domain/outages.ts';
import type {MetricValues} from '#core/metrics.ts';
import packageJson from '../../package.json' with {type: 'json'};

/** The live generation and the last build, undefined before the first; the engines, undefined if they are unknown. */
export type Facts = {
  readonly dataset?: Dataset | undefined;
  readonly build?: LastBuild | undefined;
  readonly shards?: Shards | undefined;
  readonly redis?: RedisState | undefined;
};

/** A value, or several with the labels of each; undefined if it is not known. */
type Value = number | undefined | readonly (readonly [Readonly<Record<string, string>>, number])[];

type Told = readonly [meaning: string, value: (facts: Facts) => Value];

const secondsOf = (instant: string | null | undefined): number | undefined =>
  instant ? Date.parse(instant) / 1000 : undefined;

/** The metrics of the facts, by name. */
export const factTable: Readonly<Record<string, Told>> = {
  api_build_info: [
    'The release that runs, by version.',
    () => [[{version: packageJson.version}, 1]],
  ],
  dataset_info: [
    'The live generation, by version.',
    ({dataset}) => dataset && [[{version: dataset.version}, 1]],
  ],
  dataset_imported_timestamp_seconds: [
    'When the live generation was imported.',
    ({dataset}) => secondsOf(dataset?.importedAt),
  ],
  dataset_extracted_timestamp_seconds: [
    'When the register made the live extract; absent if unknown.',
    ({dataset}) => secondsOf(dataset?.extractedAt),
  ],
  dataset_vehicles: ['Vehicles in the live generation.', ({dataset}) => dataset?.vehicleCount],
  index_build_last_info: [
    'The build that ended last, by outcome: promoted, held, already-current, refused, failed, interrupted.',
    ({build}) => build && [[{outcome: build.outcome}, 1]],
  ],
  index_build_last_ended_timestamp_seconds: [
    'When that build ended, whatever its outcome.',
    ({build}) => secondsOf(build?.endedAt),
  ],
  index_build_last_duration_seconds: [
    'How long that build took.',
    ({build}) => build?.durationSeconds,
  ],
  index_build_last_vehicles: ['Vehicles in that build.', ({build}) => build?.vehicles],
  index_build_last_rejects: [
    'Records that were rejected in that build.',
    ({build}) => build?.rejects,
  ],
  index_build_promoted_info: [
    'The build that went live last, by way: difference (only what had changed was written) or full.',
    ({build: {promoted: {way} = {}} = {}}) => way && [[{way}, 1]],
  ],
  index_build_promoted_unchanged: [
    'Vehicles that build left unchanged.',
    ({build}) => build?.promoted?.unchanged,
  ],
  index_build_promoted_written: [
    'Vehicles that build wrote.',
    ({build}) => build?.promoted?.written,
  ],
  index_build_promoted_deleted: [
    'Vehicles that build deleted.',
    ({build}) => build?.promoted?.deleted,
  ],
  index_build_promoted_full_in_a_row: [
    'Full builds that went live in a row, up to that build; at most ten.',
    ({build}) => build?.promoted?.fullInARow,
  ],
  index_build_refused_timestamp_seconds: [
    'When the extract in this file was refused, by failed checks or code; absent once one is live, or if it was rolled back.',
    ({build: {refused} = {}}) =>
      refused && [[{file: refused.file, reason: refused.reason}, Date.parse(refused.at) / 1000]],
  ],
  extract_newest_timestamp_seconds: [
    'When the register made the newest extract that was fetched or imported, whatever the outcome.',
    ({build}) => secondsOf(build?.newestExtractAt),
  ],
  elasticsearch_shards_missing: [
    'By kind, primary: shards that no node has (health red); replica: copies that no node has (yellow).',
    ({shards}) => shards && Object.entries(shards.missing).map(([kind, count]) => [{kind}, count]),
  ],
  elasticsearch_version_info: [
    'Elasticsearch on the nodes that have the data, by version.',
    ({shards}) => shards?.versions.map(version => [{version}, 1]),
  ],
  redis_memory_used_bytes: [
    'Memory that Redis uses; in a cluster, its fullest master.',
    ({redis}) => redis?.memory.used,
  ],
  redis_memory_limit_bytes: [
    'Its maxmemory, or the memory of its machine.',
    ({redis}) => redis?.memory.limit,
  ],
  redis_replicas: ['Connected replicas, of all masters together.', ({redis}) => redis?.replicas],
  redis_keeps_data: [
    'Whether each field of INFO has the value that prevents data loss: 1 or 0.',
    ({redis}) => redis && Object.entries(redis.keeps).map(([field, is]) => [{field}, Number(is)]),
  ],
};

/** Facts that are the same in every process, as metrics; an unknown fact has none. */
export const factMetrics = (facts: Facts): Promise<MetricValues> => {
  const registry = new Registry();
  for (const [name, [help, read]] of Object.entries(factTable)) {
    const value = read(facts) ?? [];
    const values = typeof value === 'number' ? [[{}, value] as const] : value;
    if (values.length === 0) continue;
    const labelNames = Object.keys(values[0]?.[0] ?? {});
    const gauge = new Gauge({name, help, labelNames, registers: [registry]});
    for (const [labels, each] of values) gauge.set(labels, each);
  }
  return registry.getMetricsAsJSON();
};

/** They ask Elasticsearch and Redis. */
export type FactSources = {
  readonly current: () => Promise<Dataset>;
  readonly lastBuild: () => Promise<LastBuild | undefined>;
  readonly shards: () => Promise<Shards>;
  /** Undefined if it does not tell. */
  readonly redis: () => Promise<RedisState | undefined>;
};

/** How long a reading is reused, so that scrapes do not load Elasticsearch. */
const reusedForMs = 30_000;

/**
 * Reads the facts at most every 30 seconds, on request. `onUnread` is called for a fact that cannot be read. It keeps
 * its last value, except for the state of an engine, which is then unknown.
 */
export const readFacts = (
  {current, lastBuild, shards, redis}: FactSources,
  onUnread: (error: unknown) => void,
  now: () => number = () => performance.now(),
): (() => Promise<Facts>) => {
  let reading = Promise.resolve<Facts>({});
  let readAt = Number.NEGATIVE_INFINITY;

  const orLast = async <Fact>(read: () => Promise<Fact>, last: Fact | undefined) => {
    try {
      return await read();
    } catch (error) {
      if (error instanceof DatasetNotLoaded) return undefined;
      onUnread(error);
      return last;
    }
  };
  const read = async (before: Promise<Facts>): Promise<Facts> => {
    const known = await before;
    const [dataset, build, shardsNow, redisNow] = await Promise.all([
      orLast(current, known.dataset),
      orLast(lastBuild, known.build),
      orLast(shards, undefined),
      redis(),
    ]);
    return {dataset, build, shards: shardsNow, redis: redisNow};
  };
  return () => {
    if (now() - readAt >= reusedForMs) {
      readAt = now();
      reading = read(reading);
    }
    return reading;
  };
};
