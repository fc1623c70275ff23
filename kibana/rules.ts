import {buildLogPattern, type Outcome} from '#mappings/build-event.ts';
import {kibanaId} from './kibana-id.ts';

const bad: readonly Outcome[] = ['refused', 'failed', 'interrupted'];

/** Tells of the newest such builds, for as long as one of them ended within the last day. */
const buildFailed = {
  id: 'vehicle-data-build-failed',
  name: 'Index build refused, failed or interrupted',
  interval: '5m',
  query: {terms: {outcome: bad}},
  condition: {thresholdComparator: '>', threshold: [0], timeWindowSize: 1, size: 3},
  message:
    '{{#context.hits}}Build {{_source.build}} ended as {{_source.outcome}}: {{_source.sentence}} {{/context.hits}}',
};

/** The register publishes weekly; the eighth day is for publishing and importing. */
const nothingPromoted = {
  id: 'vehicle-data-nothing-promoted',
  name: 'No generation promoted for eight days',
  interval: '1h',
  query: {term: {event: 'promoted'}},
  condition: {thresholdComparator: '<', threshold: [1], timeWindowSize: 8, size: 0},
  message: 'The API serves old data, or none.',
};

/** A search with Query DSL, whose hits of the last days are counted. */
const search = {
  searchType: 'esQuery',
  timeField: '@timestamp',
  timeWindowUnit: 'd',
  aggType: 'count',
  groupBy: 'all',
  excludeHitsFromPreviousRun: false,
};

/**
 * The alert rules of one installation, over its own build log: what Kibana's alerting API takes for a
 * rule of type `.es-query`, and the message of its actions, a Mustache template.
 */
export const rulesOf = (prefix: string, runbookUrl?: string) =>
  [buildFailed, nothingPromoted].map(({id, name, interval, query, condition, message}) => ({
    id: kibanaId(prefix, id),
    name: prefix === '' ? name : `${name} (${prefix})`,
    schedule: {interval},
    params: {
      ...search,
      ...condition,
      index: [buildLogPattern(prefix)],
      esQuery: JSON.stringify({query}),
    },
    message: `{{rule.name}}. ${message}${runbookUrl === undefined ? '' : ` Runbook: ${runbookUrl}`}`,
  }));

export type Rule = ReturnType<typeof rulesOf>[number];
