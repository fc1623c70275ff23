import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {needJava} from '../prerequisites/need.ts';
import {giveTo} from '../processes/account.ts';
import type {Launch, Say, Service} from '../processes/service.ts';
import {distribution} from './distribution.ts';
import {writeElasticsearchConfig} from './elasticsearch-config.ts';
import type {Stack} from './stack.ts';

const answers = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(url, {signal: AbortSignal.timeout(5_000)});
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
};

const launch = async ({home, folder, settings, account}: Stack, say: Say): Promise<Launch> => {
  const java = await needJava(account, say);
  const program = await distribution(home, java, say);
  const [config, data, logs, temporary] = ['config', 'data', 'logs', 'tmp'].map(name =>
    join(folder, 'elasticsearch', name),
  ) as [string, string, string, string];
  for (const path of [config, data, logs, temporary]) await mkdir(path, {recursive: true});
  await writeElasticsearchConfig(config, {folder, distribution: program, settings});
  await giveTo(account, config, data, logs, temporary);
  return {
    command: join(program, 'bin/elasticsearch'),
    // It stands in elasticsearch.yml as well; here it shows whose process this is.
    args: [`-Epath.data=${data}`],
    env: {
      PATH: process.env['PATH'],
      ES_JAVA_HOME: java,
      ES_PATH_CONF: config,
      ES_TMPDIR: temporary,
    },
    account,
  };
};

/** Elasticsearch of a stack, without accounts, on the loopback. */
export const elasticsearch = (stack: Stack, say: Say): Service => {
  const address = `http://127.0.0.1:${stack.settings.elasticsearchPort}`;
  return {
    name: 'elasticsearch',
    port: stack.settings.elasticsearchPort,
    portVariable: stack.settings.variables.elasticsearchPort,
    folder: stack.folder,
    address,
    isHealthy: () => answers(`${address}/_cluster/health?wait_for_status=yellow&timeout=1s`),
    prepare: () => launch(stack, say),
  };
};
