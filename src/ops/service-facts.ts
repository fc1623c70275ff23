import {Gauge, Registry} from 'prom-client';
import type {Dataset, LastBuild} from '#core/domain/dataset.ts';
import {DatasetNotLoaded} from '#core/domain/outages.ts';
import type {MetricValues} from '#core/metrics.ts';
import packageJson from '../../package.json' with {type: 'json'};

/** The live generation and the last build; undefined before the first. */
export type Facts = {
  readonly dataset: Dataset | undefined;
  readonly build: LastBuild | undefined;
};

const secondsOf = (instant: string): number => Date.parse(instant) / 1000;

/** Facts that are the same in every process, as metrics; what is not known has none. */
export const factMetrics = ({dataset, build}: Facts): Promise<MetricValues> => {
  const registry = new Registry();
  const gauge = (name: string, help: string, value: number | undefined, labels = {}): void => {
    if (value === undefined) return;
    const labelNames = Object.keys(labels);
    new Gauge({name, help, labelNames, registers: [registry]}).set(labels, value);
  };
  gauge('api_build_info', 'The release that runs, by version.', 1, {version: packageJson.version});
  if (dataset) {
    const {version, importedAt, extractedAt, vehicleCount} = dataset;
    gauge('dataset_info', 'The live generation, by version.', 1, {version});
    gauge(
      'dataset_imported_timestamp_seconds',
      'When the live generation was imported.',
      secondsOf(importedAt),
    );
    gauge(
      'dataset_extracted_timestamp_seconds',
      'When the register made the live extract; absent if the extract does not tell.',
      extractedAt === null ? undefined : secondsOf(extractedAt),
    );
    gauge('dataset_vehicles', 'Vehicles in the live generation.', vehicleCount);
  }
  if (build) {
    const {outcome, endedAt, durationSeconds, vehicles, rejects, promoted} = build;
    gauge(
      'index_build_last_info',
      'The build that ended last, by outcome: promoted, held, already-current, refused, failed, interrupted.',
      1,
      {outcome},
    );
    gauge(
      'index_build_last_ended_timestamp_seconds',
      'When that build ended, whatever became of it.',
      secondsOf(endedAt),
    );
    gauge('index_build_last_duration_seconds', 'How long that build took.', durationSeconds);
    gauge('index_build_last_vehicles', 'Vehicles in that build.', vehicles);
    gauge('index_build_last_rejects', 'Records that were rejected in that build.', rejects);
    const {way, unchanged, written, deleted, fullInARow} = promoted ?? {};
    gauge(
      'index_build_promoted_info',
      'The build that went live last, by way: difference (only what had changed was written) or full.',
      way && 1,
      {way},
    );
    gauge('index_build_promoted_unchanged', 'Vehicles that build left as they were.', unchanged);
    gauge('index_build_promoted_written', 'Vehicles that build wrote.', written);
    gauge('index_build_promoted_deleted', 'Vehicles that build deleted.', deleted);
    gauge(
      'index_build_promoted_full_in_a_row',
      'Builds in full that went live one after another, up to that build; ten at most.',
      fullInARow,
    );
  }
  return registry.getMetricsAsJSON();
};

/** They ask Elasticsearch. */
export type FactSources = {
  readonly current: () => Promise<Dataset>;
  readonly lastBuild: () => Promise<LastBuild | undefined>;
};

/** How long what was read is reused, so that those who scrape do not load Elasticsearch. */
const reusedForMs = 30_000;

/**
 * Reads the facts at most every 30 seconds, when they are asked for. What cannot be read, which
 * `onUnread` is told of, stays as it was read last.
 */
export const readFacts = (
  {current, lastBuild}: FactSources,
  onUnread: (error: unknown) => void,
  now: () => number = () => performance.now(),
): (() => Promise<Facts>) => {
  let known: Facts = {dataset: undefined, build: undefined};
  let reading: Promise<Facts> | undefined;
  let readAt = 0;

  const orLast = async <Fact>(read: () => Promise<Fact>, last: Fact | undefined) => {
    try {
      return await read();
    } catch (error) {
      if (error instanceof DatasetNotLoaded) return undefined;
      onUnread(error);
      return last;
    }
  };
  const read = async (): Promise<Facts> => {
    const [dataset, build] = await Promise.all([
      orLast(current, known.dataset),
      orLast(lastBuild, known.build),
    ]);
    known = {dataset, build};
    return known;
  };
  return () => {
    if (reading === undefined || now() - readAt >= reusedForMs) {
      readAt = now();
      reading = read();
    }
    return reading;
  };
};
