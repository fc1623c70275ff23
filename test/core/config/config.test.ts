import {writeFile} from 'node:fs/promises';
import {availableParallelism} from 'node:os';
import {join} from 'node:path';
import test from 'ava';
import {ConfigurationError, type Variables} from '#core/config/config.ts';
import {type RedisAddress, readRedisAddress} from '#core/config/redis-address.ts';
import {readConfig as readIndexerConfig} from '#indexer/config.ts';
import {readConfig as readKibanaConfig} from '#kibana/config.ts';
import {readConfig} from '#src/config.ts';
import {readConfig as readWebhookConfig} from '#webhooks/config.ts';
import {aFolder} from '../../helpers/extracts/files.ts';

const problemsOf = (env: Variables, read: (env: Variables) => unknown = readConfig): string => {
  try {
    read(env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return '';
};

test('an empty environment is a working one', t => {
  t.like(readConfig({PORT: '', REDIS_URL: '', INDEX_PREFIX: ' '}), {
    port: 8080,
    opsPort: 9090,
    processes: 1,
    maxConnectionsPerAddress: 1000,
    publicUrl: 'http://localhost:8080',
    environment: 'live',
    elasticsearch: {nodes: ['http://127.0.0.1:9200'], auth: undefined},
    redis: {kind: 'server', url: 'redis://127.0.0.1:6379'},
    indexPrefix: '',
    production: true,
  });
});

test('several nodes are separated by commas', t => {
  const {elasticsearch} = readConfig({ELASTICSEARCH_NODES: 'https://a:9200/, https://b:9200'});
  t.deepEqual(elasticsearch.nodes, ['https://a:9200', 'https://b:9200']);
});

test('connectors of Kibana are separated by commas; without any there are none', t => {
  t.deepEqual(readKibanaConfig({}).connectors, []);
  t.deepEqual(readKibanaConfig({KIBANA_CONNECTORS: 'a1, b-2'}).connectors, ['a1', 'b-2']);
  for (const KIBANA_CONNECTORS of [',', 'a,', 'a b']) {
    t.regex(
      problemsOf({KIBANA_CONNECTORS}, readKibanaConfig),
      /KIBANA_CONNECTORS must be ids, separated by commas;/,
    );
  }
});

test('processes are counted, or one for each core', t => {
  t.is(readConfig({API_PROCESSES: '3'}).processes, 3);
  t.is(readConfig({API_PROCESSES: 'auto'}).processes, availableParallelism());
  for (const API_PROCESSES of ['0', '257', '1.5', '-1', 'AUTO', '2 ']) {
    t.regex(
      problemsOf({API_PROCESSES}),
      /API_PROCESSES must be auto or a whole number from 1 to 256;/,
    );
  }
});

test('the connections of an address are a number that fits', t => {
  t.is(readConfig({MAX_CONNECTIONS_PER_ADDRESS: '10000'}).maxConnectionsPerAddress, 10_000);
  for (const MAX_CONNECTIONS_PER_ADDRESS of ['0', '10001', '-1', 'all']) {
    t.regex(
      problemsOf({MAX_CONNECTIONS_PER_ADDRESS}),
      /MAX_CONNECTIONS_PER_ADDRESS must be a whole number from 1 to 10000;/,
    );
  }
});

test('origins are those that browsers send, or any', t => {
  t.deepEqual(readConfig({CORS_ORIGINS: ''}).corsOrigins, []);
  t.deepEqual(readConfig({CORS_ORIGINS: '*'}).corsOrigins, ['*']);
  t.deepEqual(readConfig({CORS_ORIGINS: 'https://a.example, http://localhost:3000'}).corsOrigins, [
    'https://a.example',
    'http://localhost:3000',
  ]);
  for (const CORS_ORIGINS of [
    'https://a.example/',
    'https://A.example',
    'https://a.example:443',
    'https://a.example/path',
    'a.example',
    'null',
    'file:///',
    '*,https://a.example',
    'https://a.example,',
  ]) {
    t.regex(problemsOf({CORS_ORIGINS}), /CORS_ORIGINS must be/, CORS_ORIGINS);
  }
});

test('browsers reach Kibana at the URL that is set for them', t => {
  const KIBANA_PUBLIC_URL = 'https://kibana.example.org';
  t.is(readKibanaConfig({KIBANA_PUBLIC_URL}).publicUrl, KIBANA_PUBLIC_URL);
});

test('webhooks leave the public internet only if they are allowed to', t => {
  t.like(readWebhookConfig({}), {
    allowsPrivateAddresses: false,
    publicUrl: 'http://localhost:8080',
    environment: 'live',
  });
  const allowed = readWebhookConfig({WEBHOOKS_ALLOW_PRIVATE_ADDRESSES: 'true'});
  t.true(allowed.allowsPrivateAddresses);
  t.regex(
    problemsOf(
      {WEBHOOKS_ALLOW_PRIVATE_ADDRESSES: '1', PUBLIC_URL: 'example.org'},
      readWebhookConfig,
    ),
    /WEBHOOKS_ALLOW_PRIVATE_ADDRESSES must be true or false;.*\n.*PUBLIC_URL must be/,
  );
});

const wrong = {
  PORT: '99999',
  OPS_PORT: '80a',
  PUBLIC_URL: 'example.org',
  API_PROCESSES: 'all',
  CORS_ORIGINS: 'https://a.example/',
  API_ENVIRONMENT: 'staging',
  REDIS_URL: 'http://redis',
  LOG_LEVEL: 'loud',
};

const wrongForAll = {
  ELASTICSEARCH_NODES: 'http://a,ftp://b',
  ELASTICSEARCH_CA: 'no/such/file',
  INDEX_PREFIX: 'Upper',
};

const wrongForIndexer = {
  EXTRACT_URL: 'https//register',
  GATE_MAX_REJECTS_PERCENT: '0,1',
  GATE_MIN_VEHICLES_PERCENT: '101',
  GENERATIONS_KEPT: '1.5',
  CHANGES_DAYS: '0',
  CHANGES_PLATES: 'no',
  BUILD_LOCK_SECONDS: '0',
};

test('every wrong variable is named at once, and none that another tool reads', t => {
  const all = {...wrong, ...wrongForAll, ...wrongForIndexer};
  const named = (problems: string) =>
    Array.from(problems.matchAll(/^ {2}(\w+) must/gm), ([, name]) => name).toSorted();
  const names = (...of: readonly object[]) => of.flatMap(Object.keys).toSorted();
  t.deepEqual(named(problemsOf(all)), names(wrong, wrongForAll));
  t.deepEqual(named(problemsOf(all, readIndexerConfig)), names(wrongForAll, wrongForIndexer));
});

test('variables that contradict each other are named along with wrong ones', t => {
  const problems = problemsOf({
    PORT: 'x',
    ELASTICSEARCH_API_KEY: 'a',
    ELASTICSEARCH_USERNAME: 'b',
  });
  t.regex(problems, /PORT must/);
  t.regex(problems, /ELASTICSEARCH_API_KEY must not be set together/);
  t.regex(problems, /ELASTICSEARCH_PASSWORD must be set together/);
  t.regex(problemsOf({PORT: '80', OPS_PORT: '80'}), /OPS_PORT must not be the same as PORT/);
});

const isDecoded = test.macro({
  title: (_, url: string, isRight: boolean) => `${url} is ${isRight ? 'taken' : 'refused'}`,
  exec(t, url: string, isRight: boolean) {
    if (isRight) t.is(readIndexerConfig({EXTRACT_URL: url}).indexing.extractUrl, url);
    else
      t.regex(
        problemsOf({EXTRACT_URL: url}, readIndexerConfig),
        /EXTRACT_URL must have every % .* as %25/,
      );
  },
});

test(isDecoded, 'ftp://u:100%25@host/50%25/', true);
test(isDecoded, 'ftp://u:100%@host/', false);
test(isDecoded, 'ftp://host/50%/', false);
test(isDecoded, 'https://100%:p@host/', false);
test(isDecoded, 'https://host/50%', true);

test('a wrong secret is named without being shown', t => {
  const env = {
    REDIS_URL: 'http://user:hunter2@redis',
    ELASTICSEARCH_NODES: 'ftp://user:hunter2@node',
    ELASTICSEARCH_PASSWORD: 'hunter2',
    ELASTICSEARCH_API_KEY: 'hunter2\nhunter2',
    EXTRACT_URL: 'gopher://user:hunter2@register',
  };
  const problems = problemsOf(env) + problemsOf(env, readIndexerConfig);
  t.regex(problems, /REDIS_URL must be .* not shown/);
  t.regex(problems, /ELASTICSEARCH_API_KEY must have only visible ASCII .* not shown/);
  t.notRegex(problems, /hunter2/);
});

test('blanks and line breaks around the API key of Elasticsearch are not part of it', t => {
  const {elasticsearch} = readConfig({ELASTICSEARCH_API_KEY: ' key\n\n'});
  t.deepEqual(elasticsearch.auth, {apiKey: 'key'});
});

test('a secret can stand in a file, whose byte order mark and last line break are not part of it', async t => {
  const file = join(aFolder(t), 'secret');
  for (const [start, end] of [
    ['', ''],
    ['', '\n'],
    ['\uFEFF', '\r\n'],
  ]) {
    await writeFile(file, `${start}pass word ${end}`);
    const {elasticsearch} = readConfig({
      ELASTICSEARCH_USERNAME: 'api',
      ELASTICSEARCH_PASSWORD_FILE: file,
      REDIS_URL: 'redis://redis',
      REDIS_URL_FILE: '',
    });
    t.deepEqual(elasticsearch.auth, {username: 'api', password: 'pass word '});
  }
  await writeFile(file, 'ftp://user:hunter2@register/');
  t.is(
    readIndexerConfig({EXTRACT_URL_FILE: file}).indexing.extractUrl,
    'ftp://user:hunter2@register/',
  );
  // Only the name of a secret has an end that means a file.
  t.is(readConfig({PORT_FILE: file}).port, 8080);
});

test('a file of a secret that cannot be taken is named with its reason, and its content is not shown', async t => {
  const file = join(aFolder(t), 'secret');
  t.regex(
    problemsOf({REDIS_URL_FILE: file}),
    /REDIS_URL_FILE must be the path of a readable file \(ENOENT.*\); it is "\//,
  );
  await writeFile(file, '\n');
  t.regex(problemsOf({REDIS_URL_FILE: file}), /REDIS_URL_FILE must be .* not empty; it is "\//);
  await writeFile(file, 'http://user:hunter2@redis');
  const both = problemsOf({REDIS_URL_FILE: file, REDIS_URL: 'redis://redis', PORT: 'x'});
  t.regex(both, /REDIS_URL_FILE must not be set together with REDIS_URL;/);
  t.regex(both, /PORT must be/);
  const wrong = problemsOf({REDIS_URL_FILE: file});
  t.regex(wrong, /REDIS_URL must be .* not shown/);
  t.notRegex(both + wrong, /hunter2/);
});

const endpoint = 'http://127.0.0.1:4318';

const isOn = test.macro({
  title: (_, env: Readonly<Record<string, string>>) => `spans are sent with ${JSON.stringify(env)}`,
  exec: (t, env: Readonly<Record<string, string>>) =>
    t.deepEqual(readConfig(env).tracing, {protocol: 'http/protobuf', timeoutMs: 3000}),
});

test(isOn, {OTEL_TRACES_EXPORTER: 'otlp'});
test(isOn, {OTEL_EXPORTER_OTLP_ENDPOINT: endpoint});
test(isOn, {OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint}/v1/traces`, OTEL_SDK_DISABLED: 'no'});

const isOff = test.macro({
  title: (_, env: Readonly<Record<string, string>>) => `no spans with ${JSON.stringify(env)}`,
  exec: (t, env: Readonly<Record<string, string>>) => t.is(readConfig(env).tracing, undefined),
});

test(isOff, {});
test(isOff, {OTEL_EXPORTER_OTLP_ENDPOINT: ''});
test(isOff, {OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: 'none'});
test(isOff, {OTEL_TRACES_EXPORTER: 'otlp', OTEL_SDK_DISABLED: 'TRUE'});

test('a protocol that is not supported is refused, and an endpoint is not shown', t => {
  const env = {
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317/secret',
  };
  const {message} = t.throws(() => readConfig(env)) as Error;
  t.regex(
    message,
    /OTEL_EXPORTER_OTLP_PROTOCOL must be http\/protobuf or http\/json; it is "grpc"/,
  );
  t.notRegex(message, /secret/);
});

const noLogin = {username: undefined, password: undefined, tls: false};

const reads = test.macro({
  title: (_, text: string) => `${text} is an address`,
  exec: (t, text: string, address: RedisAddress) => t.deepEqual(readRedisAddress(text), address),
});

for (const url of ['redis://h', 'rediss://u:p@h:6380/2', 'redis://[::1]:6379']) {
  test(reads, url, {kind: 'server', url});
}

test(reads, ' redis://u:p@h/3 ', {kind: 'server', url: 'redis://u:p@h/3'});

test(reads, 'redis+cluster://a:7000,b,[::1]:7001', {
  kind: 'cluster',
  nodes: [
    {host: 'a', port: 7000},
    {host: 'b', port: 6379},
    {host: '::1', port: 7001},
  ],
  ...noLogin,
});

test(reads, 'rediss+cluster://ops:p%40ss:w@a', {
  kind: 'cluster',
  nodes: [{host: 'a', port: 6379}],
  username: 'ops',
  password: 'p@ss:w',
  tls: true,
});

test(reads, 'redis+sentinel://:secret@a:26380, b/mymaster/3', {
  kind: 'sentinel',
  sentinels: [
    {host: 'a', port: 26380},
    {host: 'b', port: 26379},
  ],
  master: 'mymaster',
  database: 3,
  sentinelLogin: {},
  ...noLogin,
  password: 'secret',
});

const sentinels = 'redis+sentinel://ops:secret@a/mymaster';

test(reads, `${sentinels}?sentinelUsername=watch&sentinelPassword=p%26=`, {
  kind: 'sentinel',
  sentinels: [{host: 'a', port: 26379}],
  master: 'mymaster',
  database: 0,
  sentinelLogin: {sentinelUsername: 'watch', sentinelPassword: 'p&='},
  ...noLogin,
  username: 'ops',
  password: 'secret',
});

const refuses = test.macro({
  title: (_, text: string) => `${text} is refused, in words`,
  exec(t, text: string, why: RegExp) {
    const problem = readRedisAddress(text);
    if (typeof problem !== 'string') return t.fail();
    t.regex(problem, why);
    t.notRegex(problem, /hunter2/);
  },
});

test(refuses, 'http://user:hunter2@redis', /^must be a redis:\/\/ or rediss:\/\/ URL/);
test(refuses, 'localhost:6379', /^must be/);
test(refuses, 'redis://a:1,b:2', /^must be .+ of one host/);
for (const path of ['/x', '/1.5', '/0x1', '/1/2']) {
  test(refuses, `redis://a${path}`, /^must end with the number of a database/);
}
test(refuses, 'redis://user:hunter2%@a', /^must have its user and password percent-encoded/);
for (const mark of ['#', '/', '?']) {
  test(
    refuses,
    `redis://user:hunter2x${mark}@a`,
    /^must .+ with its user and password percent-encoded/,
  );
}
test(refuses, 'redis+cluster://a:1,b:2/1', /^must not name a database/);
test(refuses, 'redis+cluster://', /^must name its hosts/);
test(refuses, 'redis+cluster://a:1,,b:2', /^must name its hosts/);
test(refuses, 'redis+cluster://a:99999', /^must name its hosts/);
test(refuses, 'redis+cluster://user:hunter2@a:port', /^must name its hosts/);
test(refuses, 'redis+cluster://:hunter2%@a', /^must have its user and password percent-encoded/);
test(refuses, 'redis+sentinel:///mymaster', /^must name its hosts/);
test(refuses, 'redis+sentinel://:hunter2@a,b', /^must end with the name of the master/);
test(refuses, 'redis+sentinel://a/master/x', /^must end with the name of the master/);
test(refuses, 'redis+sentinel://a@b@c/master', /^must/);
test(refuses, `${sentinels}?sentinelPasword=hunter2`, /sentinelUsername=… and sentinelPassword=…/);
test(refuses, `${sentinels}?sentinelPassword=hunter2%`, /percent-encoded/);
test(refuses, 'redis+cluster://a?sentinelPassword=hunter2', /^must have no query/);
