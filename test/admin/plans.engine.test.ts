import test from 'ava';
import {parseApiKey} from '#core/access/api-key.ts';
import {callers} from '#core/access/callers.ts';
import {anAccount} from '../helpers/engines/account.ts';
import {runAdmin, startAdmin} from '../helpers/processes/run-admin.ts';

const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC`;

/** How soon a time is, in days. */
const daysTo = (at: string): number => Math.round((Date.parse(at) - Date.now()) / 86_400_000);

test('a plan is set, changed for its accounts, and listed', async t => {
  const {admin, json} = await startAdmin(t);
  t.deepEqual(await json('plans', 'set', 'basic', '--monthly-requests', '1'), {
    name: 'basic',
    monthlyRequests: 1,
    requestsPerMinute: 60,
    exports: false,
    accounts: 0,
  });
  const {accountId} = await json('accounts', 'create', '--name', 'A', '--plan', 'basic');
  const changed = ['plans', 'set', 'basic', '--exports', '--monthly-requests', '1000000000000'];
  t.deepEqual(await admin(...changed, '--requests-per-minute', '1000000'), {
    code: 0,
    stdout:
      'Plan basic allows 1,000,000,000,000 requests per month and 1,000,000 per minute, and exports. This applies from the next request. Accounts with this plan: 1.\n',
    stderr: '',
  });
  const taken = await admin('plans', 'set', 'other', '--monthly-requests', '10');
  t.regex(
    taken.stdout,
    /^Plan other allows 10 requests per month and 60 per minute, without exports\. /,
  );
  const granted = {monthlyRequests: 1e12, requestsPerMinute: 1e6};
  t.deepEqual(await json('plans', 'list'), [
    {name: 'basic', ...granted, exports: true},
    {name: 'other', monthlyRequests: 10, requestsPerMinute: 60, exports: false},
  ]);
  t.like(await json('accounts', 'list'), [{accountId, plan: 'basic', ...granted}]);
  const {stdout} = await admin('plans', 'list');
  t.is(
    stdout,
    'PLAN   PER MONTH          PER MINUTE  EXPORTS\nbasic  1,000,000,000,000  1,000,000   yes\nother  10                 60          no\n',
  );
});

test('a plan is removed once no account has it', async t => {
  const {admin, json} = await startAdmin(t);
  await json('plans', 'set', 'basic', '--monthly-requests', '5');
  const {accountId} = await json('accounts', 'create', '--name', 'A', '--plan', 'basic');
  t.deepEqual(await admin('plans', 'remove', 'basic'), {
    code: 2,
    stdout: '',
    stderr:
      '1 account has the plan basic. "accounts list" shows which; "accounts set-plan" gives them another.\n',
  });
  await json('accounts', 'set-plan', accountId, 'none');
  t.deepEqual(await json('plans', 'remove', 'basic'), {name: 'basic'});
  t.deepEqual(await json('plans', 'list'), []);
  const again = await admin('plans', 'remove', 'basic');
  t.like(again, {code: 2, stderr: 'There is no plan basic. "plans list" lists all plans.\n'});
});

test('an account has a plan, a trial, both or neither, and is told so', async t => {
  const {admin, json} = await startAdmin(t);
  await json('plans', 'set', 'basic', '--monthly-requests', '5000');
  const created = async (...args: readonly string[]) =>
    (await admin('accounts', 'create', '--name', 'A', ...args)).stdout;

  t.regex(await created('--plan', 'basic'), /^Created account \w{10}\. It has the plan basic\.\n$/);
  t.regex(
    await created('--trial-days', '14'),
    new RegExp(
      `^Created account \\w{10}\\. It has a trial of 1,000 requests per month until ${time}\\.\n$`,
    ),
  );
  t.regex(
    await created('--plan', 'basic', '--trial-days', '14'),
    new RegExp(`^Created account \\w{10}\\. It has the plan basic until ${time}\\.\n$`),
  );
  t.regex(await created(), /get 402 until it has a plan; "accounts set-plan" assigns one\.\n$/);

  const [plan, trial, both, neither] = await json('accounts', 'list');
  t.like(plan, {plan: 'basic', monthlyRequests: 5000, trialEndsAt: null});
  t.like(trial, {plan: null, monthlyRequests: 1000, requestsPerMinute: 60});
  t.is(daysTo(trial.trialEndsAt), 14);
  t.like(both, {plan: 'basic', monthlyRequests: 5000});
  t.is(daysTo(both.trialEndsAt), 14);
  t.like(neither, {plan: null, monthlyRequests: null, trialEndsAt: null});

  const {stdout} = await admin('accounts', 'list');
  t.regex(stdout, /^ACCOUNT ID +NAME +PLAN +PER MONTH +PER MINUTE +CREATED\n/);
  t.regex(stdout, new RegExp(`A +basic +5,000 +60.+A +trial until ${time}.+A +none `, 's'));
});

test('an account is given another plan, or none, and its trial ends with that', async t => {
  const {admin, json, redis} = await startAdmin(t);
  await json('plans', 'set', 'basic', '--monthly-requests', '5');
  const {accountId} = await json('accounts', 'create', '--name', 'A', '--trial-days', '1');
  const {key} = await json('keys', 'issue', accountId);
  const outcome = async () => (await callers(redis, 'live').admit(key, 1)).outcome;

  t.is(await outcome(), 'admitted');
  t.deepEqual(await json('accounts', 'set-plan', accountId, 'none'), {accountId, plan: null});
  t.is(await outcome(), 'unpaid');
  const given = await admin('accounts', 'set-plan', accountId, 'basic');
  t.is(given.stdout, `Account ${accountId} now has the plan basic.\n`);
  t.like(await json('accounts', 'list'), [{plan: 'basic', trialEndsAt: null, monthlyRequests: 5}]);
  t.is(await outcome(), 'admitted');
});

test('the use of an account is told by key, also of keys that are gone', async t => {
  const {admin, json, redis} = await startAdmin(t);
  const {accountId, key, keyId} = await anAccount(redis, {monthlyRequests: 10});
  const gone = await json('keys', 'issue', accountId, '--name', 'till 4');
  const {admit} = callers(redis, 'live');
  await admit(key, 3);
  await admit(gone.key, 4);
  const used = await json('usage', accountId);
  t.like(used, {accountId, plan: 'tested', monthlyRequests: 10, used: 7});
  t.regex(used.month, /^\d{4}-\d\d$/);
  const byKey = [
    {keyId, requests: 3},
    {keyId: gone.keyId, requests: 4},
  ];
  t.deepEqual(
    used.usedByKey,
    byKey.toSorted((a, b) => (a.keyId < b.keyId ? -1 : 1)),
  );
  const {stdout} = await admin('usage', accountId);
  t.regex(stdout, /^Requests in \d{4}-\d\d: 7 of 10\.\n\nKEY ID +NAME +REQUESTS\n/);
  t.regex(stdout, /till 4 +4\n/);
  await json('keys', 'revoke', gone.keyId, '--yes');
  t.regex((await admin('usage', accountId)).stdout, /\(revoked\) +4\n/);
});

test('a rotation says the new key and until when the old one is valid', async t => {
  const {admin, json} = await startAdmin(t);
  const {accountId} = await json('accounts', 'create', '--name', 'A');
  const {keyId} = await json('keys', 'issue', accountId, '--name', 'laptop');
  const {stdout} = await admin('keys', 'rotate', keyId, '--overlap', '12h');
  t.regex(
    stdout,
    new RegExp(
      `^Issued key ${accountId}-\\w{8}\\. Save it now: it is not stored and cannot be shown again\\.\n\n` +
        `  vdl_live_${accountId}\\w{28}\n\nKey ${keyId} is valid until ${time}\\.\n$`,
    ),
  );
  const rotated = await json('keys', 'rotate', keyId, '--expires-in', '30d');
  t.deepEqual(Object.keys(rotated), ['keyId', 'key', 'oldKeyEndsAt']);
  const listed = await json('keys', 'list');
  t.is(listed.length, 3);
  t.true(listed.every(({name}: {readonly name: string}) => name === 'laptop'));
  t.is(daysTo(listed[2].expiresAt), 30);
});

test('a key of the other environment is replaced by one of its own', async t => {
  const {json, redis, url} = await startAdmin(t);
  const {accountId} = await anAccount(redis);
  const env = {REDIS_URL: url, API_ENVIRONMENT: 'test'};
  const inTest = async (...args: readonly string[]) =>
    JSON.parse((await runAdmin(env, ...args, '--json')).stdout);
  const {keyId, key} = await inTest('keys', 'issue', accountId);
  t.is(parseApiKey(key)?.environment, 'test');
  const rotated = await json('keys', 'rotate', keyId);
  t.is(parseApiKey(rotated.key)?.environment, 'test');
  t.is((await callers(redis, 'test').admit(rotated.key, 1)).outcome, 'admitted');
  t.is((await callers(redis, 'live').admit(rotated.key, 1)).outcome, 'unknown');
  t.like(await inTest('usage', accountId), {used: 1});
});

const isRefused = test.macro({
  title: (_, command: string) => `"admin ${command}" is refused in a sentence`,
  async exec(t, command: string, sentence: RegExp) {
    const {admin} = await startAdmin(t);
    const {code, stdout, stderr} = await admin(...command.split(' '));
    t.is(code, 2);
    t.is(stdout, '');
    t.regex(stderr, sentence);
  },
});

test(isRefused, 'usage nobody', /^There is no account nobody\. "accounts list" lists .+\n$/);
test(isRefused, 'accounts set-plan nobody none', /^There is no account nobody\./);
test(isRefused, 'keys issue nobody', /^There is no account nobody\./);
test(isRefused, 'keys list nobody', /^There is no account nobody\./);
test(isRefused, 'keys revoke nothing --yes', /^There is no valid key nothing\. "keys list"/);
test(isRefused, 'accounts create --name A --plan gold', /^There is no plan gold\. "plans list"/);
test(isRefused, 'keys rotate nothing', /^There is no valid key nothing\. "keys list"/);
test(isRefused, 'webhooks add nobody https://example.org', /^There is no account nobody\./);
test(isRefused, 'webhooks list nobody', /^There is no account nobody\./);
for (const command of ['rotate', 'remove', 'deliveries', 'test']) {
  test(isRefused, `webhooks ${command} none`, /^There is no webhook none\. "webhooks list" lists /);
}
test(isRefused, 'webhooks send-again none', /^There is no delivery none\. "webhooks deliveries" /);
test(isRefused, 'keys rotate vdl_live_0123456789', /^This is a secret, not an id\. .+\n$/);
test(isRefused, 'webhooks rotate whsec_0123456789', /^This is a secret, not an id\./);
test(isRefused, 'usage vdl_live_0123456789', /^This is a secret, not an id\./);
test(isRefused, 'usage Bearer+vdl_live_0123456789', /^This is a secret, not an id\./);

for (const command of [
  'usage ',
  'accounts set-plan  none',
  'accounts set-plan nobody ',
  'accounts create --name A --plan ',
  'keys revoke  --yes',
  'webhooks deliveries ',
]) {
  test(isRefused, command, /is invalid.* It must not be blank\.\n/);
}
