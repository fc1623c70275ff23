import {execFile} from 'node:child_process';
import {copyFile, readFile, writeFile} from 'node:fs/promises';
import {createServer as createPlainServer} from 'node:http';
import {createServer} from 'node:https';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {Client} from '@elastic/elasticsearch';
import test, {type ExecutionContext} from 'ava';
import {startElasticsearch, untilUp} from '../../helpers/engines/elasticsearch-cluster.ts';
import {startRedis} from '../../helpers/engines/redis.ts';
import {anExtractFile, extractZip, someRecords} from '../../helpers/extracts/extract-files.ts';
import {runIndexer, sentencesOf} from '../../helpers/processes/run-indexer.ts';
import {startServing} from '../../helpers/processes/start-main.ts';
import {sharedFixture} from '../../helpers/scope.ts';
import {certificateAuthority} from '../../helpers/servers/certificates.ts';
import {onLoopback} from '../../helpers/servers/on-loopback.ts';

const [username, password] = ['reader', 'a secret of 24 letters'];

type Variables = Readonly<Record<string, string>>;

/** A node with TLS that wants a password, as its operator sets it up; and another CA than its own. */
const secured = sharedFixture(test, async t => {
  const [own, other] = [await certificateAuthority(t), await certificateAuthority(t)];
  const {key, cert} = await own.issue();
  const [node] = await startElasticsearch(t, {
    settings: {
      'xpack.security.enabled': true,
      'xpack.security.http.ssl.enabled': true,
      'xpack.security.http.ssl.key': 'node.key',
      'xpack.security.http.ssl.certificate': 'node.pem',
      'xpack.security.autoconfiguration.enabled': false,
    },
    configure: async (config, command, env) => {
      await copyFile(key, join(config, 'node.key'));
      await copyFile(cert, join(config, 'node.pem'));
      for (const file of ['users', 'users_roles']) await writeFile(join(config, file), '');
      const args = ['useradd', username, '-p', password, '-r', 'superuser'];
      await promisify(execFile)(`${command}-users`, args, {env});
    },
  });
  const url = `https://127.0.0.1:${node?.port}`;
  const client = new Client({
    node: url,
    auth: {username, password},
    tls: {ca: await readFile(own.ca, 'utf8')},
    maxRetries: 0,
  });
  t.teardown(() => client.close());
  const isUp = () => client.cluster.health().catch(() => undefined);
  await untilUp(async () => (await isUp()) !== undefined);
  const login: Variables = {
    ELASTICSEARCH_NODES: url,
    ELASTICSEARCH_CA: own.ca,
    ELASTICSEARCH_USERNAME: username,
    ELASTICSEARCH_PASSWORD: password,
    BUILD_PATIENCE_SECONDS: '1',
  };
  return {own, other, login};
});

/** Whether the API becomes ready, what its readiness finds, and what it has logged. */
const served = async (t: ExecutionContext, env: Variables) => {
  const {url} = await startRedis(t);
  const api = await startServing(t, {...env, REDIS_URL: url, LOG_LEVEL: 'info'});
  const response = await fetch(`http://127.0.0.1:${api.opsPort}/health/ready`);
  const {checks} = (await response.json()) as {checks: {elasticsearch: {found: string}}};
  await api.end('SIGTERM');
  return {status: response.status, found: checks.elasticsearch.found, said: api.said()};
};

test.serial(
  'with its CA and a password an import and the API use a secured Elasticsearch',
  async t => {
    t.timeout(300_000);
    const {login} = await secured();
    const file = await anExtractFile(t, await extractZip(someRecords(50)));
    const {code, stderr} = await runIndexer(t, ['import', file], login);
    t.is(code, 0, stderr);
    const {status, found, said} = await served(t, login);
    t.is(status, 200, said);
    t.is(found, 'generation 20261115-031500-0001');
    t.notRegex(said, new RegExp(password));
  },
);

type Wrong = {
  readonly env: (
    world: Awaited<ReturnType<typeof secured>>,
    t: ExecutionContext,
  ) => Variables | Promise<Variables>;
  readonly code: number;
  /** In the sentence of the indexer, and in the log of the API. */
  readonly words: RegExp;
  readonly found: RegExp;
};

const isNamed = test.macro({
  title: (_, what: string) => `${what} is named, with its variables`,
  async exec(t, _what: string, {env, code, words, found}: Wrong) {
    t.timeout(300_000);
    const world = await secured();
    const variables = {...world.login, ...(await env(world, t))};
    const {code: ended, stderr} = await runIndexer(t, ['status'], variables);
    t.is(ended, code, stderr);
    t.regex(sentencesOf(stderr).join('\n'), words);
    t.notRegex(stderr, new RegExp(password));
    const api = await served(t, variables);
    t.is(api.status, 503);
    t.regex(api.found, found);
    t.notRegex(api.said, new RegExp(password));
  },
});

const untrusted = /^The certificate of the search engine is not accepted: ELASTICSEARCH_CA, /;
const rejected = /rejects the credentials \(ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USERNAME and /;

/** A server that gets no further than its certificate. */
const impostor = async (
  t: ExecutionContext,
  pem: {readonly key: string; readonly cert: string},
): Promise<Variables> => {
  const [key, cert] = [await readFile(pem.key), await readFile(pem.cert)];
  const port = await onLoopback(t, createServer({key, cert}));
  return {ELASTICSEARCH_NODES: `https://127.0.0.1:${port}`};
};

test.serial(isNamed, 'the CA of others', {
  env: ({other}) => ({ELASTICSEARCH_CA: other.ca}),
  code: 75,
  words: /^The certificate of .+ is not accepted \(.*certificate.*\)\. Correct ELASTICSEARCH_CA /,
  found: untrusted,
});

test.serial(isNamed, 'a private CA that is not configured', {
  env: () => ({ELASTICSEARCH_CA: ''}),
  code: 75,
  words: /is not accepted \(.*certificate.*\)\. Correct ELASTICSEARCH_CA /,
  found: untrusted,
});

test.serial(isNamed, 'a wrong password', {
  env: () => ({ELASTICSEARCH_PASSWORD: 'wrong'}),
  code: 2,
  words: /Check ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD\./,
  found: rejected,
});

test.serial(isNamed, 'an API key that there is not', {
  env: () => ({
    ELASTICSEARCH_USERNAME: '',
    ELASTICSEARCH_PASSWORD: '',
    ELASTICSEARCH_API_KEY: Buffer.from('nobody:nothing').toString('base64'),
  }),
  code: 2,
  words: /Check ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD\./,
  found: rejected,
});

test.serial(isNamed, 'a certificate that has expired', {
  env: async ({own}, t) => impostor(t, await own.issue({isExpired: true})),
  code: 75,
  words: /is not accepted \(certificate has expired\)/,
  found: untrusted,
});

test.serial(isNamed, 'a certificate of another host', {
  env: async ({own}, t) => impostor(t, await own.issue({names: 'DNS:elasticsearch.example.org'})),
  code: 75,
  words: /is not accepted \(Hostname\/IP does not match certificate's altnames/,
  found: untrusted,
});

test.serial(isNamed, 'an https:// address where there is no TLS', {
  env: async (_, t) => {
    const port = await onLoopback(t, createPlainServer());
    return {ELASTICSEARCH_NODES: `https://127.0.0.1:${port}`};
  },
  code: 75,
  words: /^ELASTICSEARCH_NODES begins with https:\/\/, but Elasticsearch does not use TLS there\./,
  found:
    /^ELASTICSEARCH_NODES begins with https:\/\/, but the search engine does not use TLS there\.$/,
});
