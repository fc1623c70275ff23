import test from 'ava';
import fc from 'fast-check';
import {newAccountId, newApiKey, parseApiKey} from '#core/access/api-key.ts';

test('a new key is read back: its environment and its account', t => {
  const accountId = newAccountId();
  const key = newApiKey('test', accountId);
  t.regex(key, /^vdl_test_[0-9A-Za-z]{38}$/);
  t.like(parseApiKey(key), {environment: 'test', accountId});
});

test('no two keys of an account are the same, nor are their hashes', t => {
  const accountId = newAccountId();
  const keys = Array.from({length: 100}, () => newApiKey('live', accountId));
  t.is(new Set(keys.map(key => parseApiKey(key)?.hash)).size, 100);
});

test('a key with any one character mistyped is no key', t => {
  const key = 'vdl_live_0123456789abcdefghijklmnopqrstuv';
  const whole = newApiKey('live', newAccountId());
  t.is(parseApiKey(`${key}000000`), undefined);
  const mistyped = fc.record({
    at: fc.nat(whole.length - 1),
    as: fc.constantFrom(...'0189ABYZabyz_-. é'),
  });
  fc.assert(
    fc.property(mistyped, ({at, as}) => {
      const text = whole.slice(0, at) + as + whole.slice(at + 1);
      return text === whole || parseApiKey(text) === undefined;
    }),
    {seed: 1},
  );
});

for (const text of [
  '',
  'x',
  'vdl_live_',
  'vdl_prod_',
  'a key, another',
  'x'.repeat(8192),
  'vdl_live_æ',
]) {
  test(`"${text.slice(0, 20)}" is no key`, t => {
    t.is(parseApiKey(text), undefined);
  });
}

test('a key with something around it is no key', t => {
  const key = newApiKey('live', newAccountId());
  for (const text of [` ${key}`, `${key}\n`, `${key}, ${key}`]) t.is(parseApiKey(text), undefined);
});
