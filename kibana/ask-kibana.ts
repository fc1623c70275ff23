import {type Config, ConfigurationError} from '#core/config/config.ts';
import {KibanaUnavailable} from './kibana-errors.ts';

const requestTimeout = 30_000;

type Auth = Config['elasticsearch']['auth'];

/** A Kibana, as the configuration names it: the URL can have a base path and a space. */
export type Kibana = {readonly kibanaUrl: string; readonly auth: Auth};

/** An answer of Kibana, with its body as it came. */
export type Answer = {readonly status: number; readonly body: string};

const authorization = (auth: Auth): Readonly<Record<string, string>> => {
  if (!auth) return {};
  if ('apiKey' in auth) return {authorization: `ApiKey ${auth.apiKey}`};
  const user = Buffer.from(`${auth.username}:${auth.password}`).toString('base64');
  return {authorization: `Basic ${user}`};
};

const requireNoCredentials = (kibanaUrl: string): void => {
  const {username, password} = new URL(kibanaUrl);
  if (username || password) {
    throw new ConfigurationError(
      'KIBANA_URL must not contain credentials: Kibana authenticates with the Elasticsearch user or API key.',
    );
  }
};

/**
 * Sends one request to an API of Kibana. Throws `KibanaUnavailable` when nothing answers, or
 * `ConfigurationError` for a URL with credentials.
 */
export const askKibana = async (
  {kibanaUrl, auth}: Kibana,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object,
): Promise<Answer> => {
  requireNoCredentials(kibanaUrl);
  try {
    const response = await fetch(`${kibanaUrl}${path}`, {
      method,
      headers: {...authorization(auth), 'content-type': 'application/json', 'kbn-xsrf': 'true'},
      ...(payload && {body: JSON.stringify(payload)}),
      redirect: 'manual',
      signal: AbortSignal.timeout(requestTimeout),
    });
    return {status: response.status, body: await response.text()};
  } catch (cause) {
    throw new KibanaUnavailable(
      'Kibana does not answer at KIBANA_URL. Start it, or correct KIBANA_URL.',
      {cause},
    );
  }
};
