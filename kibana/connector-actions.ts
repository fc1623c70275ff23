import {z} from 'zod';
import {askKibana, errorFor, type Kibana, KibanaRefused} from './ask-kibana.ts';

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

const given = {
  name: 'the connectors of KIBANA_CONNECTORS',
  privileges: 'the privilege "Read" for Actions and Connectors',
};

/** At once, and every day for as long as the alert lasts. */
const frequency = {summary: false, notify_when: 'onThrottleInterval', throttle: '1d'};

const Connector = z.object({connector_type_id: z.string()});

/** Undefined for what is no connector, such as the login page of a proxy. */
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
    throw new KibanaRefused(
      `Kibana has no connector "${id}" in this space. Correct KIBANA_CONNECTORS: GET /api/actions/connectors lists their ids.`,
    );
  }
  if (answer.status === 500) {
    throw new KibanaRefused(
      'Kibana cannot read its connectors (500). Set xpack.encryptedSavedObjects.encryptionKey in Kibana, without which it has neither connectors nor alert rules, or see its log.',
    );
  }
  const type = answer.status === 200 ? typeIn(answer.body) : undefined;
  if (type === undefined) throw errorFor(given, answer);
  return type;
};

/** An action of a rule, as Kibana's alerting API takes it. */
const toAction = (id: string, type: string) => {
  const parametersOf = parameters[type];
  if (!parametersOf) {
    throw new KibanaRefused(
      `The connector "${id}" of KIBANA_CONNECTORS is of type ${type}. Alerts can use ${Object.keys(parameters).join(', ')}.`,
    );
  }
  return (message: string) => ({
    id,
    group: 'query matched',
    params: parametersOf(message),
    frequency,
  });
};

/**
 * The actions by which the operator's connectors send a message. Throws `KibanaRefused` for a connector
 * that Kibana does not have, or that needs more than a message.
 */
export const connectorActions = async (kibana: Kibana, ids: readonly string[]) => {
  const types = await Promise.all(ids.map(id => typeOf(kibana, id)));
  const actions = ids.map((id, index) => toAction(id, types[index] ?? ''));
  return (message: string) => actions.map(action => action(message));
};
