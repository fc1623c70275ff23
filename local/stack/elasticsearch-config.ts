import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {StackSettings} from './settings.ts';

/**
 * A write to a name that does not exist creates no index: a lost alias or a misspelt name must be an
 * error and never a new index with guessed types. Only names with a leading dot, which belong to
 * Elasticsearch and Kibana, are exempt. The same setting is in docker-compose.yml.
 */
export const autoCreateIndex = '+.*,-*';

/** JSON strings are YAML strings, so a path may hold anything. */
const yaml = (settings: Readonly<Record<string, string | number | boolean>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('');

/**
 * A single node on the loopback without authentication. A developer's disk is often nearly full, and
 * the default watermarks are percentages that would block writes with many gigabytes left.
 */
export const elasticsearchYaml = (folder: string, {elasticsearchPort}: StackSettings): string =>
  yaml({
    'cluster.name': `local-${elasticsearchPort}`,
    'node.name': 'local',
    'discovery.type': 'single-node',
    'network.host': '127.0.0.1',
    'http.port': elasticsearchPort,
    'transport.port': 0,
    'path.data': join(folder, 'elasticsearch/data'),
    'path.logs': join(folder, 'elasticsearch/logs'),
    'xpack.security.enabled': false,
    'action.auto_create_index': autoCreateIndex,
    'cluster.routing.allocation.disk.watermark.low': '2gb',
    'cluster.routing.allocation.disk.watermark.high': '1gb',
    'cluster.routing.allocation.disk.watermark.flood_stage': '512mb',
  });

/** Everything to standard output, which is the service's log. */
const logging = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%d{ISO8601}][%-5p][%-25c{1.}] [%node_name]%marker %m%consoleException%n
rootLogger.level = info
rootLogger.appenderRef.console.ref = console
`;

/** The JVM options of the distribution without its garbage collection log, with this heap. */
export const jvmOptions = (shipped: string, heap: string): string =>
  [...shipped.split('\n').filter(line => !line.startsWith('-Xlog:')), `-Xms${heap}`, `-Xmx${heap}`]
    .join('\n')
    .concat('\n');

/** Writes the configuration files of Elasticsearch into `config`. */
export const writeElasticsearchConfig = async (
  config: string,
  {
    folder,
    distribution,
    settings,
  }: {
    readonly folder: string;
    readonly distribution: string;
    readonly settings: StackSettings;
  },
): Promise<void> => {
  const shipped = await readFile(join(distribution, 'config/jvm.options'), 'utf8');
  await writeFile(join(config, 'elasticsearch.yml'), elasticsearchYaml(folder, settings));
  await writeFile(join(config, 'log4j2.properties'), logging);
  await writeFile(join(config, 'jvm.options'), jvmOptions(shipped, settings.heap));
};
