import {type MessagePort, parentPort} from 'node:worker_threads';
import type {estypes} from '@elastic/elasticsearch';
import {
  type Grouping,
  isOnScale,
  maxFigures,
  maxGroups,
  maxOnScale,
  type StatisticsQuery,
  type StatisticsResult,
} from '#core/domain/vehicle-statistics.ts';
import type {Dated} from '../clauses.ts';
import {
  type Aggregations,
  type Cell,
  cellsIn,
  type Group,
  groupsAt,
  inOrder,
  isSelectable,
  mostCells,
  mostGroups,
  nested,
  nestingOf,
  queryFor,
  runsOf,
  type StoredBucket,
  shownOf,
  singly,
  sumOf,
} from './cells.ts';
import {metricsReader, metricsWithin} from './metrics.ts';

/**
 * Asks for aggregations of the vehicles of a statistic, or only of those that match `only`, as if they were one bucket.
 * Elasticsearch's request cache copies a response, which costs a third more if there are many cells.
 */
export type Ask = (request: {
  readonly aggs: Aggregations;
  readonly request_cache: boolean;
  readonly only?: estypes.QueryDslQueryContainer | undefined;
}) => Promise<StoredBucket>;

/** Limits of a statistic: its cells, and bytes of memory of their metrics. */
export type Limits = {
  readonly cells: number;
  readonly metricBytes: number;
  /** Counts and metrics in one response while lookups run: they wait while its thread in Elasticsearch writes it. */
  readonly figures: number;
};

/** 256 MiB of metrics are a quarter of the least heap that Elasticsearch is run with here. */
export const defaultLimits: Limits = {
  cells: mostGroups,
  metricBytes: 256 * 1024 ** 2,
  figures: 5_000,
};

/** A statistic of the vehicles in an extract with this date. */
type Task = {
  readonly query: StatisticsQuery;
  readonly dated: Dated;
  readonly limits: Limits;
};

/** The groupings, each counted by itself. */
type Counted = {
  readonly whole: StoredBucket;
  readonly singles: readonly (readonly Group[])[];
  /** The values of each grouping that are answered. */
  readonly shown: readonly ReadonlySet<string>[];
};

/**
 * All cells of these groups that have vehicles, and again, with their metrics, at least the answered ones; or what
 * there would be too much of. Cells of two groupings get their metrics as they are counted, unless that may take too
 * much memory: then the answered ones get theirs in requests of their own.
 */
const measureCells = async (
  ask: Ask,
  {query: {groupBy, metrics}, dated, limits}: Task,
  {whole, singles, shown}: Counted,
) => {
  const most = mostCells(singles);
  if (most > limits.cells || singles.some(({length}) => length > limits.cells)) {
    return {tooMany: 'groups'} as const;
  }
  const nesting = nestingOf(singles);
  const [outer = 0, inner = singles.length] = nesting;
  /**
   * Queries that split the vehicles into parts whose cells have no more figures than a response may have; a single part
   * needs no query. If Elasticsearch can select them, only the requested groups have cells.
   */
  const partsOf = (figures: number, only?: ReadonlySet<string>) => {
    const grouping = groupBy[outer];
    const [all = [], within] = [singles[outer], singles[inner]?.length ?? 1];
    const isAsked = ({value}: Group) =>
      !only || !grouping || !isSelectable(grouping) || only.has(value);
    const runs = runsOf(all.filter(isAsked), within, limits.figures / figures);
    if (grouping === undefined || runs.length < 2) return [undefined];
    return runs.map((run, at) => queryFor(grouping, run, runs[at + 1]?.[0], dated));
  };
  const find = async (within: Aggregations, only?: readonly ReadonlySet<string>[]) => {
    const values = only?.map(each => [...each]);
    const aggs = nested(groupBy, nesting, dated, within, values);
    const found: (readonly Cell[])[] = [];
    for (const query of partsOf(1 + Object.keys(within).length, only?.[outer])) {
      found.push(cellsIn(await ask({aggs, request_cache: false, only: query}), nesting));
    }
    return found.flat();
  };
  const isCounted = groupBy.length < 2;
  const withinEach = (cells: number) =>
    metricsWithin(metrics, cells, whole.doc_count, limits.metricBytes);

  const withAll = isCounted || metrics.length === 0 ? undefined : withinEach(most);
  if (withAll) {
    const cells = await find(withAll);
    return {cells, measured: cells};
  }
  const cells = isCounted ? cellsIn(whole, nesting) : await find({});
  const asked = cells.filter(({values}) =>
    groupBy.every((each, at) => !isSelectable(each) || shown[at]?.has(values[at] ?? '')),
  );
  if (metrics.length === 0 || asked.length === 0) return {cells, measured: cells};
  const within = withinEach(asked.length);
  if (within === undefined) return {tooMany: 'metrics'} as const;
  return {cells, measured: await find(within, shown)};
};

/** A value of a grouping as it is answered. */
export type NamedValue = {
  readonly value: string;
  readonly name: string;
  /** Parents of a model or variant. */
  readonly makeId?: string | undefined;
  readonly modelId?: string | undefined;
};

export type Names = ReadonlyMap<string, NamedValue>;

/** Six decimals, as the metrics have. */
const shareOf = (count: number, total: number): number =>
  total === 0 ? 0 : Math.round((count / total) * 1e6) / 1e6;

/** The figures of a group: its values, its count, its share, its metrics. */
const figuresOf = ({groupBy, metrics}: StatisticsQuery): number =>
  groupBy.length + 2 + metrics.length;

/** The answered values of each grouping: more of years, months and steps, if the response has room for them. */
const shownIn = (
  query: StatisticsQuery,
  singles: readonly (readonly Group[])[],
): readonly ReadonlySet<string>[] => {
  const {groupBy, sortBy} = query;
  const upTo = (most: number) =>
    groupBy.map((each, at) =>
      shownOf(each, singles[at] ?? [], sortBy, isOnScale(each) ? most : maxGroups),
    );
  const whole = upTo(maxOnScale);
  const cells = mostCells(
    singles.map((groups, at) => groups.filter(({value}) => whole[at]?.has(value))),
  );
  return cells * figuresOf(query) > maxFigures ? upTo(maxGroups) : whole;
};

/** Computes a statistic. Its groups are counted first, so that one with too many is refused early. */
export const compute = async (
  task: Task,
  ask: Ask,
  namesOf: (grouping: Grouping, values: readonly string[]) => Promise<Names>,
): Promise<StatisticsResult> => {
  const {query, dated} = task;
  const {groupBy} = query;
  // Other statistics by these groupings ask for the same.
  const whole = await ask({aggs: singly(groupBy, dated), request_cache: true});
  const singles = groupBy.map((_, at) => groupsAt(whole, at));
  const shown = shownIn(query, singles);
  const [found, ...names] = await Promise.all([
    measureCells(ask, task, {whole, singles, shown}),
    ...groupBy.map((each, at) => namesOf(each, [...(shown[at] ?? [])])),
  ]);
  if (found.tooMany) return found;
  const {cells, measured} = found;
  const answered = measured.filter(({values}) =>
    values.every((value, at) => shown[at]?.has(value)),
  );
  const figures = answered.length * figuresOf(query);
  if (figures > maxFigures) return {tooMany: figures};
  const total = whole.doc_count;
  const metricsIn = metricsReader(query.metrics);
  const body = {
    data: inOrder(query, answered).map(cell => ({
      groups: cell.values.map((value, at) => names[at]?.get(value)),
      count: cell.count,
      share: shareOf(cell.count, total),
      metrics: metricsIn(cell.bucket),
    })),
    metadata: {
      totalCount: total,
      groupCount: cells.length,
      otherCount: sumOf(cells) - sumOf(answered),
      absentCount: total - sumOf(cells),
    },
  };
  // In memory of its own, which can be transferred.
  return {json: Buffer.from(new TextEncoder().encode(JSON.stringify(body)).buffer)};
};

/** A computation asks this of the main thread, which alone talks to Elasticsearch. */
export type Question =
  | {readonly search: Parameters<Ask>[0]}
  | {readonly grouping: Grouping; readonly values: readonly string[]};

/** The response of a search with the number of vehicles that it matches, or names. */
export type Answer = {readonly response: Uint8Array<ArrayBuffer>; readonly count: number} | Names;

/** A statistic to compute, and where its questions and its result are sent to. */
export type Commission = {readonly task: Task; readonly port: MessagePort};

parentPort?.on('message', async ({task, port}: Commission) => {
  const waiting: ((answer: never) => void)[] = [];
  port.on('message', ({id, answer}: {readonly id: number; readonly answer: Answer}) =>
    waiting[id]?.(answer as never),
  );
  const put = <Expected extends Answer>(question: Question) =>
    new Promise<Expected>(resolve => {
      port.postMessage({id: waiting.push(resolve) - 1, question});
    });
  const ask: Ask = async search => {
    const {response, count} = await put<Exclude<Answer, Names>>({search});
    return {...JSON.parse(Buffer.from(response).toString()).aggregations, doc_count: count};
  };
  try {
    const result = await compute(task, ask, (grouping, values) => put<Names>({grouping, values}));
    port.postMessage({result}, 'json' in result ? [result.json.buffer] : []);
  } catch (error) {
    port.postMessage({error});
  }
});
