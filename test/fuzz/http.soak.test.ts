import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import test, {type ExecutionContext} from 'ava';
import fc from 'fast-check';
import {accounts} from '#core/access/accounts.ts';
import {issuedKeys} from '#core/access/issued-keys.ts';
import {startKeyedCopy} from '../helpers/api/start-copy.ts';
import {anAccount} from '../helpers/engines/account.ts';
import {importSample} from '../helpers/extracts/import-extract.ts';
import {rounds, soakSeed} from '../helpers/soak.ts';
import {anyConversation, type Conversation, isClosing} from './arbitrary-bytes.ts';
import {type KeyName, keyNames} from './arbitrary-request.ts';
import {assertAnswered, assertResponse} from './assert-response.ts';
import {converse} from './converse.ts';

const conversations = rounds(600, 200_000);
const seed = soakSeed(20_261_122);

/** Conversations that once failed, by what was wrong. */
const kept: Readonly<Record<string, readonly string[]>> = JSON.parse(
  await readFile(new URL('kept-conversations.json', import.meta.url), 'utf8'),
);

/** The API on its real engines, with the data that the examples of the documentation are of. */
const startFuzzed = async (t: ExecutionContext) => {
  const {redis, ...api} = await startKeyedCopy(t, await importSample(t));
  const unpaid = await anAccount(redis, {}, {plan: 'ending'});
  await accounts(redis).setPlan(unpaid.accountId, undefined);
  const spent = await anAccount(redis, {monthlyRequests: 0}, {plan: 'nothing'});
  const revoked = await anAccount(redis, {}, {plan: 'revoked'});
  await issuedKeys(redis, 'live').revoke(revoked.keyId);
  const keys: Readonly<Record<KeyName, string>> = {
    '<good>': api.key,
    '<unpaid>': unpaid.key,
    '<spent>': spent.key,
    '<revoked>': revoked.key,
  };
  const withKeys = (piece: string) =>
    keyNames.reduce((text, name) => text.replaceAll(name, keys[name]), piece);
  return {
    /** Says this, and asserts what must hold of what comes back, and that the service goes on. */
    survives: async ({requests, pieces}: Conversation): Promise<void> => {
      const isWhole = requests.length > 0;
      const ends = {isWhole, isClosing: requests.some(isClosing)};
      const responses = await converse(api.port, pieces.map(withKeys), ends);
      if (isWhole) assertAnswered(requests, responses);
      else responses.forEach(assertResponse);
      const failure = api.lines.find(line => /"level":"(?:error|fatal)"/.test(line));
      api.lines.length = 0;
      assert.equal(failure, undefined, 'the log has an error');
    },
    isWell: async () => t.is((await api.get('/v1/dataset')).status, 200),
  };
};

test('whatever a client sends, it is answered as declared or told why not, and nothing breaks', async t => {
  t.timeout(rounds(120_000, 1_800_000));
  const {survives, isWell} = await startFuzzed(t);
  for (const [what, pieces] of Object.entries(kept)) {
    await t.notThrowsAsync(survives({requests: [], pieces}), what);
  }
  await fc.assert(fc.asyncProperty(anyConversation, survives), {
    seed,
    numRuns: conversations,
    includeErrorInReport: true,
    interruptAfterTimeLimit: rounds(60_000, 1_500_000),
  });
  await isWell();
});
