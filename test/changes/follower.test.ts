import test from 'ava';
import {digestOf} from './follower.ts';

test('the digest of nothing is zero', t => {
  t.is(digestOf([]), '0000000000000000');
});
