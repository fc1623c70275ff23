import {z} from 'zod';
import {readVariables, type Variables} from './config.ts';
import {
  indexNameStart,
  oneOf,
  readableFile,
  redisAddress,
  secret,
  webAddress,
  webAddresses,
} from './variables.ts';

const text = z.string().optional();

/** The variables of every tool that asks Elasticsearch. */
export const elasticsearchVariables = {
  ELASTICSEARCH_NODES: webAddresses
    .prefault('http://127.0.0.1:9200')
    .meta(secret('URLs of the Elasticsearch nodes, separated by commas.')),
  // For any other character, the client says that Elasticsearch does not answer.
  ELASTICSEARCH_API_KEY: z
    .string()
    .trim()
    .regex(/^[!-~]+$/, 'must have only visible ASCII characters')
    .optional()
    .meta(secret('API key for Elasticsearch.')),
  ELASTICSEARCH_USERNAME: text.describe('User for Elasticsearch, if there is no API key.'),
  ELASTICSEARCH_PASSWORD: text.meta(secret('Password of that user.')),
  ELASTICSEARCH_CA: readableFile
    .optional()
    .describe('Path of the certificate of the CA that signed the nodes’ certificates.'),
  INDEX_PREFIX: indexNameStart
    .prefault('')
    .describe('Prefix of all index and alias names, so that installations can share a cluster.'),
};

type ElasticsearchEnvironment = z.output<z.ZodObject<typeof elasticsearchVariables>>;

/** A rule between variables, which is checked even when one is invalid, so that all problems are listed at once. */
export const rule = <Env>(name: keyof Env & string, error: string, isKept: (env: Env) => boolean) =>
  z.refine<Env>(isKept, {path: [name], error, when: () => true});

export const elasticsearchRules = [
  rule<ElasticsearchEnvironment>(
    'ELASTICSEARCH_API_KEY',
    'must not be set together with ELASTICSEARCH_USERNAME',
    env => !(env.ELASTICSEARCH_API_KEY && env.ELASTICSEARCH_USERNAME),
  ),
  rule<ElasticsearchEnvironment>(
    'ELASTICSEARCH_PASSWORD',
    'must be set together with ELASTICSEARCH_USERNAME',
    env => !env.ELASTICSEARCH_USERNAME === !env.ELASTICSEARCH_PASSWORD,
  ),
];

const authentication = (env: ElasticsearchEnvironment) => {
  if (env.ELASTICSEARCH_API_KEY) return {apiKey: env.ELASTICSEARCH_API_KEY};
  if (env.ELASTICSEARCH_USERNAME && env.ELASTICSEARCH_PASSWORD) {
    return {username: env.ELASTICSEARCH_USERNAME, password: env.ELASTICSEARCH_PASSWORD};
  }
  return undefined;
};

export const toElasticsearch = (env: ElasticsearchEnvironment) => ({
  nodes: env.ELASTICSEARCH_NODES,
  auth: authentication(env),
  ca: env.ELASTICSEARCH_CA,
});

export type ElasticsearchConfig = ReturnType<typeof toElasticsearch>;

/** The variables of the tools that write or serve exports. */
export const exportVariables = {
  EXPORTS_DIRECTORY: text.describe(
    'Folder for the files of whole releases, which the indexer writes and the API serves. Without it there are none.',
  ),
};

/** The variable of the tools that link to the API. */
export const publicUrlVariable = {
  PUBLIC_URL: webAddress
    .optional()
    .describe('Public URL of the API. By default http://localhost:PORT.'),
};

/** The variables of the tools that use keys. */
export const keyVariables = {
  REDIS_URL: redisAddress
    .prefault('redis://127.0.0.1:6379')
    .meta(
      secret(
        'URL of Redis: redis://[user:password@]host:port[/database], redis+sentinel://[user:password@]host:port,…/master[/database][?sentinelUsername=…&sentinelPassword=…] or redis+cluster://[user:password@]host:port,…; rediss uses TLS. NODE_EXTRA_CA_CERTS names the CA certificate of a private CA.',
      ),
    ),
  API_ENVIRONMENT: oneOf('live', 'test')
    .prefault('live')
    .describe(
      'API keys to accept and issue: vdl_live_… or vdl_test_…. With test, the API serves only the test data, which needs its own INDEX_PREFIX.',
    ),
};

/** The Redis of a tool that needs nothing else, and whose keys it has. */
export const readKeyStore = (env: Variables = process.env) => {
  const read = readVariables(z.object(keyVariables), env);
  return {redis: read.REDIS_URL, environment: read.API_ENVIRONMENT};
};
