import test from 'ava';
import {isGoodKey} from '#local/quickstart/key.ts';

test('a key is replaced when it is unknown or unpaid, and not when the API answers anything else', t => {
  const replaced = [200, 400, 401, 402, 404, 429, 500, 503].filter(status => !isGoodKey(status));
  t.deepEqual(replaced, [401, 402]);
});
