import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFile, writeFile} from 'node:fs/promises';
import {createServer} from 'node:https';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {setTimeout as wait} from 'node:timers/promises';
import {fileURLToPath, pathToFileURL} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {elasticsearchNode, env} from '../helpers/environment.ts';
import {aFolder, aNamedPipe} from '../helpers/extracts/files.ts';
import {runAsProcess} from '../helpers/processes/run-in-process.ts';
import {certificateAuthority} from '../helpers/servers/certificates.ts';
import {onLoopback} from '../helpers/servers/on-loopback.ts';
import {aStage, receivers, status, verified} from './stage.ts';

const main = fileURLToPath(new URL('../../webhooks/main.ts', import.meta.url));

/** Starts the sender, which is killed when the test ends. */
const startSender = (
  t: ExecutionContext,
  {url, prefix}: Awaited<ReturnType<typeof aStage>>,
  flags: readonly string[],
  variables: Readonly<Record<string, string>> = {},
) => {
  const child = spawn(process.execPath, [...flags, main], {
    env: {
      ...env,
      ELASTICSEARCH_NODES: elasticsearchNode,
      REDIS_URL: url,
      INDEX_PREFIX: prefix,
      WEBHOOKS_ALLOW_PRIVATE_ADDRESSES: 'true',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  return child;
};

test('the process sends by https, logs neither address nor secret, and ends with 0', async t => {
  const stage = await aStage(t);
  const {add, publish, webhooks, deliveries} = stage;
  const {ca, issue} = await certificateAuthority(t);
  const {key, cert} = await issue();
  const [keyText, certText] = await Promise.all([readFile(key), readFile(cert)]);
  const received: {headers: Record<string, string>; body: string}[] = [];
  const server = createServer({key: keyText, cert: certText}, async (request, response) => {
    const headers = request.headers as Record<string, string>;
    received.push({headers, body: await text(request)});
    response.end();
    server.emit('received');
  });
  const port = await onLoopback(t, server);
  await publish(1);
  const {webhookId, secret} = await add(`https://127.0.0.1:${port}/hook?token=hidden`);

  const child = startSender(t, stage, [], {NODE_EXTRA_CA_CERTS: ca});
  const [said, complained] = [text(child.stdout), text(child.stderr)];
  const ended = once(child, 'exit');
  while ((await webhooks.lastAnnounced()) === undefined) await wait(50);
  await publish(2);
  await once(server, 'received');
  child.kill('SIGTERM');
  t.deepEqual(await ended, [0, null]);
  t.is(received.length, 1);
  const [notification] = received;
  const checked = notification && verified(secret, {...notification, id: ''});
  t.is(checked?.data['serial'], 2);
  t.like(await deliveries(webhookId), [{state: 'delivered'}]);
  const log = await said;
  t.regex(log, /"A delivery was attempted\."/);
  t.notRegex(log, /hidden|whsec|\/hook/);
  t.is(await complained, '');
});

/** Holds as many threads as Node has by default once there is this file: by opening a pipe that nobody writes into. */
const holdsThreads = (pipe: string, begin: string) =>
  `--import=data:text/javascript,${encodeURIComponent(`
    import {existsSync, open} from 'node:fs';
    const timer = setInterval(() => {
      if (!existsSync(${JSON.stringify(begin)})) return;
      clearInterval(timer);
      for (let held = 0; held < 4; held += 1) open(${JSON.stringify(pipe)}, () => {});
    }, 20).unref();
  `)}`;

test('receivers whose names are looked up for long hold up no others', async t => {
  const stage = await aStage(t);
  const {add, publish, webhooks} = stage;
  const {url, received} = await receivers(t, {'/': status(200)});
  const pipe = await aNamedPipe(t);
  const begin = join(aFolder(t), 'begin');
  await publish(1);
  await add(url('/').replace('127.0.0.1', 'localhost'));
  startSender(t, stage, [holdsThreads(pipe, begin)]);
  while ((await webhooks.lastAnnounced()) === undefined) await wait(50);
  await writeFile(begin, '');
  await wait(100);
  await publish(2);
  const late = AbortSignal.timeout(30_000);
  while (received('/').length === 0 && !late.aborted) await wait(50);
  t.is(received('/').length, 1);
});

const run = (...args: readonly string[]) =>
  runAsProcess(pathToFileURL(main), {REDIS_URL: 'redis://127.0.0.1:1'}, args);

test('the process explains itself, and starts with no argument that it does not know', async t => {
  const help = await run('--help');
  t.like(help, {code: 0, stderr: ''});
  t.regex(help.stdout, /^Usage: webhooks/);
  t.like(await run('--once'), {
    code: 2,
    stdout: '',
    stderr: "error: unknown option '--once'\n",
  });
  t.like(await run('test'), {code: 2, stdout: ''});
});
