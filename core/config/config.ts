import {z} from 'zod';
import {UsageError} from '../command-line/errors.ts';
import {indexingVariables, toIndexing} from './indexing.ts';
import {toTracing, tracingVariables} from './tracing.ts';
import {
  indexNameStart,
  oneOf,
  port,
  processes,
  readableFile,
  redisAddress,
  secret,
  webAddress,
  webAddresses,
  webOrigins,
  wholeNumber,
} from './variables.ts';

/** The variables of the API, the indexer and the tools. An empty one counts as unset. */
export const Environment = z.object({
  PORT: port.prefault('8080').describe('Port of the API.'),
  HOST: z.string().prefault('0.0.0.0').describe('IP address the API listens on.'),
  OPS_PORT: port.prefault('9090').describe('Port of health and metrics.'),
  OPS_HOST: z
    .string()
    .prefault('127.0.0.1')
    .describe('IP address that health and metrics listen on. The image sets 0.0.0.0.'),
  PUBLIC_URL: webAddress
    .optional()
    .describe('Public URL of the API. By default http://localhost:PORT.'),
  CORS_ORIGINS: webOrigins
    .optional()
    .describe(
      'Web origins, separated by commas, whose pages may call the API from a browser; * allows any. By default none.',
    ),
  API_PROCESSES: processes
    .prefault('1')
    .describe('How many processes serve the API on its port, or auto for one per processor core.'),
  MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(1, 10_000)
    .prefault('1000')
    .describe(
      'How many connections one IP address may have open to a process of the API, of 10,000 in all.',
    ),
  API_ENVIRONMENT: oneOf('live', 'test')
    .prefault('live')
    .describe(
      'API keys to accept and issue: vdl_live_… or vdl_test_…. With test, the API serves the test data alone, which needs an INDEX_PREFIX of its own.',
    ),
  ELASTICSEARCH_NODES: webAddresses
    .prefault('http://127.0.0.1:9200')
    .meta(secret('URLs of the Elasticsearch nodes, separated by commas.')),
  ELASTICSEARCH_API_KEY: z.string().optional().meta(secret('API key for Elasticsearch.')),
  ELASTICSEARCH_USERNAME: z
    .string()
    .optional()
    .describe('User for Elasticsearch, if there is no API key.'),
  ELASTICSEARCH_PASSWORD: z.string().optional().meta(secret('Password of that user.')),
  ELASTICSEARCH_CA: readableFile
    .optional()
    .describe('Path of the CA certificate that the nodes’ certificates are signed with.'),
  INDEX_PREFIX: indexNameStart
    .prefault('')
    .describe('Prefix of all index and alias names, so that installations can share a cluster.'),
  REDIS_URL: redisAddress
    .prefault('redis://127.0.0.1:6379')
    .meta(
      secret(
        'URL of Redis: redis://[user:password@]host:port[/database], redis+sentinel://[user:password@]host:port,…/master[/database][?sentinelUsername=…&sentinelPassword=…] or redis+cluster://[user:password@]host:port,…; rediss uses TLS. NODE_EXTRA_CA_CERTS names the CA certificate of a private CA.',
      ),
    ),
  ...indexingVariables,
  ...tracingVariables,
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')
    .prefault('info')
    .describe('Lowest level that is logged.'),
  NODE_ENV: z
    .string()
    .prefault('production')
    .describe('With any other value, every response is validated against its schema.'),
});

type Environment = z.output<typeof Environment>;

/** Rules between variables, checked even when a variable is invalid, so that all problems are listed at once. */
const Consistent = Environment.refine(
  env => !(env.ELASTICSEARCH_API_KEY && env.ELASTICSEARCH_USERNAME),
  {
    path: ['ELASTICSEARCH_API_KEY'],
    error: 'must not be set together with ELASTICSEARCH_USERNAME',
    when: () => true,
  },
)
  .refine(env => !env.ELASTICSEARCH_USERNAME === !env.ELASTICSEARCH_PASSWORD, {
    path: ['ELASTICSEARCH_PASSWORD'],
    error: 'must be set together with ELASTICSEARCH_USERNAME',
    when: () => true,
  })
  .refine(env => env.PORT === 0 || env.PORT !== env.OPS_PORT, {
    path: ['OPS_PORT'],
    error: 'must not be the same as PORT',
    when: () => true,
  });

/** An environment the process cannot start with. The message lists every problem. */
export class ConfigurationError extends UsageError {}

const isSecret = (variable: string): boolean =>
  Environment.shape[variable as keyof typeof Environment.shape]?.meta()?.['secret'] === true;

const problem = (variable: string, message: string, value: string | undefined): string => {
  const found = value === undefined ? 'it is not set' : `it is ${JSON.stringify(value)}`;
  return `  ${variable} ${message}; ${value && isSecret(variable) ? 'its value is not shown' : found}.`;
};

const authentication = (env: Environment) => {
  if (env.ELASTICSEARCH_API_KEY) return {apiKey: env.ELASTICSEARCH_API_KEY};
  if (env.ELASTICSEARCH_USERNAME && env.ELASTICSEARCH_PASSWORD) {
    return {username: env.ELASTICSEARCH_USERNAME, password: env.ELASTICSEARCH_PASSWORD};
  }
  return undefined;
};

const toConfig = (env: Environment) =>
  Object.freeze({
    host: env.HOST,
    port: env.PORT,
    opsPort: env.OPS_PORT,
    opsHost: env.OPS_HOST,
    processes: env.API_PROCESSES,
    maxConnectionsPerAddress: env.MAX_CONNECTIONS_PER_ADDRESS,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    corsOrigins: Object.freeze(env.CORS_ORIGINS ?? []),
    environment: env.API_ENVIRONMENT,
    elasticsearch: Object.freeze({
      nodes: Object.freeze(env.ELASTICSEARCH_NODES),
      auth: authentication(env),
      ca: env.ELASTICSEARCH_CA,
    }),
    indexPrefix: env.INDEX_PREFIX,
    redis: Object.freeze(env.REDIS_URL),
    indexing: toIndexing(env),
    tracing: toTracing(env),
    logLevel: env.LOG_LEVEL,
    production: env.NODE_ENV === 'production',
  });

export type Config = ReturnType<typeof toConfig>;

/** Reads the whole configuration. Throws a `ConfigurationError` that lists every problem. */
export const readConfig = (
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config => {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Consistent.safeParse(set);
  if (parsed.success) return toConfig(parsed.data);

  const problems = parsed.error.issues.map(({path: [variable], message}) =>
    problem(String(variable), message, set[String(variable)]),
  );
  throw new ConfigurationError(`The configuration is invalid:\n${problems.join('\n')}`);
};
