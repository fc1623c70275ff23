import {exitCodes, OperationalError} from '#core/command-line/errors.ts';
import {type Config, ConfigurationError} from '#core/config/config.ts';
import {dashboardOf} from './dashboard.ts';

/** Kibana does not answer, or is not ready yet. */
export class KibanaUnavailable extends OperationalError {
  override readonly name = 'KibanaUnavailable';
  override readonly exitCode = exitCodes.tryLater;
}

/** Kibana answers and rejects the dashboard. */
export class KibanaRefused extends OperationalError {
  override readonly name = 'KibanaRefused';
}

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

/** Kibana's own sentence, or the start of whatever else answered. */
const messageOf = (body: string): string => {
  try {
    const {message} = JSON.parse(body) as {readonly message?: unknown};
    if (typeof message === 'string') return message;
  } catch {
    // Something else than Kibana answered, such as a proxy with a page of its own.
  }
  return body.slice(0, 500);
};

const refusal = (status: number, body: string): Error => {
  switch (status) {
    case 401:
      return new KibanaRefused(
        'Kibana does not let us in (401): set ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD.',
      );
    case 403:
      return new KibanaRefused(
        `Kibana does not let this user put a dashboard (403): it needs the privilege "All" for dashboards. It says: ${messageOf(body)}`,
      );
    case 404:
      return new KibanaRefused(
        `There is no Dashboards API at KIBANA_URL (404): it needs Kibana ${oldestVersion} or newer, and its base path if it has one.`,
      );
    case 429:
    case 502:
    case 503:
    case 504:
      return new KibanaUnavailable(
        `Kibana is not ready at KIBANA_URL (${status}). Run this again when it is.`,
      );
    default:
      return new KibanaRefused(
        `Kibana does not take the dashboard (${status}), which was made for Kibana ${oldestVersion}: ${messageOf(body)}`,
      );
  }
};

type Target = {readonly kibanaUrl: string; readonly auth: Auth; readonly prefix: string};

/**
 * Puts the dashboard of this installation, in the place of an older one where there is one. Throws
 * `KibanaUnavailable`, `KibanaRefused`, or `ConfigurationError` for an address that cannot be asked.
 */
export const putDashboard = async ({kibanaUrl, auth, prefix}: Target) => {
  const {username, password} = new URL(kibanaUrl);
  if (username || password) {
    throw new ConfigurationError(
      'KIBANA_URL must not hold a user: Kibana is signed in to with the user or the API key of Elasticsearch.',
    );
  }
  const {id, payload} = dashboardOf(prefix);
  const response = await ask(`${kibanaUrl}/api/dashboards/${id}`, {
    method: 'PUT',
    headers: {...authorization(auth), 'content-type': 'application/json', 'kbn-xsrf': 'true'},
    body: JSON.stringify(payload),
  });
  const body = await response.text();
  if (response.status !== 200 && response.status !== 201) throw refusal(response.status, body);
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
      'Kibana does not answer at KIBANA_URL. Start it, or set KIBANA_URL to where it is.',
      {cause},
    );
  }
};
