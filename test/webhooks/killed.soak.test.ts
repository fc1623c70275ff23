import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {setTimeout as wait} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {elasticsearchNode, env} from '../helpers/environment.ts';
import type {Scope} from '../helpers/scope.ts';
import {rounds, soakSeed} from '../helpers/soak.ts';
import {chance} from '../indexer/import/random-register.ts';
import {type Answering, aStage, receivers, status, verified} from './stage.ts';

const [kills, seed] = [rounds(5, 100), soakSeed(20_261_126)];
const program = fileURLToPath(new URL('fast-sender.ts', import.meta.url));

/** How many times as fast the clock of the senders runs: a lease ends after 150 ms. */
const speed = 200;

const startFastSender = async (t: Scope, variables: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, [program], {
    env: {...env, ELASTICSEARCH_NODES: elasticsearchNode, SPEED: String(speed), ...variables},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  child.stdout.resume();
  await once(child.stdout, 'data');
  return async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
};

test('senders that are killed at any moment lose no notification, and send none unsigned', async t => {
  t.timeout(rounds(180_000, 1_200_000));
  t.log(`SOAK_SEED=${seed}`);
  const {
    add,
    publish,
    deliveries,
    webhooks,
    aSender,
    pass,
    url: redis,
    prefix,
    now,
  } = await aStage(t);
  let isWell = false;
  const ill: Readonly<Record<string, Answering>> = {
    '/fails': status(500),
    '/hangs': () => {},
    '/hangs-up': response => response.destroy(),
    '/redirects': response => response.writeHead(307, {location: '/trap'}).end(),
    '/lies': response => {
      response.writeHead(500, {'content-length': 1e6}).write('200 OK');
      setImmediate(() => response.destroy());
    },
    '/well': status(200),
  };
  const recovering = Object.entries(ill).map(([path, answer]): [string, Answering] => [
    path,
    (response, before) => (isWell ? status(204) : answer)(response, before),
  ]);
  const server = await receivers(t, {
    ...Object.fromEntries(recovering),
    '/gone': status(410),
    '/trap': status(200),
  });
  const paths = [...Object.keys(ill), '/gone'];
  const added = await Promise.all(
    paths.map(async path => ({path, ...(await add(server.url(path)))})),
  );
  const START = String(now());
  const step = aSender();
  await publish(0);
  await step();

  let checked = new Map<string, number>();
  /** Soon, because a signature is valid for five minutes. */
  const checkSignatures = () => {
    for (const {path, secret} of added) {
      for (const each of server.received(path).slice(checked.get(path))) {
        t.notThrows(() => verified(secret, each), path);
      }
    }
    checked = new Map(paths.map(path => [path, server.received(path).length]));
  };

  for (let round = 1; round <= kills; round += 1) {
    const variables = {REDIS_URL: redis, INDEX_PREFIX: prefix, START};
    const senders = chance(seed, round, 'two') < 0.3 ? 2 : 1;
    const starting = Array.from({length: senders}, () => startFastSender(t, variables));
    if (chance(seed, round, 'before') < 0.5) await publish(round);
    const killing = await Promise.all(starting);
    if (chance(seed, round, 'before') >= 0.5) await publish(round);
    await wait(chance(seed, round, 'wait') * 400);
    await Promise.all(killing.map(kill => kill()));
    checkSignatures();
  }

  isWell = true;
  pass((Date.now() - Number(START)) * speed);
  for (let hour = 0; hour < 24; hour += 1) {
    await step();
    pass(3_600_000);
  }
  checkSignatures();
  t.is(server.received('/trap').length, 0);
  for (const {path, webhookId} of added) {
    const requests = server.received(path);
    const listed = await deliveries(webhookId);
    t.is(new Set(listed.map(({serial}) => serial)).size, listed.length, 'one for each release');
    if (path === '/gone') continue;
    t.is(listed.length, kills, path);
    t.true(
      listed.every(({state}) => state === 'delivered'),
      path,
    );
    t.is(new Set(requests.map(({id}) => id)).size, kills, path);
    t.log(`${path}: ${requests.length} requests`);
  }
  const gone = (await webhooks.list()).find(({url}) => url.endsWith('/gone'));
  t.not(gone?.disabledAt, null);
  t.true(server.received('/gone').length < kills);
});
