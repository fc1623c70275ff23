import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {mkdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {needAll, needJava, needMaven, needRedis} from '../prerequisites/need.ts';
import {chownTo} from '../processes/os-user.ts';
import {type Print, run} from '../processes/run.ts';
import {answersOk, isTaken, type Program, type Service} from '../processes/service.ts';
import {withLock} from '../processes/wait.ts';
import type {Stack, StackSettings} from './stack.ts';

/** The same version as in docker-compose.yml. */
export const elasticsearchVersion = '9.5.3';

/** The reduced distribution that Elastic publishes for tests. */
const artifact = `org.elasticsearch.distribution.integ-test-zip:elasticsearch:${elasticsearchVersion}:zip`;

const unpack = async (into: string, java: string, print: Print): Promise<void> => {
  const maven = await needMaven(print);
  print(`Downloading Elasticsearch ${elasticsearchVersion} with Maven (132 MB, once) …`);
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack';
  const parameters = [`-Dartifact=${artifact}`, `-DoutputDirectory=${into}`];
  // It also leaves a folder with its markers in its working directory.
  const options = {cwd: into, env: {JAVA_HOME: java}};
  await run(maven, ['--batch-mode', '--quiet', goal, ...parameters], options);
};

const name = `elasticsearch-${elasticsearchVersion}`;

/** Finds or installs the programs that a stack needs, or throws with the names of all missing ones. */
export const needPrograms = ({home, user}: Stack, print: Print): Promise<void> =>
  needAll([
    () => needRedis(join(home, 'bin'), print),
    () => needJava(user, print),
    async () => existsSync(join(home, name)) || (await needMaven(print)),
  ]);

/** The folder of the unpacked distribution, which is renamed into place once it is complete. */
const distribution = async (home: string, java: string, print: Print): Promise<string> => {
  const whole = join(home, name);
  if (existsSync(whole)) return whole;
  return withLock(`${whole}.lock`, async () => {
    if (existsSync(whole)) return whole;
    const part = `${whole}.part`;
    await rm(part, {recursive: true, force: true});
    await mkdir(part);
    await unpack(part, java, print);
    await rename(join(part, name), whole);
    await rm(part, {recursive: true, force: true});
    return whole;
  });
};

/**
 * A write to a name that does not exist creates no index: a lost alias or a misspelt name must be an
 * error and never a new index with guessed types. Only names with a leading dot, which belong to
 * Elasticsearch and Kibana, are exempt. The same setting is in docker-compose.yml.
 */
export const autoCreateIndex = '+.*,-*';

/** JSON strings are YAML strings, so a path may have any characters. */
export const yaml = (settings: Readonly<Record<string, string | number | boolean>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('');

/** The folder for the data of an Elasticsearch that is installed in `folder`. */
export const dataOf = (folder: string): string => join(folder, 'elasticsearch/data');

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
    'path.data': dataOf(folder),
    'path.logs': join(folder, 'elasticsearch/logs'),
    'xpack.security.enabled': false,
    'action.auto_create_index': autoCreateIndex,
    // The change that creates an index also places its shards, not a later one: there is nothing to balance.
    'cluster.routing.allocation.type': 'balanced',
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

/** The JVM options of the distribution, without its garbage collection log and with this heap. */
export const jvmOptions = (shipped: string, heap: string): string =>
  [...shipped.split('\n').filter(line => !line.startsWith('-Xlog:')), `-Xms${heap}`, `-Xmx${heap}`]
    .join('\n')
    .concat('\n');

/** Installs a node in `folder`, with data and logs of its own, and these settings as elasticsearch.yml. */
export const prepareNode = async (
  {home, folder, user}: Pick<Stack, 'home' | 'folder' | 'user'>,
  heap: string,
  settings: string,
  print: Print,
): Promise<Program> => {
  const java = await needJava(user, print);
  const installation = await distribution(home, java, print);
  const [config, data, logs, temporary] = ['config', 'data', 'logs', 'tmp'].map(name =>
    join(folder, 'elasticsearch', name),
  ) as [string, string, string, string];
  for (const path of [config, data, logs, temporary]) await mkdir(path, {recursive: true});
  const shippedOptions = await readFile(join(installation, 'config/jvm.options'), 'utf8');
  await writeFile(join(config, 'jvm.options'), jvmOptions(shippedOptions, heap));
  await writeFile(join(config, 'elasticsearch.yml'), settings);
  await writeFile(join(config, 'log4j2.properties'), logging);
  await chownTo(user, config, data, logs, temporary);
  return {
    command: join(installation, 'bin/elasticsearch'),
    // It is also in elasticsearch.yml; on the command line it identifies the process.
    args: [`-Epath.data=${data}`],
    env: {
      PATH: process.env['PATH'],
      ES_JAVA_HOME: java,
      ES_JAVA_OPTS: process.env['ES_JAVA_OPTS'],
      ES_PATH_CONF: config,
      ES_TMPDIR: temporary,
    },
    user,
  };
};

/** The Elasticsearch of a stack: on the loopback, without authentication. */
const elasticsearch = (stack: Stack): Service => {
  const {folder, settings} = stack;
  const address = `http://127.0.0.1:${settings.elasticsearchPort}`;
  return {
    name: 'elasticsearch',
    port: settings.elasticsearchPort,
    portVariable: `${settings.prefix}_ELASTICSEARCH_PORT`,
    folder,
    address,
    isHealthy: () => answersOk(`${address}/_cluster/health?wait_for_status=yellow&timeout=1s`),
    prepare: print => prepareNode(stack, settings.heap, elasticsearchYaml(folder, settings), print),
  };
};

/** Keys and usage are data: every write is persisted, and nothing is evicted when memory runs out. */
export const redisConf = (folder: string, port: number): string => `bind 127.0.0.1
port ${port}
dir ${JSON.stringify(folder)}
appendonly yes
appendfsync everysec
save ""
maxmemory-policy noeviction
# Keeps the path of this file on the command line, which identifies the process.
set-proc-title no
`;

/** While Redis loads its data it replies -LOADING, which is not healthy. */
const ping = (port: number): Promise<boolean> =>
  isTaken(port, async (socket, signal) => {
    socket.write('PING\r\n');
    const [reply] = (await once(socket, 'data', {signal})) as [Buffer];
    return reply.toString().startsWith('+PONG');
  });

/** The Redis of a stack, on the loopback. */
const redis = ({home, folder, settings: {prefix, redisPort: port}, user}: Stack): Service => ({
  name: 'redis',
  port,
  portVariable: `${prefix}_REDIS_PORT`,
  folder,
  address: `redis://127.0.0.1:${port}`,
  isHealthy: () => ping(port),
  prepare: async print => {
    const command = await needRedis(join(home, 'bin'), print);
    const data = join(folder, 'redis');
    const conf = join(folder, 'redis.conf');
    await mkdir(data, {recursive: true});
    await writeFile(conf, redisConf(data, port));
    await chownTo(user, data, conf);
    return {command, args: [conf], env: {PATH: process.env['PATH']}, user};
  },
});

/** The programs of a stack. */
export const engines = (stack: Stack): readonly Service[] => [redis(stack), elasticsearch(stack)];
