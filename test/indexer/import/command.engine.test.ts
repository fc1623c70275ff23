import test from 'ava';
import {runIndexer, sentencesOf} from '../../helpers/processes/run-indexer.ts';

const endsWithTwo = test.macro({
  title: (_, what: string) => `${what} is wrong usage`,
  async exec(t, _what: string, args: readonly string[], words: RegExp) {
    const {code, stdout, stderr} = await runIndexer(t, args);
    t.is(code, 2, stderr);
    t.regex(stderr, words);
    t.is(stdout, '');
  },
});

test(endsWithTwo, 'an import without a file', ['import'], /missing required argument 'file'/);
test(endsWithTwo, 'an unknown option', ['import', '--fast', 'a.zip'], /unknown option '--fast'/);
test(endsWithTwo, 'a second file', ['import', 'a.zip', 'b.zip'], /too many arguments/);
test(endsWithTwo, 'an unknown command', ['imprt', 'a.zip'], /unknown command 'imprt'/);
test(endsWithTwo, 'no command', [], /Usage: indexer/);
test(endsWithTwo, 'a directory', ['import', '.'], /is a directory/);
test(endsWithTwo, 'a sample of no size', ['sample', '--out', 'a.zip'], /'--vehicles <number>'/);

test(
  endsWithTwo,
  'a sample where there is no folder',
  ['sample', '--vehicles', '1', '--out', '/no/such/a.zip'],
  /^"\/no\/such\/a\.zip" cannot be written\. ENOENT/,
);

test('a wrong configuration is wrong usage', async t => {
  const {code, stderr} = await runIndexer(t, ['import', 'a.zip'], {INDEX_PREFIX: 'A*'});
  t.is(code, 2);
  t.regex(stderr, /INDEX_PREFIX/);
});

test('asking for help succeeds', async t => {
  const {code, stdout} = await runIndexer(t, ['import', '--help']);
  t.is(code, 0);
  t.regex(stdout, /Usage: indexer import/);
});

test('a file that is not there is wrong usage, told in one sentence', async t => {
  const {code, stderr} = await runIndexer(t, ['import', '/no/such.zip']);
  t.is(code, 2);
  t.deepEqual(sentencesOf(stderr), [
    '"/no/such.zip" cannot be read. There is no such file. Check the path.',
  ]);
});
