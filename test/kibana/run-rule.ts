import type {Client} from '@elastic/elasticsearch';
import {z} from 'zod';
import type {Rule} from '#kibana/rules.ts';
import {BuildEvent} from '#mappings/build-event.ts';

const unitMs = {s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000} as const;

/** The parameters of Kibana's rule type `.es-query` that our rules use. */
const Parameters = z.strictObject({
  searchType: z.literal('esQuery'),
  index: z.array(z.string().min(1)).min(1),
  timeField: z.string(),
  esQuery: z.string(),
  timeWindowSize: z.int().min(1),
  timeWindowUnit: z.enum(['s', 'm', 'h', 'd']),
  thresholdComparator: z.enum(['>', '<']),
  threshold: z.array(z.number()).length(1),
  size: z.int().min(0).max(10_000),
  aggType: z.literal('count'),
  groupBy: z.literal('all'),
  excludeHitsFromPreviousRun: z.literal(false),
});

const EsQuery = z.strictObject({query: z.record(z.string(), z.unknown())});

/** Runs a rule as Kibana does: whether it alerts then, and the events that its message can tell of. */
export const runRule = async (client: Client, {params}: Rule, at: Date) => {
  const rule = Parameters.parse(params);
  const {query} = EsQuery.parse(JSON.parse(rule.esQuery));
  const from = new Date(at.getTime() - rule.timeWindowSize * unitMs[rule.timeWindowUnit]);
  const inTime = {range: {[rule.timeField]: {gte: from, lte: at}}};
  const {hits} = await client.search<unknown>({
    index: rule.index,
    size: rule.size,
    track_total_hits: true,
    sort: [{[rule.timeField]: 'desc'}],
    query: {bool: {filter: [query, inTime]}},
  });
  const total = z.object({value: z.int()}).parse(hits.total).value;
  const [limit = 0] = rule.threshold;
  return {
    isAlerting: rule.thresholdComparator === '>' ? total > limit : total < limit,
    events: hits.hits.map(({_source}) => BuildEvent.parse(_source)),
  };
};
