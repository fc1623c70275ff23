import {OperationalError, TryLater} from '#core/command-line/errors.ts';
import {type Config, ConfigurationError} from '#core/config/config.ts';
import {dashboardOf} from './dashboard.ts';

/** Kibana does not answer, or is not ready yet. */
export class KibanaUnavailable extends TryLater {}

/** Kibana answers and rejects the dashboard. */
export class KibanaRefused extends OperationalError {}

/** The first Kibana whose Dashboards API is a stable contract. */
const oldestVersion = '9.5';

const requestTimeout = 30_000;

type Auth = Config['elasticsearch']['auth'];

const authorization = (auth: Auth): Readonly<Record<string, string>> => {
  if (!auth) return {};
  if ('apiKey' in auth) return {authorization: `ApiKey ${auth.apiKey}`};
  const user = Buffer.from(`${auth.username}:${auth.password}`).toString('base64');
  return {authorization: `Basic ${user}`};
};

/** The message of a Kibana error, or the start of any other body. */
const messageOf = (body: string): string => {
  try {
    const {message} = JSON.parse(body) as {readonly message?: unknown};
    if (typeof message === 'string') return message;
  } catch {
    // Not from Kibana, but from a proxy for example.
  }
  return body.slice(0, 500);
};

const errorFor = (status: number, body: string): OperationalError => {
  if ([429, 502, 503, 504].includes(status)) {
    return new KibanaUnavailable(
      `Kibana at KIBANA_URL is not ready (${status}). Run this again when it is.`,
    );
  }
  const reasons: Readonly<Record<number, string>> = {
    401: 'Kibana rejected the credentials (401). Correct ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD.',
    403: `The Kibana user may not save dashboards (403): it needs the privilege "All" for dashboards. Kibana says: ${messageOf(body)}`,
    404: `There is no Dashboards API at KIBANA_URL (404). It needs Kibana ${oldestVersion} or newer, and the base path of Kibana if there is one.`,
  };
  const other = `Kibana rejected the dashboard (${status}), which was made for Kibana ${oldestVersion}: ${messageOf(body)}`;
  return new KibanaRefused(reasons[status] ?? other);
};

type Target = {readonly kibanaUrl: string; readonly auth: Auth; readonly prefix: string};

/**
 * Creates or replaces the dashboard of this installation. Throws `KibanaUnavailable`,
 * `KibanaRefused`, or `ConfigurationError` for a URL with credentials.
 */
export const putDashboard = async ({kibanaUrl, auth, prefix}: Target) => {
  const {username, password} = new URL(kibanaUrl);
  if (username || password) {
    throw new ConfigurationError(
      'KIBANA_URL must not contain credentials: Kibana authenticates with the Elasticsearch user or API key.',
    );
  }
  const {id, payload} = dashboardOf(prefix);
  const response = await ask(`${kibanaUrl}/api/dashboards/${id}`, {
    method: 'PUT',
    headers: {...authorization(auth), 'content-type': 'application/json', 'kbn-xsrf': 'true'},
    body: JSON.stringify(payload),
  });
  const body = await response.text();
  if (response.status !== 200 && response.status !== 201) throw errorFor(response.status, body);
  return {
    id,
    outcome: response.status === 201 ? 'created' : 'updated',
    address: `${kibanaUrl}/app/dashboards#/view/${id}`,
  } as const;
};

const ask = async (address: string, request: RequestInit): Promise<Response> => {
  try {
    const signal = AbortSignal.timeout(requestTimeout);
    return await fetch(address, {...request, redirect: 'manual', signal});
  } catch (cause) {
    throw new KibanaUnavailable(
      'Kibana does not answer at KIBANA_URL. Start it, or correct KIBANA_URL.',
      {cause},
    );
  }
};
