import test, {type ExecutionContext} from 'ava';
import {testStamp} from '#mappings/generation.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {fixtureExtract, importFile} from '../../helpers/extracts/import-extract.ts';
import {runIndexer} from '../../helpers/processes/run-indexer.ts';

const importTestData = async (t: ExecutionContext, prefix: string, env = {}) => {
  const options = {INDEX_PREFIX: prefix, ...env};
  const {code, stdout, stderr} = await runIndexer(t, ['import-test-data', '--json'], options);
  return {code, stderr, summary: code === 0 ? JSON.parse(stdout) : undefined};
};

test('the test data is live after one command, whatever the gate asks of a register', async t => {
  const {prefix, vehicles} = anInstallation(t);
  const {code, stderr, summary} = await importTestData(t, prefix, {
    GATE_MIN_FIRST_VEHICLES: '1000000',
  });
  t.is(code, 0, stderr);
  t.like(summary, {outcome: 'promoted', version: `${testStamp}-0001`, rejects: 0});
  t.is(await vehicles(), summary.vehicles);
  t.like((await importTestData(t, prefix)).summary, {outcome: 'already-current'});
});

test('the test data does not take the place of other data', async t => {
  const {prefix, vehicles} = anInstallation(t);
  await importFile(t, await fixtureExtract(t), prefix);
  const before = await vehicles();
  const {code, stderr} = await importTestData(t, prefix);
  t.is(code, 2);
  t.regex(
    stderr,
    /vehicles is 20261115-031500-0001, which is not the test data\. Set INDEX_PREFIX/,
  );
  t.is(await vehicles(), before);
});

test('the test data is not imported where the live data is, or will be', async t => {
  const nowhere = {ELASTICSEARCH_NODES: 'http://127.0.0.1:1'};
  const {code, stderr} = await importTestData(t, '', nowhere);
  t.is(code, 2);
  t.regex(stderr, /^INDEX_PREFIX is not set\. Set INDEX_PREFIX/);
});
