import test from 'ava';
import {Problem} from '#src/http/problems/problem.ts';

test('a problem has no stack, but its cause and every other error have one', t => {
  const cause = new Error('broken');
  const problem = new Problem({code: 'InternalError', status: 500, title: 'Broken.'}, {}, {cause});
  t.is(problem.stack, 'Problem: Broken.');
  t.regex(String((problem.cause as Error).stack), /problem\.test\.ts/);
  t.regex(String(new Error('another').stack), /problem\.test\.ts/);
});
