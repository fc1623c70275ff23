import {askKibana, type Kibana} from './ask-kibana.ts';
import {connectorActions} from './connector-actions.ts';
import {errorFor} from './kibana-errors.ts';
import {type Rule, rulesOf} from './rules.ts';

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
