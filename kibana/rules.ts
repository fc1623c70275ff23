import {z} from 'zod';
import {OperationalError} from '#core/command-line/errors.ts';
import {buildLogPattern, type Outcome} from '#mappings/build-event.ts';
import {askKibana, errorFor, type Kibana, kibanaId} from './ask-kibana.ts';

const bad: readonly Outcome[] = ['refused', 'failed', 'interrupted'];

/** Alerts about the newest of these builds, as long as one of them ended within the last day. */
const buildFailed = {
  id: 'vehicle-data-build-failed',
  name: 'Index build refused, failed or interrupted',
  interval: '5m',
  // An extract that was rolled back is meant to be refused every day.
  query: {
    bool: {filter: [{terms: {outcome: bad}}], must_not: [{wildcard: {reason: '*refusals*'}}]},
  },
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

/** A search in Query DSL that counts the hits of the last days. */
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

/**
 * The parameters of a message, by type of connector: those that need nothing else, such as recipients.
 * PagerDuty limits its summary to 1,024 characters.
 */
const parameters: Readonly<Record<string, (message: string) => object>> = {
  '.index': message => ({documents: [{'@timestamp': '{{date}}', rule: '{{rule.name}}', message}]}),
  '.pagerduty': message => ({
    eventAction: 'trigger',
    severity: 'critical',
    summary: '{{rule.name}}',
    dedupKey: '{{rule.id}}',
    customDetails: {message},
  }),
  '.server-log': message => ({level: 'error', message}),
  '.slack': message => ({message}),
  '.teams': message => ({message}),
  '.webhook': message => ({body: JSON.stringify({text: message})}),
};

const connectors = {
  name: 'the connectors of KIBANA_CONNECTORS',
  privileges: 'the privilege "Read" for Actions and Connectors',
};

/** At once, and every day for as long as the alert lasts. */
const frequency = {summary: false, notify_when: 'onThrottleInterval', throttle: '1d'};

const Connector = z.object({connector_type_id: z.string()});

/** The type of a connector; undefined for anything else. */
const typeIn = (body: string): string | undefined => {
  try {
    return Connector.parse(JSON.parse(body)).connector_type_id;
  } catch {
    return undefined;
  }
};

const typeOf = async (kibana: Kibana, id: string): Promise<string> => {
  const answer = await askKibana(kibana, 'GET', `/api/actions/connector/${encodeURIComponent(id)}`);
  if (answer.status === 404) {
    throw new OperationalError(
      `Kibana has no connector "${id}" in this space. Correct KIBANA_CONNECTORS: GET /api/actions/connectors lists their ids.`,
    );
  }
  if (answer.status === 500) {
    throw new OperationalError(
      'Kibana cannot read its connectors (500). Set xpack.encryptedSavedObjects.encryptionKey in Kibana, without which it has neither connectors nor alert rules, or see its log.',
    );
  }
  const type = answer.status === 200 ? typeIn(answer.body) : undefined;
  if (type === undefined) throw errorFor(connectors, answer);
  return type;
};

/**
 * The action with which a connector of the operator sends a message, as Kibana's alerting API takes it. Throws
 * `OperationalError` for a connector that Kibana does not have, or that needs more than a message.
 */
const actionOf = async (kibana: Kibana, id: string) => {
  const type = await typeOf(kibana, id);
  const parametersOf = parameters[type];
  if (!parametersOf) {
    throw new OperationalError(
      `The connector "${id}" of KIBANA_CONNECTORS is of type ${type}. Alerts can use ${Object.keys(parameters).join(', ')}.`,
    );
  }
  return (message: string) => {
    const params = parametersOf(message);
    return {id, group: 'query matched', params, frequency};
  };
};

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

/**
 * Creates or replaces the alert rules of this installation, which send alerts to these connectors; without
 * any, no rule is loaded. Throws `TryLater`, `OperationalError`, or `ConfigurationError` for a URL with
 * credentials.
 */
export const putRules = async (kibana: Kibana, connectors: readonly string[]) => {
  if (connectors.length === 0) return [];
  const actions = await Promise.all(connectors.map(id => actionOf(kibana, id)));
  return await Array.fromAsync(rulesOf(kibana.prefix, kibana.runbookUrl), rule => {
    const own = actions.map(action => action(rule.message));
    return putRule(kibana, rule, own);
  });
};
