import {buildLogPattern, type Outcome} from '#mappings/build-event.ts';
import {askKibana, errorFor, type Kibana, kibanaId} from './ask-kibana.ts';
import {connectorActions} from './connector-actions.ts';

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

const privileges = 'the privileges "All" for Stack Rules and "Read" for Actions and Connectors';

/** Kibana fixes them when a rule is created. */
const kind = {rule_type_id: '.es-query', consumer: 'stackAlerts'};

/** Replaces a rule in place, or creates it: Kibana has no call that does both. */
const putRule = async (kibana: Kibana, {id, name, schedule, params}: Rule, actions: object[]) => {
  const path = `/api/alerting/rule/${id}`;
  const payload = {name, schedule, params, actions};
  const updated = await askKibana(kibana, 'PUT', path, payload);
  if (updated.status === 200) return {id, name, outcome: 'updated'} as const;
  const created =
    updated.status === 404 ? await askKibana(kibana, 'POST', path, {...kind, ...payload}) : updated;
  if (created.status !== 200) {
    throw errorFor({name: `the alert rule "${name}"`, privileges}, created);
  }
  return {id, name, outcome: 'created'} as const;
};

type Target = Kibana & {
  readonly prefix: string;
  readonly runbookUrl?: string | undefined;
  /** Ids of the connectors that tell of an alert; without any, no rule is loaded. */
  readonly connectors: readonly string[];
};

/**
 * Creates or replaces the alert rules of this installation. Throws `KibanaUnavailable`,
 * `KibanaRefused`, or `ConfigurationError` for a URL with credentials.
 */
export const putRules = async ({kibanaUrl, auth, prefix, runbookUrl, connectors}: Target) => {
  if (connectors.length === 0) return [];
  const kibana = {kibanaUrl, auth};
  const actionsWith = await connectorActions(kibana, connectors);
  const put = [];
  for (const rule of rulesOf(prefix, runbookUrl)) {
    put.push(await putRule(kibana, rule, actionsWith(rule.message)));
  }
  return put;
};
