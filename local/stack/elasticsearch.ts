import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {needJava} from '../prerequisites/need.ts';
import {giveTo} from '../processes/account.ts';
import type {Print} from '../processes/run.ts';
import type {Program, Service} from '../processes/service.ts';
import {distribution} from './distribution.ts';
import {writeElasticsearchConfig} from './elasticsearch-config.ts';
import type {Stack} from './stack.ts';

const isOk = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(url, {signal: AbortSignal.timeout(5_000)});
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
};

const prepare = async (
  {home, folder, settings, account}: Stack,
  print: Print,
): Promise<Program> => {
  const java = await needJava(account, print);
  const installation = await distribution(home, java, print);
  const [config, data, logs, temporary] = ['config', 'data', 'logs', 'tmp'].map(name =>
    join(folder, 'elasticsearch', name),
  ) as [string, string, string, string];
  for (const path of [config, data, logs, temporary]) await mkdir(path, {recursive: true});
  await writeElasticsearchConfig(config, {folder, distribution: installation, settings});
  await giveTo(account, config, data, logs, temporary);
  return {
    command: join(installation, 'bin/elasticsearch'),
    // Also in elasticsearch.yml; on the command line it identifies the process.
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

/** The Elasticsearch of a stack: on the loopback, without authentication. */
export const elasticsearch = (stack: Stack, print: Print): Service => {
  const address = `http://127.0.0.1:${stack.settings.elasticsearchPort}`;
  return {
    name: 'elasticsearch',
    port: stack.settings.elasticsearchPort,
    portVariable: `${stack.settings.prefix}_ELASTICSEARCH_PORT`,
    folder: stack.folder,
    address,
    isHealthy: () => isOk(`${address}/_cluster/health?wait_for_status=yellow&timeout=1s`),
    prepare: () => prepare(stack, print),
  };
};
