import {createHash} from 'node:crypto';
import {z} from 'zod';
import {OperationalError, TryLater} from '#core/command-line/errors.ts';
import {ConfigurationError} from '#core/config/config.ts';
import type {readConfig} from './config.ts';

/** The first Kibana whose Dashboards API is a stable contract. */
const oldestVersion = '9.5';

/** A thing that is loaded into Kibana, in the words of its errors. */
export type Given = {
  /** Its name, with an article. */
  readonly name: string;
  /** A sentence that names the privileges needed to load it. */
  readonly privileges: string;
};

const PanelError = z.object({
  message: z.string(),
  panel_type: z.string().optional(),
  panel_config: z.object({title: z.string().optional()}).optional(),
});

/** Kibana 9.4 and newer name the panels that they reject, under one of two names. */
const ErrorBody = z.object({
  message: z.string(),
  panel_errors: z.array(PanelError).optional(),
  panelErrors: z.array(PanelError).optional(),
});

const panelSentence = ({message, panel_type, panel_config}: z.output<typeof PanelError>): string =>
  `panel "${panel_config?.title ?? panel_type}": ${message}`;

/** The message of a Kibana error with the messages of its panels, or the start of any other body. */
const messageOf = (body: string): string => {
  try {
    const {message, panel_errors, panelErrors} = ErrorBody.parse(JSON.parse(body));
    return [message, ...(panel_errors ?? panelErrors ?? []).map(panelSentence)].join('; ');
  } catch {
    // Not from Kibana, but for example from a proxy.
    return body.slice(0, 500);
  }
};

const reasonsOf = ({name, privileges}: Given): Readonly<Record<number, string>> => ({
  401: 'Kibana rejected the credentials (401). Correct ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD.',
  403: `The Kibana user may not load ${name} (403): it needs ${privileges}.`,
  404: `There is no API for ${name} at KIBANA_URL (404). It needs Kibana ${oldestVersion} or newer, and the base path of Kibana if there is one.`,
  409: `Kibana has ${name} in another space (409). Delete it there, or load into that space: end KIBANA_URL with /s/ and its id.`,
});

/** A response of Kibana, with its raw body. */
type Answer = {readonly status: number; readonly body: string};

export const errorFor = (given: Given, {status, body}: Answer): OperationalError => {
  if ([429, 502, 503, 504].includes(status)) {
    return new TryLater(
      `Kibana at KIBANA_URL is not ready (${status}). Run this again when it is.`,
    );
  }
  const reason =
    reasonsOf(given)[status] ??
    `Kibana rejected ${given.name} (${status}); this release is made for Kibana ${oldestVersion}.`;
  return new OperationalError(`${reason} Kibana says: ${messageOf(body)}`);
};

const requestTimeout = 30_000;

/** The Kibana of an installation, at a URL that can have a base path and a space. */
export type Kibana = Readonly<Omit<ReturnType<typeof readConfig>, 'connectors'>>;

const authorization = (auth: Kibana['auth']): Readonly<Record<string, string>> => {
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

const notAnswered = (cause: unknown): never => {
  throw new TryLater('Kibana does not answer at KIBANA_URL. Start it, or correct KIBANA_URL.', {
    cause,
  });
};

/** Kibana answers its APIs in JSON; a web server or a login page in front of it would pass for success. */
const requireKibana = ({ok, status, headers}: Response, body: string): void => {
  if (status >= 300 && status < 400) {
    throw new ConfigurationError(
      `KIBANA_URL redirects to ${headers.get('location')} (${status}). Write the address of Kibana itself.`,
    );
  }
  if (ok && !/^\s*[[{]/.test(body)) {
    throw new ConfigurationError(
      'The server at KIBANA_URL is not Kibana: it answers with a page. Correct the address.',
    );
  }
};

/**
 * Sends one request to an API of Kibana. Throws `TryLater` when nothing answers, or
 * `ConfigurationError` for a URL with credentials, or of another server.
 */
export const askKibana = async (
  {kibanaUrl, auth}: Kibana,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object,
): Promise<Answer> => {
  requireNoCredentials(kibanaUrl);
  const response = await fetch(`${kibanaUrl}${path}`, {
    method,
    headers: {...authorization(auth), 'content-type': 'application/json', 'kbn-xsrf': 'true'},
    ...(payload && {body: JSON.stringify(payload)}),
    redirect: 'manual',
    signal: AbortSignal.timeout(requestTimeout),
  }).catch(notAnswered);
  const body = await response.text().catch(notAnswered);
  requireKibana(response, body);
  return {status: response.status, body};
};

/**
 * The id in Kibana of a thing of one installation. Kibana allows a–z, 0–9, "_" and "-", and at most 250
 * characters; `INDEX_PREFIX` can have dots as well. A digest keeps `a.b-` and `a-b-` apart.
 */
export const kibanaId = (prefix: string, name: string): string => {
  if (!prefix.includes('.')) return `${prefix}${name}`;
  const digest = createHash('sha256').update(prefix).digest('hex').slice(0, 8);
  return `${prefix.replaceAll('.', '-')}${name}-${digest}`;
};
