import type {Client, estypes} from '@elastic/elasticsearch';
import {z} from 'zod';
import {dashboardOf} from '#kibana/dashboard.ts';

const Query = z.strictObject({language: z.literal('lucene'), expression: z.string()});

const Source = z.strictObject({
  type: z.literal('data_view_spec'),
  index_pattern: z.string(),
  time_field: z.string(),
});

/** Of a value in each bucket. */
const Metric = z.object({
  operation: z.enum(['count', 'sum', 'max', 'min', 'average', 'last_value', 'formula']),
  field: z.string().optional(),
  time_field: z.string().optional(),
  formula: z.string().optional(),
  filter: Query.optional(),
  alignment: z.literal('left').optional(),
  format: z.object({type: z.string(), suffix: z.string().optional()}).optional(),
  label: z.string(),
});

type Metric = z.output<typeof Metric>;

/** What buckets are made by. */
const Bucket = z.object({
  operation: z.enum(['terms', 'date_histogram']),
  field: z.string().optional(),
  fields: z.array(z.string()).length(1).optional(),
  limit: z.int().optional(),
  rank_by: z
    .object({type: z.enum(['alphabetical', 'metric']), direction: z.enum(['asc', 'desc'])})
    .optional(),
  suggested_interval: z.string().optional(),
});

type Bucket = z.output<typeof Bucket>;

const Breakdown = Bucket.extend({aggregate_first: z.boolean().optional()});

const shared = {title: z.string(), query: Query};

const Config = z.discriminatedUnion('type', [
  z.object({
    ...shared,
    type: z.literal('metric'),
    data_source: Source,
    metrics: z.array(Metric).length(1),
  }),
  z.object({
    ...shared,
    type: z.literal('data_table'),
    data_source: Source,
    rows: z.array(Bucket).length(1),
    metrics: z.array(Metric),
  }),
  z.object({
    ...shared,
    type: z.literal('xy'),
    layers: z
      .array(
        z.object({data_source: Source, x: Bucket, y: z.array(Metric), breakdown_by: Breakdown}),
      )
      .length(1),
  }),
]);

const Panel = z.object({id: z.string(), type: z.literal('vis'), config: Config});

/** The panels of the dashboard that ask Elasticsearch, over the record of this installation. */
export const panelsOf = (prefix: string): readonly z.output<typeof Panel>[] =>
  z.array(Panel).parse(dashboardOf(prefix).payload.panels.filter(({type}) => type !== 'markdown'));

type Aggregations = Record<string, estypes.AggregationsAggregationContainer>;

/** Elasticsearch has `top_metrics` for it where it has all modules; a sorted hit says the same. */
const lastValue = (field: string, timeField: string) => ({
  top_hits: {size: 1, sort: [{[timeField]: 'desc' as const}], _source: [field]},
});

/** The last values that a formula calculates with. */
const lastValuesIn = (formula: string, timeField: string): Aggregations =>
  Object.fromEntries(
    Array.from(formula.matchAll(/last_value\(([@\w]+)\)/g), ([, field = '']) => [
      field,
      lastValue(field, timeField),
    ]),
  );

const metricAggregation = (
  metric: Metric,
  timeField: string,
): estypes.AggregationsAggregationContainer => {
  const field = metric.field ?? '';
  switch (metric.operation) {
    case 'count':
      return {value_count: {field: '_index'}};
    case 'average':
      return {avg: {field}};
    case 'formula':
      return {filter: {match_all: {}}, aggs: lastValuesIn(metric.formula ?? '', timeField)};
    case 'last_value':
      return lastValue(field, metric.time_field ?? '');
    default:
      return {[metric.operation]: {field}};
  }
};

const metricAggregations = (metrics: readonly Metric[], timeField: string): Aggregations =>
  Object.fromEntries(
    metrics.map(metric => {
      const value = metricAggregation(metric, timeField);
      const {filter} = metric;
      return [
        metric.label,
        filter
          ? {filter: {query_string: {query: filter.expression}}, aggs: {value}}
          : {filter: {match_all: {}}, aggs: {value}},
      ];
    }),
  );

const bucketAggregation = (
  {operation, field, fields, limit, rank_by, suggested_interval}: Bucket,
  aggs: Aggregations,
  rankedBy: string,
): estypes.AggregationsAggregationContainer => {
  if (operation === 'date_histogram') {
    const interval = {fixed_interval: suggested_interval ?? ''};
    return {date_histogram: {field: field ?? '', ...interval, min_doc_count: 1}, aggs};
  }
  const by = rank_by?.type === 'metric' ? rankedBy : '_key';
  const order = {[by]: rank_by?.direction ?? 'desc'};
  return {terms: {field: fields?.[0] ?? '', size: limit ?? 5, order}, aggs};
};

/**
 * What Lens asks of a chart: the buckets of its axis, and in each those of its breakdown; the other
 * way round where the breakdown aggregates first.
 */
const aggregationsOf = (config: z.output<typeof Config>): Aggregations => {
  if (config.type === 'metric') {
    return metricAggregations(config.metrics, config.data_source.time_field);
  }
  const ranked = (metrics: readonly Metric[]) => `${metrics[0]?.label}>value`;
  if (config.type === 'data_table') {
    const metrics = metricAggregations(config.metrics, config.data_source.time_field);
    const [row] = config.rows;
    return row ? {rows: bucketAggregation(row, metrics, ranked(config.metrics))} : {};
  }
  const [layer] = config.layers;
  if (!layer) return {};
  const metrics = metricAggregations(layer.y, layer.data_source.time_field);
  const {x, breakdown_by: breakdown} = layer;
  const [outer, inner] = breakdown.aggregate_first ? [breakdown, x] : [x, breakdown];
  const inside = bucketAggregation(inner, metrics, ranked(layer.y));
  return {outer: bucketAggregation(outer, {inner: inside}, '')};
};

const sourceOf = (config: z.output<typeof Config>) =>
  config.type === 'xy' ? config.layers[0]?.data_source : config.data_source;

/** A part of an answer; which parts it has follows from what was asked. */
type Found = Readonly<Record<string, unknown>>;

const inside = (found: Found, name: string) => found[name] as Found;

const bucketsOf = (found: Found, name: string) =>
  inside(found, name)['buckets'] as readonly Found[];

const keyOf = (bucket: Found) => String(bucket['key_as_string'] ?? bucket['key']);

const readHit = (value: Found): unknown => {
  const [hit] = inside(value, 'hits')['hits'] as readonly Found[];
  return hit && Object.values(inside(hit, '_source'))[0];
};

/** Of a formula, the values that it calculates with, by their fields. */
const readValue = (value: Found): unknown => {
  if ('value' in value) return value['value'];
  if ('hits' in value) return readHit(value);
  const {doc_count: _, ...fields} = value;
  return Object.fromEntries(
    Object.keys(fields).map(field => [field, readHit(inside(value, field))]),
  );
};

/** The values of a panel's metrics in one bucket, by their labels. */
const valuesIn = (bucket: Found, metrics: readonly Metric[]) =>
  Object.fromEntries(
    metrics.map(({label}) => [label, readValue(inside(inside(bucket, label), 'value'))]),
  );

const pointsOf = (outer: Found, metrics: readonly Metric[]) =>
  Object.fromEntries(
    bucketsOf(outer, 'inner').map(inner => [
      keyOf(inner),
      Object.values(valuesIn(inner, metrics))[0],
    ]),
  );

/** What a panel shows: its one value, its rows, or its points by the buckets outside and inside. */
export const shown = async (client: Client, prefix: string, id: string): Promise<unknown> => {
  const panel = panelsOf(prefix).find(each => each.id === id);
  if (!panel) throw new Error(`There is no panel ${id}.`);
  const {config} = panel;
  const {aggregations = {}} = await client.search({
    index: sourceOf(config)?.index_pattern ?? '',
    size: 0,
    query: {query_string: {query: config.query.expression}},
    aggs: aggregationsOf(config),
  });
  if (config.type === 'metric') {
    return Object.values(valuesIn(aggregations, config.metrics))[0];
  }
  if (config.type === 'data_table') {
    const rows = bucketsOf(aggregations, 'rows');
    return rows.map(row => ({key: keyOf(row), ...valuesIn(row, config.metrics)}));
  }
  const metrics = config.layers[0]?.y ?? [];
  const buckets = bucketsOf(aggregations, 'outer');
  return Object.fromEntries(buckets.map(outer => [keyOf(outer), pointsOf(outer, metrics)]));
};
