import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {closeSync, openSync, readdirSync, statSync} from 'node:fs';
import {getPriority} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {waitUntil} from '#local/processes/wait.ts';
import {testStamp} from '#mappings/generation.ts';
import {engineProxy} from '../../helpers/engines/elasticsearch-proxy.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {env} from '../../helpers/environment.ts';
import {aFolder, aNamedPipe} from '../../helpers/extracts/files.ts';
import {fixtureExtract, importFile} from '../../helpers/extracts/import-extract.ts';
import type {Variables} from '../../helpers/processes/run-in-process.ts';
import {runIndexer, sentencesOf, startIndexer} from '../../helpers/processes/run-indexer.ts';
import {onSmallDisk, smallDisk} from '../../helpers/processes/small-disk.ts';

const main = fileURLToPath(new URL('../../../indexer/main.ts', import.meta.url));

const endsWithTwo = test.macro({
  title: (_, what: string) => `${what} is wrong usage`,
  async exec(t, _what: string, args: readonly string[], words: RegExp, env: Variables = {}) {
    const {code, stdout, stderr} = await runIndexer(t, args, env);
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

const missing = /^"\/no\/such\.zip" cannot be read\. There is no such file\. Check the path\.\n$/;
const ofNpm = {npm_config_yes: 'true', npm_config_json: 'true'};
test(endsWithTwo, 'a file that is not there', ['import', '/no/such.zip'], missing, ofNpm);
for (const [option, env] of [
  ['--dry-run', {npm_config_dry_run: 'true'}],
  ['--no-promote', {npm_config_promote: ''}],
  ['--max-bytes', {npm_config_max_bytes: '5'}],
] as const) {
  const words = new RegExp(
    `^npm took ${option} .+ Put -- before the command: npm run \\S+ -- …\n$`,
  );
  test(endsWithTwo, `${option} that npm took`, ['import', '/no/such.zip'], words, env);
}
const wrong = {INDEX_PREFIX: 'A*'};
test(endsWithTwo, 'a wrong configuration', ['import', 'a.zip'], /INDEX_PREFIX/, wrong);
const nowhere = ['sample', '--vehicles', '1', '--out', '/no/such/a.zip'];
const unwritable = /^"\/no\/such\/a\.zip" cannot be written\. ENOENT/;
test(endsWithTwo, 'a sample where there is no folder', nowhere, unwritable);
const blank = /It must not be blank\.\n$/;
test(endsWithTwo, 'a sample without a name', ['sample', '--vehicles', '1', '--out', ''], blank);
test(endsWithTwo, 'a promotion of no version', ['promote', ''], blank);
test(endsWithTwo, 'a list of "many" builds', ['builds', '--limit', 'many'], /from 1 to 1,000/);
test(endsWithTwo, 'to keep no generation', ['prune', '--keep', '0'], /number from 1 to 100/);
const force = ['import', 'a.zip', '--force'];
test(endsWithTwo, 'force without a reason', [...force, ' '], /reason/);
test(endsWithTwo, 'a reason that reads as another', [...force, 'all\u{202E}thgir'], /reason/);
const noAddress =
  /^EXTRACT_URL is not set\. Set it to .+, such as ftp:\/\/user:password@host\/folder\/\.\n$/;
test(endsWithTwo, 'a fetch from nowhere', ['fetch'], noAddress, {EXTRACT_URL: ''});
const noPrefix = /^INDEX_PREFIX is not set\. Set INDEX_PREFIX/;
test(endsWithTwo, 'test data beside that of the register', ['import-test-data'], noPrefix);

test('a sample does not take the place of a pipe or a device', async t => {
  const out = await aNamedPipe(t);
  const {code, stderr} = await runIndexer(t, ['sample', '--vehicles', '1', '--out', out]);
  t.deepEqual([code, stderr], [2, `"${out}" is not a file. Pass the path of one.\n`]);
  t.true(statSync(out).isFIFO());
});

onSmallDisk(test)('a sample on a full disk can be tried later, and leaves nothing', async t => {
  const folder = aFolder(t);
  smallDisk(t, folder, 4096);
  const args = ['sample', '--vehicles', '1000', '--out', join(folder, 'a.zip')];
  const {code, stderr} = await runIndexer(t, args);
  t.is(code, 75);
  t.regex(stderr, /^ENOSPC: .+\. Make room there, then run this again\.\n$/);
  t.deepEqual(readdirSync(folder), []);
});

test('an import stands back for other processes as far as it is told to', async t => {
  const settings = [
    {nice: 10, given: {}},
    {nice: 19, given: {INDEXER_NICE: '19'}},
  ];
  for (const {nice, given} of settings) {
    const env = {INDEX_PREFIX: anInstallation(t).prefix, ...given};
    const {child} = startIndexer(t, ['import', '-', '--dry-run'], env);
    const {pid = 0} = child;
    await once(child, 'spawn');
    t.true(await waitUntil(async () => getPriority(pid) === nice, {seconds: 30}), `${nice}`);
    child.kill('SIGKILL');
  }
});

test('an import goes on when nobody reads any more what it says', async t => {
  const {client, prefix} = anInstallation(t);
  const args = ['import', await fixtureExtract(t)];
  const {child, ended} = startIndexer(t, args, {INDEX_PREFIX: prefix});
  ended.catch(() => {});
  child.stdin.end();
  const exited = once(child, 'exit');
  child.stdout.destroy();
  child.stderr.destroy();
  t.deepEqual(await exited, [0, null]);
  t.true(await client.indices.existsAlias({name: `${prefix}vehicles`}));
});

for (const [command, option] of [
  ['import', '--no-promote'],
  ['import', '--dry-run'],
  ['rollback', '--yes'],
] as const) {
  test(`${command} ${option} ends with the address of an Elasticsearch that accepts connections and says nothing`, async t => {
    const address = await engineProxy(t, () => 'hang');
    const file = command === 'import' ? [await fixtureExtract(t)] : [];
    const env = {ELASTICSEARCH_NODES: address, BUILD_LOCK_SECONDS: '3600'};
    // In processes of their own they wait at the same time.
    const {code, stderr} = await startIndexer(t, [command, ...file, option], env).ended;
    t.is(code, 75, stderr);
    t.deepEqual(sentencesOf(stderr), [
      `Elasticsearch does not answer at ELASTICSEARCH_NODES (no response from ${address} within 10 s). ` +
        'Check its health and its disk, or correct the address, then run this again.',
    ]);
  });
}

const importTestData = async (t: ExecutionContext, prefix: string, env = {}) => {
  const options = {INDEX_PREFIX: prefix, ...env};
  const {code, stdout, stderr} = await runIndexer(t, ['import-test-data', '--json'], options);
  return {code, stderr, summary: code === 0 ? JSON.parse(stdout) : undefined};
};

test('an import goes live though the disk of its log is full', async t => {
  const {prefix, vehicles} = anInstallation(t);
  const full = openSync('/dev/full', 'w');
  t.teardown(() => closeSync(full));
  const variables = {...env, INDEX_PREFIX: prefix, INDEXER_DIRECTORY: aFolder(t)};
  const imported = spawn(process.execPath, [main, 'import', await fixtureExtract(t)], {
    env: variables,
    stdio: ['ignore', 'ignore', full],
  });
  t.teardown(() => imported.kill('SIGKILL'));
  t.deepEqual(await once(imported, 'exit'), [0, null]);
  t.true((await vehicles()) > 0);
});

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
