import type {Client} from '@elastic/elasticsearch';
import {createElasticsearchClient} from '#core/clients/elasticsearch.ts';
import {type Config, readConfig} from '#core/config/config.ts';

/** A person waits for the answer; what passes is tried again by who asks. */
const options = {requestTimeout: 30_000, maxRetries: 0};

export type Engine = {readonly client: Client; readonly prefix: string; readonly config: Config};

/** Does `work` on the Elasticsearch of the configuration, and closes the connection. */
export const withEngine = async <Result>(
  work: (engine: Engine) => Promise<Result>,
): Promise<Result> => {
  const config = readConfig();
  const client = createElasticsearchClient(config, options);
  try {
    return await work({client, prefix: config.indexPrefix, config});
  } finally {
    await client.close();
  }
};
