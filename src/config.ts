import {z} from 'zod';
import {readVariables, type Variables} from '#core/config/config.ts';
import {
  elasticsearchRules,
  elasticsearchVariables,
  exportVariables,
  keyVariables,
  publicUrlVariable,
  rule,
  toElasticsearch,
} from '#core/config/engines.ts';
import {toTracing, tracingVariables} from '#core/config/tracing.ts';
import {oneOf, port, processes, webOrigins, wholeNumber} from '#core/config/variables.ts';

/** The variables of the API alone. */
export const apiVariables = {
  PORT: port.prefault('8080').describe('Port of the API.'),
  HOST: z.string().prefault('0.0.0.0').describe('IP address the API listens on.'),
  OPS_PORT: port.prefault('9090').describe('Port of health and metrics.'),
  OPS_HOST: z
    .string()
    .prefault('127.0.0.1')
    .describe('IP address that health and metrics listen on. The image sets 0.0.0.0.'),
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
      'Connections that one IP address may have open to a process of the API, which accepts 10,000 in all.',
    ),
  PAGES_API_KEY: z
    .string()
    .optional()
    .describe(
      'API key that the explorer fills in for everyone who opens it; give it a small plan. By default none.',
    ),
  EXPORTS_ACCEL_PREFIX: z
    .string()
    .regex(/^\/[\w/.-]*[^/]$/, 'must be a path such as /files')
    .optional()
    .describe(
      'Path under which a proxy in front serves EXPORTS_DIRECTORY internally. The API then answers with X-Accel-Redirect, and the proxy sends the files.',
    ),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')
    .prefault('info')
    .describe('Lowest level that is logged.'),
  NODE_ENV: z
    .string()
    .prefault('production')
    .describe('With any other value, every response is validated against its schema.'),
};

const Environment = z
  .object({
    ...apiVariables,
    ...exportVariables,
    ...publicUrlVariable,
    ...elasticsearchVariables,
    ...keyVariables,
    ...tracingVariables,
  })
  .check(
    ...elasticsearchRules,
    rule<{PORT: number; OPS_PORT: number}>(
      'OPS_PORT',
      'must not be the same as PORT',
      env => env.PORT === 0 || env.PORT !== env.OPS_PORT,
    ),
  );

/** Reads the configuration of the API. Throws a `ConfigurationError`. */
export const readConfig = (variables: Variables = process.env) => {
  const env = readVariables(Environment, variables);
  return {
    host: env.HOST,
    port: env.PORT,
    opsPort: env.OPS_PORT,
    opsHost: env.OPS_HOST,
    processes: env.API_PROCESSES,
    maxConnectionsPerAddress: env.MAX_CONNECTIONS_PER_ADDRESS,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    corsOrigins: env.CORS_ORIGINS ?? [],
    pagesKey: env.PAGES_API_KEY,
    environment: env.API_ENVIRONMENT,
    elasticsearch: toElasticsearch(env),
    indexPrefix: env.INDEX_PREFIX,
    redis: env.REDIS_URL,
    exports: {directory: env.EXPORTS_DIRECTORY, accelPrefix: env.EXPORTS_ACCEL_PREFIX},
    tracing: toTracing(env),
    logLevel: env.LOG_LEVEL,
    production: env.NODE_ENV === 'production',
  };
};

export type Config = ReturnType<typeof readConfig>;
