import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {execa} from 'execa';
import {rollbackTarget} from '#indexer/commands/rollback.ts';
import {exportRelease} from '#indexer/export/export-release.ts';
import {outcomeRetry as policy} from '#indexer/write/retry.ts';
import {needPythonClient} from '#local/prerequisites/packages.ts';
import {startKeyedCopy} from '../helpers/api/start-copy.ts';
import {anInstallation} from '../helpers/engines/installation.ts';
import {testPrefix} from '../helpers/engines/test-index.ts';
import {aFile, aFolder} from '../helpers/extracts/files.ts';
import {importFile} from '../helpers/extracts/import-extract.ts';
import {onLoopback} from '../helpers/servers/on-loopback.ts';
import {rollBack} from '../indexer/generations/generations.ts';
import {randomExtracts} from '../indexer/import/random-register.ts';

const program = join(import.meta.dirname, '../../clients/mirror/mirror.py');
const force = 'random weeks differ by more than real ones';
let python: string;

test.before(async t => {
  t.timeout(300_000);
  python = await needPythonClient(line => t.log(line), 'mirror');
});

test('the mirror takes all vehicles once, then follows the changes, and has the digest each time', async t => {
  t.timeout(300_000);
  const {client, prefix} = anInstallation(t);
  const [directory, home] = [aFolder(t), aFolder(t)];
  const extracts = randomExtracts(t, {vehicles: 250, seed: 5});
  const put = async () => importFile(t, (await extracts.next()).value, prefix, {force});
  const write = async () => {
    const asked = {client, prefix, directory, policy, say: () => {}, vehiclesPerPart: 100};
    return (await exportRelease(asked)).manifest;
  };
  const {port, key} = await startKeyedCopy(t, prefix, {exports: {directory}});
  const env = {API_URL: `http://127.0.0.1:${port}`, API_KEY: key, PYTHONDONTWRITEBYTECODE: '1'};
  const mirror = async (name = 'a') =>
    (await execa(python, [program, join(home, name)], {env, reject: false})).stdout;
  const said = (how: string, {serial, vehicleCount, digest}: Awaited<ReturnType<typeof write>>) =>
    `Serial ${serial} from ${how}: ${vehicleCount} vehicles, digest ${digest}`;

  await put();
  const first = await write();
  t.is(await mirror(), said('all vehicles', first));
  t.is(await mirror(), said('0 changes since 1', first));
  await put();
  const second = await write();
  t.is(await mirror(), said(`${second.changedVehicles} changes since 1`, second));
  // Two releases at once, of which one takes the other back.
  await put();
  const third = await write();
  await rollBack({client, prefix}, await rollbackTarget({client, prefix}), 'a random week');
  const fourth = await write();
  const changes = (third.changedVehicles ?? 0) + (fourth.changedVehicles ?? 0);
  t.true(changes > 0);
  t.is(fourth.digest, second.digest);
  t.is(await mirror(), said(`${changes} changes since 2`, fourth));
  t.is(await mirror('b'), said('all vehicles', fourth));
  t.deepEqual(readdirSync(join(home, 'a.files')), []);

  // A file that a crash of the machine emptied is downloaded again.
  mkdirSync(join(home, 'c.files'));
  for (const {sha256} of fourth.files) writeFileSync(join(home, 'c.files', sha256), '');
  t.is(await mirror('c'), said('all vehicles', fourth));

  // A copy that was changed is loaded again, with new releases and without.
  const damage = 'import duckdb, sys; duckdb.connect(sys.argv[1]).execute("DELETE FROM vehicles")';
  await execa(python, ['-c', damage, join(home, 'a')]);
  t.is(await mirror(), said('all vehicles', fourth));
  await execa(python, ['-c', damage, join(home, 'a')]);
  await put();
  const fifth = await write();
  t.is(await mirror(), said('all vehicles', fifth));
});

test('the mirror says what it lacks, or what the service refuses, in a line', async t => {
  const {port} = await startKeyedCopy(t, testPrefix());
  const env = {API_URL: `http://127.0.0.1:${port}`, API_KEY: 'wrong', PYTHONDONTWRITEBYTECODE: '1'};
  const copy = join(aFolder(t), 'a');
  const fails = async (args: readonly string[], given: typeof env, said: RegExp) => {
    const {exitCode, stderr} = await execa(python, [program, ...args], {env: given, reject: false});
    t.is(exitCode, 1);
    t.regex(stderr, said);
    t.is(stderr.trim().split('\n').length, 1, stderr);
  };
  await fails([], env, /^Usage: /);
  // To DuckDB, that is a database which is gone afterwards.
  await fails([''], env, /^Usage: /);
  await fails([copy], {...env, API_KEY: ''}, /^Usage: /);
  // A header takes no line break and no space around it, and its refusal would print the key.
  for (const API_KEY of ['wr\nong', 'wrong '])
    await fails([copy], {...env, API_KEY}, /^The key has invalid characters\.\n?$/);
  await fails([join(aFolder(t), 'none', 'a')], env, /none\/a": No such file or directory/);
  const damaged = await aFile(t, 'This is no database, but as long as the head of one.');
  await fails([damaged], env, /not a valid DuckDB .*! If this is the copy, .* delete it and /);
  await fails([copy], env, /^http.+\/v1\/exports responded with 401: /);
  await fails(
    [copy],
    {...env, API_URL: 'http://127.0.0.1:1'},
    /^http:\/\/127\.0\.0\.1:1 did not respond: /,
  );
  for (const API_URL of ['localhost:8080', 'http://localhost:port'])
    await fails([copy], {...env, API_URL}, /^API_URL is not an http:\/\/ or https:\/\/ address: /);
  // What stands in front of a service asks people to log in.
  const notExports = /responded with something other than its exports\. Check API_URL\.$/m;
  const unavailable = /responded with 503: Service Unavailable$/m;
  for (const [status, body, said] of [
    [302, '<html>', /responded with 302: Found$/m],
    [200, '<html>', notExports],
    [200, '{"error":"login"}', notExports],
    [200, '[1]', notExports],
    [503, '<html>', unavailable],
    [503, '[1]', unavailable],
    [503, '{}', unavailable],
  ] as const) {
    const head = {Location: '/login', 'Content-Type': 'application/problem+json'};
    const proxy = createServer((_, response) => response.writeHead(status, head).end(body));
    const API_URL = `http://127.0.0.1:${await onLoopback(t, proxy)}`;
    await fails([copy], {...env, API_URL}, said);
  }
});

/** What the mirror says of the exports of something in place of the service. */
const saidOf = async (t: ExecutionContext, exports: readonly object[]): Promise<string> => {
  const service = createServer((_, response) => response.end(JSON.stringify({data: exports})));
  const API_URL = `http://127.0.0.1:${await onLoopback(t, service)}`;
  const {stderr} = await execa(python, [program, join(aFolder(t), 'a')], {
    env: {API_URL, API_KEY: 'key', PYTHONDONTWRITEBYTECODE: '1'},
    reject: false,
    timeout: 20_000,
  });
  return stderr;
};

const anExport = {state: 'Ready', serial: 1, previousSerial: null, digest: ''};
const noFile = '/part has no SHA-256 in its manifest. Check API_URL.';

test('the mirror leaves files outside of its folder alone, whatever the service says', async t => {
  const kept = await aFile(t, 'kept');
  const file = {name: 'vehicles-0001.ndjson.zst', bytes: 9, sha256: kept, url: '/part'};
  t.is(await saidOf(t, [{...anExport, files: [file]}]), noFile);
  t.is(readFileSync(kept, 'utf8'), 'kept');
});

test('the mirror does not follow releases that lead back to themselves', async t => {
  const files = ['vehicles-0001', 'changes'].map(name => ({
    name: `${name}.ndjson.zst`,
    bytes: 9,
    sha256: '',
    url: '/part',
  }));
  const [newer, older] = [
    {serial: 3, previousSerial: 2},
    {serial: 2, previousSerial: 3},
  ];
  t.is(
    await saidOf(
      t,
      [newer, older].map(each => ({...anExport, ...each, files})),
    ),
    noFile,
  );
});
