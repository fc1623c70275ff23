import {z} from 'zod';
import {readVariables, type Variables} from '#core/config/config.ts';
import {elasticsearchRules, elasticsearchVariables, toElasticsearch} from '#core/config/engines.ts';
import {idList, webAddress} from '#core/config/variables.ts';

export const kibanaVariables = {
  KIBANA_URL: webAddress
    .prefault('http://127.0.0.1:5601')
    .describe('URL of Kibana, where the Elasticsearch user or API key installs the dashboard.'),
  KIBANA_CONNECTORS: idList
    .optional()
    .describe(
      'Ids of the Kibana connectors, separated by commas, that receive the alerts. By default no alert rules are installed.',
    ),
  RUNBOOK_URL: webAddress
    .optional()
    .describe(
      'URL of docs/operations.md for your operators. The dashboard and the alerts link to it.',
    ),
  KIBANA_PUBLIC_URL: webAddress
    .optional()
    .describe('URL of Kibana for browsers. By default KIBANA_URL.'),
};

const Environment = z
  .object({...kibanaVariables, ...elasticsearchVariables})
  .check(...elasticsearchRules);

export const readConfig = (variables: Variables = process.env) => {
  const env = readVariables(Environment, variables);
  return {
    auth: toElasticsearch(env).auth,
    prefix: env.INDEX_PREFIX,
    kibanaUrl: env.KIBANA_URL,
    connectors: env.KIBANA_CONNECTORS ?? [],
    runbookUrl: env.RUNBOOK_URL,
    publicUrl: env.KIBANA_PUBLIC_URL,
  };
};
