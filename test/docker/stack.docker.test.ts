import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {waitUntil} from '#local/processes/wait.ts';
import {codeBlocks, readPage} from '../docs/pages.ts';
import {composeProject} from '../helpers/docker/compose-project.ts';
import {fileScope} from '../helpers/scope.ts';
import {freePort} from '../helpers/servers/free-port.ts';
import {openConnection} from '../helpers/servers/open-connection.ts';

const minutes = 60_000;

/** Beside the stack of a developer, which publishes the engines. */
const unpublished = `
services:
  elasticsearch: {ports: !reset []}
  kibana: {ports: !reset []}
  redis: {ports: !reset []}
`;

const password = 'pa$$w$ord';
const extractUrl = `ftp://reader:${password}@127.0.0.1/`;
const [port, opsPort, testPort] = [await freePort(), await freePort(), await freePort()];

const stack = composeProject(fileScope(test), {
  env: {
    PORT: String(port),
    OPS_PORT: String(opsPort),
    TEST_PORT: String(testPort),
    TEST_OPS_PORT: '0',
    ELASTICSEARCH_HEAP: '512m',
    ELASTICSEARCH_USERNAME: 'reader',
    ELASTICSEARCH_PASSWORD: `'${password}'`,
    EXTRACT_URL: `'${extractUrl}'`,
  },
  override: unpublished,
});
const {compose, tool, containers} = stack;

const isRunning = async (service: string) =>
  (await containers()).get(service)?.Status === 'running';

const readiness = async () => {
  const response = await fetch(`http://127.0.0.1:${opsPort}/health/ready`);
  return response.status;
};

const get = (path: string, key: string, at = port) =>
  fetch(`http://127.0.0.1:${at}${path}`, {headers: {'x-api-key': key}});

const admin = async (...args: readonly string[]) => {
  const {said} = await tool('admin', ...args, '--json');
  return JSON.parse(said) as {
    readonly accountId: string;
    readonly keyId: string;
    readonly key: string;
  };
};

const anAccount = async () =>
  (await admin('accounts', 'create', '--name', 'Demo', '--trial-days', '1')).accountId;

test.before('a fresh copy is built, and all of it gets healthy', async t => {
  t.timeout(20 * minutes);
  const {exitCode, all} = await compose('up', '--build', '--detach', '--wait');
  t.is(exitCode, 0, all);
});

test.serial('one command brings sample data, and the API is where .env publishes it', async t => {
  t.timeout(5 * minutes);
  t.is(await readiness(), 503);
  const {code, all} = await tool('sample');
  t.is(code, 0, all);
  t.true(await waitUntil(async () => (await readiness()) === 200, {seconds: 30}));
  t.is((await fetch(`http://127.0.0.1:${port}/docs`)).status, 200);
});

test.serial('the test environment runs beside it, over data of its own', async t => {
  t.timeout(5 * minutes);
  await compose('--profile=test', 'up', '--detach');
  const issue = ['--env=API_ENVIRONMENT=test', 'admin', 'keys', 'issue', await anAccount()];
  const {key} = JSON.parse((await tool(...issue, '--json')).said) as {readonly key: string};
  const statusOf = (plate: string, at = testPort) =>
    get(`/v1/vehicles/plate/${plate}`, key, at).then(({status}) => status, String);
  t.true(await waitUntil(async () => (await statusOf('TE20000')) === 200, {seconds: 60}));
  t.deepEqual([await statusOf('TE42900'), await statusOf('TE20000', port)], [429, 401]);
  t.is((await containers()).get('test-data')?.ExitCode, 0);
  await compose('--profile=test', 'rm', '--stop', '--force', 'test-api', 'test-data');
});

test.serial('nothing runs as root, or could become root', async t => {
  for (const [service, {id}] of await containers()) {
    const {stdout} = await stack.docker(['top', id, '-eo', 'pid,uid']);
    const users = stdout
      .split('\n')
      .slice(1)
      .map(line => line.trim().split(/\s+/)[1]);
    t.true(users.length > 0 && !users.includes('0'), `${service}: ${stdout}`);
    const {stdout: status} = await stack.docker(['exec', id, 'cat', '/proc/self/status']);
    t.regex(status, /^CapBnd:\s0+$/m, service);
    t.regex(status, /^NoNewPrivs:\s1$/m, service);
  }
});

test.serial(
  'the containers of the service can write to /tmp alone, where the image left nothing',
  async t => {
    const write = (path: string) => compose('exec', '-T', 'api', 'touch', path);
    t.regex((await write('/app/file')).all, /Read-only file system/);
    t.is((await write('/tmp/file')).exitCode, 0);
    const {stdout} = await stack.docker([
      'run',
      '--rm',
      '--entrypoint=ls',
      stack.name,
      '-A',
      '/tmp',
    ]);
    t.is(stdout, '');
  },
);

const elasticsearch = `ELASTICSEARCH_PASSWORD=${password}`;
const redis = 'REDIS_URL=redis://redis:6379';
const secrets = {
  api: [elasticsearch, redis],
  indexer: [elasticsearch, `EXTRACT_URL=${extractUrl}`],
  admin: [redis],
  webhooks: [elasticsearch, redis],
  dashboard: [elasticsearch],
};
for (const [service, needed] of Object.entries(secrets)) {
  test.serial(`${service} gets the secrets that it needs, as they are, and no other`, async t => {
    const {said} = await tool('--no-deps', '--entrypoint=env', service);
    const given = said
      .split('\n')
      .filter(line => /^(\w+_PASSWORD|EXTRACT_URL|REDIS_URL)=/.test(line));
    t.deepEqual(given.toSorted(), needed.toSorted());
  });
}

test.serial('the dashboard is at an address that a browser on this machine opens', async t => {
  const {code, all} = await tool('dashboard');
  t.is(code, 0, all);
  t.regex(all, /http:\/\/localhost:5601\/app\/dashboards/);
});

test.serial('the folder of INDEXER_DIRECTORY is where the indexer writes', async t => {
  const folder = join(stack.cwd, 'large-disk');
  await mkdir(folder);
  const {stdout} = await stack.docker(['compose', '--profile=*', 'config', '--format=json'], {
    INDEXER_DIRECTORY: './large-disk',
  });
  const {services} = JSON.parse(stdout) as {
    readonly services: Record<
      string,
      {readonly volumes: readonly {source: string; target: string}[]}
    >;
  };
  for (const service of ['indexer', 'updates']) {
    t.like(
      services[service]?.volumes.find(({target}) => target === '/var/lib/vehicle-data'),
      {type: 'bind', source: folder},
    );
  }
});

test.serial('a key is revoked while Elasticsearch is down', async t => {
  t.timeout(5 * minutes);
  const {keyId} = await admin('keys', 'issue', await anAccount());
  await compose('stop', 'elasticsearch');
  const {code, all} = await tool('admin', 'keys', 'revoke', keyId, '--yes');
  t.is(code, 0, all);
  t.false(await isRunning('elasticsearch'));
  await compose('up', '--detach', '--wait');
});

test.serial('the indexer needs no Redis', async t => {
  t.timeout(5 * minutes);
  await compose('stop', 'redis');
  const {code, all} = await tool('indexer', 'status');
  t.is(code, 0, all);
  t.false(await isRunning('redis'));
  await compose('up', '--detach', '--wait');
});

test.serial('a schedule with wrong settings is seen to restart', async t => {
  t.timeout(2 * minutes);
  const updates = ['compose', '--profile=scheduled', 'up', '--detach', 'updates'];
  await stack.docker(updates, {EXTRACT_URL: ''});
  const status = async () => (await compose('ps', '--format={{.Status}}', 'updates')).stdout;
  t.true(await waitUntil(async () => /^Restarting \(2\)/.test(await status()), {seconds: 60}));
  await compose('--profile=scheduled', 'rm', '--stop', '--force', 'updates');
});

test.serial('keys and data are still there after down and up', async t => {
  t.timeout(5 * minutes);
  const {key} = await admin('keys', 'issue', await anAccount());
  t.is((await compose('down')).exitCode, 0);
  await compose('up', '--detach', '--wait');
  t.is((await get('/v1/dataset', key)).status, 200);
});

test.serial('Redis is backed up, lost and restored as docs/backup.md says', async t => {
  t.timeout(5 * minutes);
  const {text} = await readPage('docs/backup.md');
  const [backUp = '', restore = '', ...others] = codeBlocks(text, 'sh').filter(block =>
    block.includes('redis-backup.tar'),
  );
  t.deepEqual(others, []);
  const {key} = await admin('keys', 'issue', await anAccount());
  const {exitCode, all} = await stack.shell(backUp);
  t.is(exitCode, 0, all);

  await compose('exec', '-T', 'redis', 'redis-cli', 'flushall');
  await compose('restart', 'redis');
  const status = async () => (await get('/v1/dataset', key)).status;
  t.true(await waitUntil(async () => (await status()) === 503, {seconds: 60}));
  const restored = await stack.shell(restore);
  t.is(restored.exitCode, 0, restored.all);
  t.true(await waitUntil(async () => (await status()) === 200, {seconds: 60}));
});

test.serial('engines elsewhere are used in place of those of the Compose file', async t => {
  t.timeout(5 * minutes);
  const ownOpsPort = await freePort();
  const apart = composeProject(t, {
    env: {
      PORT: String(await freePort()),
      OPS_PORT: String(ownOpsPort),
      ELASTICSEARCH_NODES: 'http://elasticsearch:9200',
      REDIS_URL: 'redis://redis:6379',
    },
    override: `
services:
  elasticsearch: {profiles: [elsewhere]}
  kibana: {profiles: [elsewhere]}
  redis: {profiles: [elsewhere]}
networks:
  default: {name: ${stack.name}_default, external: true}
`,
  });
  const {exitCode, all} = await apart.compose('up', '--build', '--detach', '--wait');
  t.is(exitCode, 0, all);
  t.deepEqual([...(await apart.containers()).keys()], ['api']);
  t.is((await fetch(`http://127.0.0.1:${ownOpsPort}/health/ready`)).status, 200);
  t.is((await apart.tool('indexer', 'status')).code, 0);
});

test.serial('a stop ends everything in time, also with a request in progress', async t => {
  t.timeout(5 * minutes);
  const {key} = await admin('keys', 'issue', await anAccount());
  const {write, receive} = await openConnection(t, port);
  write(
    `POST /v1/vehicles/plates HTTP/1.1\r\nHost: api\r\nX-Api-Key: ${key}\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n`,
  );
  await receive(/100 Continue/);
  await compose('stop');
  const codes = Array.from(await containers(), ([service, {ExitCode}]) => [service, ExitCode]);
  t.deepEqual(Object.fromEntries(codes), {api: 0, elasticsearch: 0, kibana: 0, redis: 0});
});
