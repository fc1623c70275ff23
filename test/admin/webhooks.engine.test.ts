import test from 'ava';
import {webhooks} from '#core/access/webhooks.ts';
import {runAdmin, startAdmin} from '../helpers/processes/run-admin.ts';

const url = 'https://example.org/hook?token=1';
const secretForm = /^whsec_[A-Za-z0-9+/]{43}=$/;

test('a webhook is added, listed without its secret, rotated and removed', async t => {
  const {json, admin} = await startAdmin(t);
  const {accountId} = await json('accounts', 'create', '--name', 'Demo');
  const {accountId: other} = await json('accounts', 'create', '--name', 'Other');
  const {webhookId, secret} = await json('webhooks', 'add', accountId, url);
  t.regex(secret, secretForm);
  t.true(webhookId.startsWith(`${accountId}-`));
  t.like(await json('webhooks', 'list', accountId), [
    {webhookId, accountId, url, disabledAt: null},
  ]);
  t.deepEqual(await json('webhooks', 'list', other), []);
  const {stdout} = await admin('webhooks', 'list');
  t.regex(stdout, /^WEBHOOK ID +URL +CREATED +DISABLED\n/);
  t.false(stdout.includes(secret));
  t.false(JSON.stringify(await json('webhooks', 'list')).includes(secret));

  const rotated = await json('webhooks', 'rotate', webhookId);
  t.regex(rotated.secret, secretForm);
  t.not(rotated.secret, secret);
  t.is(Math.round((Date.parse(rotated.oldSecretEndsAt) - Date.now()) / 3_600_000), 24);
  t.deepEqual(await json('webhooks', 'remove', webhookId), {webhookId});
  t.deepEqual(await json('webhooks', 'list'), []);
});

test('a webhook belongs to one environment', async t => {
  const {json, url: redisUrl} = await startAdmin(t);
  const {accountId} = await json('accounts', 'create', '--name', 'Demo');
  await json('webhooks', 'add', accountId, url);
  const env = {REDIS_URL: redisUrl, API_ENVIRONMENT: 'test'};
  t.like(await runAdmin(env, 'webhooks', 'list', '--json'), {stdout: '[]\n'});
});

test('the last notification is sent to one webhook, and again', async t => {
  const {json, admin, redis} = await startAdmin(t);
  const {accountId} = await json('accounts', 'create', '--name', 'Demo');
  const {webhookId} = await json('webhooks', 'add', accountId, url);
  t.deepEqual(await admin('webhooks', 'test', webhookId), {
    code: 2,
    stdout: '',
    stderr: 'The sender has not seen a release yet. Check that it is running.\n',
  });
  const stored = webhooks(redis, 'live');
  const last = {
    serial: 7,
    name: 'changes-00000007-aaaaaaaa',
    body: '{"type":"dataset.published"}',
  };
  await stored.announce(last, [], Date.now());
  const sent = await json('webhooks', 'test', webhookId);
  t.like(sent, {webhookId, serial: 7, state: 'pending', attempts: 0, body: last.body});
  t.regex(sent.deliveryId, /^msg_test-[0-9a-f]{8}-/);

  const [taken] = await stored.take(Date.now(), 1000, 10);
  if (taken === undefined) return t.fail();
  t.is(taken.deliveryId, sent.deliveryId);
  const ended = {state: 'failed' as const, dueAt: null};
  const failed = {...taken, ...ended, attempts: 9, lastAnswer: 'HTTP 500'};
  await stored.settle(taken, failed);
  t.like(await json('webhooks', 'deliveries', webhookId), [{state: 'failed', attempts: 9}]);
  t.regex(
    (await admin('webhooks', 'deliveries', webhookId)).stdout,
    /^DELIVERY ID +SERIAL +STATE +ATTEMPTS +LAST ANSWER +NEXT\nmsg_\S+ +7 +failed +9 +HTTP 500\n$/,
  );
  const again = await admin('webhooks', 'send-again', sent.deliveryId);
  t.is(
    again.stdout,
    `The sender sends delivery ${sent.deliveryId} next. "webhooks deliveries ${webhookId}" shows the response.\n`,
  );
  t.like(await json('webhooks', 'deliveries', webhookId), [{state: 'pending', attempts: 0}]);
  t.is((await stored.take(Date.now(), 1000, 10)).length, 1);
});

test('a webhook that is disabled is sent nothing, and the response that disabled it stays', async t => {
  const {json, admin, redis} = await startAdmin(t);
  const {accountId} = await json('accounts', 'create', '--name', 'Demo');
  const {webhookId} = await json('webhooks', 'add', accountId, url);
  const stored = webhooks(redis, 'live');
  await stored.announce({serial: 7, name: 'changes-7', body: '{}'}, [webhookId], Date.now());
  const [taken] = await stored.take(Date.now(), 1000, 10);
  if (taken === undefined) return t.fail();
  await stored.disable(webhookId, Date.parse('2026-11-27T09:00:00Z'));
  await stored.settle(taken, {...taken, state: 'failed', dueAt: null, lastAnswer: 'HTTP 410'});
  for (const [command, id] of [
    ['test', webhookId],
    ['send-again', taken.deliveryId],
  ] as const) {
    t.deepEqual(await admin('webhooks', command, id), {
      code: 2,
      stdout: '',
      stderr: `Webhook ${webhookId} has been disabled since 2026-11-27 09:00 UTC, when its receiver answered 410. Once the receiver is there again, remove the webhook and add it anew.\n`,
    });
  }
  t.like(await json('webhooks', 'deliveries', webhookId), [
    {state: 'failed', lastAnswer: 'HTTP 410'},
  ]);
});

test('an address without TLS, or perhaps not public, is added with a word on what it takes', async t => {
  const {json, admin} = await startAdmin(t);
  const {accountId} = await json('accounts', 'create', '--name', 'Demo');
  const said = async (address: string) =>
    (await admin('webhooks', 'add', accountId, address)).stdout;
  const word = /http:\/\/.*WEBHOOKS_ALLOW_PRIVATE_ADDRESSES=true/;
  for (const host of ['10.0.0.7', '2130706433:8443', '[fd00::1]', 'localhost']) {
    t.regex(await said(`https://${host}/hook`), word);
  }
  t.regex(await said('http://example.org/hook'), word);
  for (const host of ['example.org', '10.example.org', 'localhost.example.org:8443']) {
    t.notRegex(await said(`https://${host}/hook`), word);
  }
});

const isNoReceiver = test.macro({
  title: (_, address: string) => `"${address}" is not the URL of a receiver`,
  async exec(t, address: string) {
    const env = {REDIS_URL: 'redis://127.0.0.1:1'};
    const {code, stderr} = await runAdmin(env, 'webhooks', 'add', 'account', address);
    t.is(code, 2);
    t.regex(stderr, /^The URL must be .+\n$/);
    t.notRegex(stderr, /a:b/, 'it can have a password');
  },
});

test(isNoReceiver, 'example.org');
test(isNoReceiver, 'ftp://example.org/');
test(isNoReceiver, 'https://a:b@example.org/');
test(isNoReceiver, 'https://');
test(isNoReceiver, 'https://example.org/#a');
