import {z} from 'zod';
import {readVariables, type Variables} from '#core/config/config.ts';
import {
  elasticsearchRules,
  elasticsearchVariables,
  keyVariables,
  publicUrlVariable,
  toElasticsearch,
} from '#core/config/engines.ts';
import {oneOf} from '#core/config/variables.ts';

/** The variables that only the sender of webhooks reads. */
export const webhookVariables = {
  WEBHOOKS_ALLOW_PRIVATE_ADDRESSES: oneOf('true', 'false')
    .prefault('false')
    .describe(
      'With true, webhooks may also go to http:// URLs and to loopback, private and link-local addresses: for receivers in your own network.',
    ),
};

const Environment = z
  .object({...webhookVariables, ...publicUrlVariable, ...elasticsearchVariables, ...keyVariables})
  .check(...elasticsearchRules);

/** Reads the configuration of the sender. Throws `ConfigurationError` if it is invalid. */
export const readConfig = (variables: Variables = process.env) => {
  const env = readVariables(Environment, variables);
  return {
    allowsPrivateAddresses: env.WEBHOOKS_ALLOW_PRIVATE_ADDRESSES === 'true',
    publicUrl: env.PUBLIC_URL ?? 'http://localhost:8080',
    environment: env.API_ENVIRONMENT,
    elasticsearch: toElasticsearch(env),
    indexPrefix: env.INDEX_PREFIX,
    redis: env.REDIS_URL,
  };
};
