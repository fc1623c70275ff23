import {once} from 'node:events';
import {existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync} from 'node:fs';
import {readdir, readlink} from 'node:fs/promises';
import {connect} from 'node:net';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {execa} from 'execa';
import {readExports} from '#core/exports.ts';
import {type Export, manifestName} from '#mappings/export.ts';
import {testStamp} from '#mappings/generation.ts';
import {assertProblem} from '../helpers/api/assert-problem.ts';
import {startKeyedCopy} from '../helpers/api/start-copy.ts';
import {testPrefix} from '../helpers/engines/test-index.ts';
import {aFolder} from '../helpers/extracts/files.ts';
import {type Scope, sharedFixture} from '../helpers/scope.ts';
import {content, manifest, name, path, sha256, writtenExport} from './written-export.ts';

const serving = async (t: Scope, options: Parameters<typeof startKeyedCopy>[2] = {}) => {
  const directory = writtenExport(t);
  const exports = {directory, ...options.exports};
  const copy = await startKeyedCopy(t, testPrefix(), {...options, exports});
  return {...copy, directory};
};

const shared = sharedFixture(test, scope => serving(scope));

test('a file comes whole, with its SHA-256 as its tag', async t => {
  const {get} = await shared();
  const {status, headers, bytes} = await get(path);
  t.is(status, 200);
  t.true(bytes.equals(content));
  t.like(headers, {
    etag: `"${sha256}"`,
    'accept-ranges': 'bytes',
    'content-type': 'application/vnd.apache.parquet',
    'content-length': String(content.length),
  });
  const head = await get(path, {method: 'HEAD'});
  t.is(head.headers['content-length'], String(content.length));
  t.is(head.bytes.length, 0);
  const latest = await get(`/v1/exports/latest/${name}`);
  t.is(latest.headers.etag, headers.etag);
  const since = {'If-Modified-Since': 'Sun, 01 Nov 2026 00:00:00 GMT'};
  for (const reload of [{}, {'Cache-Control': 'no-cache'}, since]) {
    const confirmed = await get(path, {headers: {'If-None-Match': headers.etag, ...reload}});
    t.is(confirmed.status, 304);
  }
});

test('a download that broke off goes on where it ended, if the file is the same', async t => {
  const {get} = await shared();
  const begun = await get(path, {headers: {Range: 'bytes=0-99999'}});
  t.is(begun.status, 206);
  t.is(begun.headers['content-range'], `bytes 0-99999/${content.length}`);
  const {etag} = begun.headers;
  const rest = await get(path, {headers: {Range: 'bytes=100000-', 'If-Range': etag}});
  t.is(rest.status, 206);
  t.is(rest.headers['content-length'], '200000');
  t.true(Buffer.concat([begun.bytes, rest.bytes]).equals(content));
  const end = await get(path, {headers: {Range: 'bytes=-10'}});
  t.true(end.bytes.equals(content.subarray(-10)));
  const more = await get(path, {headers: {Range: `bytes=-${content.length + 1}`}});
  t.is(more.status, 206);
  t.true(more.bytes.equals(content));

  for (const other of ['"another"', `W/${etag}`, new Date().toUTCString()]) {
    const whole = await get(path, {headers: {Range: 'bytes=100000-', 'If-Range': other}});
    t.is(whole.status, 200, other);
    t.true(whole.bytes.equals(content));
  }
});

test('the documented download keeps a refusal out of the file, and goes on where it broke off', async t => {
  const {port, key} = await shared();
  const [cwd, page] = [aFolder(t), readFileSync('docs/exports.md', 'utf8')];
  const [documented = ''] = /^curl .*-C -.*$/m.exec(page) ?? [];
  const command = documented.replace(/http:\S+/, `http://127.0.0.1:${port}${path}`);
  const download = (KEY: string) => execa(command, {shell: true, cwd, env: {KEY}, reject: false});
  t.is((await download('wrong')).exitCode, 22);
  t.false(existsSync(join(cwd, name)));
  writeFileSync(join(cwd, name), content.subarray(0, 1000));
  t.is((await download(key)).exitCode, 0);
  t.true(readFileSync(join(cwd, name)).equals(content));
});

test('a range behind the end is refused; what is no single range is answered whole', async t => {
  const {get} = await shared();
  const behind = await get(path, {headers: {Range: `bytes=${content.length}-`}});
  assertProblem(t, behind, 'RangeNotSatisfiable');
  t.is(behind.headers['content-range'], `bytes */${content.length}`);
  for (const range of ['bytes=9-1', 'bytes=x', 'items=0-1', 'bytes=0-1,5-6', 'bytes']) {
    const {status, bytes} = await get(path, {headers: {Range: range}});
    t.is(status, 200, range);
    t.is(bytes.length, content.length);
  }
});

test('an export of the other environment is not served', async t => {
  const inTest = await serving(t, {environment: 'test'});
  t.deepEqual((await inTest.get('/v1/exports')).body, {data: []});
  assertProblem(t, await inTest.get(path), 'ExportNotFound');
  const ofTestData = {...manifest, version: `${testStamp}-0001`};
  writeFileSync(join(inTest.directory, '3', manifestName), JSON.stringify(ofTestData));
  t.is((await inTest.get(path)).status, 200);
  const live = await serving(t, {exports: {directory: inTest.directory}});
  assertProblem(t, await live.get(path), 'ExportNotFound');
});

test('nothing is served but what the manifest of a ready export names', async t => {
  const {get} = await shared();
  for (const file of [
    `/v1/exports/4/${name}`,
    `/v1/exports/5/${name}`,
    '/v1/exports/3/notes.txt',
    '/v1/exports/3/manifest.json',
    '/v1/exports/3/..%2F..%2Fsecret',
    '/v1/exports/3/..%2fsecret',
    '/v1/exports/3/%2Fetc%2Fpasswd',
    '/v1/exports/3/vehicles-0001.parquet%00',
    '/v1/exports/3/__proto__',
  ]) {
    assertProblem(t, await get(file), 'ExportNotFound');
  }
  for (const serial of ['foreign', '..', '%2E%2E', '0', '03', '-1', '3%2F..', '3.0']) {
    const {status} = await get(`/v1/exports/${serial}/${name}`);
    t.true([400, 404].includes(status), serial);
  }
});

test('the list has the exports, newest first, and the files of those that are ready', async t => {
  const {get} = await shared();
  const {status, body} = await get('/v1/exports');
  t.is(status, 200);
  const {data} = body as {data: Export[]};
  t.deepEqual(
    data.map(({serial, state, files}) => [serial, state, files.length]),
    [
      [4, 'Building', 0],
      [3, 'Ready', 1],
    ],
  );
  t.like(data[1]?.files[0], {name, sha256, url: path});
});

test('a manifest that is damaged takes no other export with it, and is told', async t => {
  const {get, directory} = await serving(t);
  const damaged = [2, 4].map(serial => join(directory, String(serial), manifestName));
  mkdirSync(join(directory, '2'));
  for (const [at, text] of ['{"serial": 2', '{"serial": 4}'].entries()) {
    writeFileSync(damaged[at] ?? '', text);
  }
  const {data} = (await get('/v1/exports')).body as {data: Export[]};
  t.deepEqual(
    data.map(({serial}) => serial),
    [3],
  );
  t.is((await get(`/v1/exports/latest/${name}`)).status, 200);
  const told: string[] = [];
  await readExports(directory, ({message}) => void told.push(message));
  for (const file of damaged) t.true(told.some(message => message.startsWith(`${file} `)));
});

test('without a folder there are no exports', async t => {
  const {get} = await startKeyedCopy(t, testPrefix());
  t.deepEqual((await get('/v1/exports')).body, {data: []});
  assertProblem(t, await get(path), 'ExportNotFound');
});

test('a plan says whether its accounts may', async t => {
  const {get} = await serving(t, {grant: {exports: false}});
  t.is((await get('/v1/exports')).status, 200);
  assertProblem(t, await get(path), 'ExportsNotIncluded');
});

test('a file costs one request a day, in however many ranges, and goes on when the quota is used up', async t => {
  const {get} = await serving(t, {grant: {monthlyRequests: 2}});
  const used = async () => ((await get('/v1/usage')).body as {used: number}).used;
  const range = (from: number) => get(path, {headers: {Range: `bytes=${from}-${from + 9}`}});
  const answers = await Promise.all([0, 10, 20, 30].map(range));
  t.deepEqual(
    answers.map(({status}) => status),
    [206, 206, 206, 206],
  );
  t.is(await used(), 1);
  await get('/v1/exports');
  t.is(await used(), 2);
  t.is((await range(40)).status, 206);
  t.is((await get(`/v1/exports/latest/${name}`)).status, 200);
  t.is(await used(), 2);
});

test('the response that a file is charged with counts that in its limits', async t => {
  const {get} = await serving(t, {grant: {monthlyRequests: 2}});
  const left = async () =>
    /"month";r=(\d+)/.exec(String((await get(path)).headers['ratelimit']))?.[1];
  t.is(await left(), '1');
  t.is(await left(), '1');
});

test('a file that cannot be paid for is not sent, however many ask for it at once', async t => {
  const {get} = await serving(t, {grant: {monthlyRequests: 1}});
  await get('/v1/exports');
  const answers = await Promise.all(Array.from({length: 12}, () => get(path)));
  for (const answer of answers) assertProblem(t, answer, 'QuotaExceeded');
});

test('the last request of the month pays for all connections of one download', async t => {
  const {get} = await serving(t, {grant: {monthlyRequests: 1}});
  const answers = await Promise.all(Array.from({length: 12}, () => get(path)));
  t.true(answers.every(({status}) => status === 200));
  assertProblem(t, await get('/v1/exports'), 'QuotaExceeded');
});

test('a file that is gone is not found by any method, and costs nothing', async t => {
  const {get, directory} = await serving(t);
  rmSync(join(directory, '3', name));
  assertProblem(t, await get(path), 'ExportNotFound');
  t.is((await get(path, {method: 'HEAD'})).status, 404);
  t.is(((await get('/v1/usage')).body as {used: number}).used, 0);
});

test('a file that is shorter than its manifest says is not sent, and costs nothing', async t => {
  const {get, lines, directory} = await serving(t);
  truncateSync(join(directory, '3', name), 100);
  assertProblem(t, await get(path), 'InternalError');
  assertProblem(t, await get(path, {headers: {Range: 'bytes=100-'}}), 'InternalError');
  t.regex(lines.join(''), new RegExp(`${name} has 100 bytes, and its manifest says 300000\\.`));
  t.is(((await get('/v1/usage')).body as {used: number}).used, 0);
});

/** A copy whose file takes long to send, and a request for that. */
const servingLarge = async (t: ExecutionContext) => {
  const {key, directory, ...copy} = await serving(t);
  const bytes = 64 * 1024 * 1024;
  const files = [{name, bytes, sha256, vehicles: 7}];
  truncateSync(join(directory, '3', name), bytes);
  writeFileSync(join(directory, '3', manifestName), JSON.stringify({...manifest, files}));
  const asked = `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\n\r\n`;
  return {...copy, directory, bytes, asked};
};

test('a file that is cut while it is sent breaks the connection, rather than end as if it were whole', async t => {
  const {port, lines, directory, bytes, asked} = await servingLarge(t);
  const socket = connect(port, '127.0.0.1');
  socket.write(asked);
  await once(socket, 'data');
  socket.pause();
  truncateSync(join(directory, '3', name), 100);
  socket.resume();
  await once(socket, 'close');
  t.true(socket.bytesRead < bytes);
  while (lines.length === 0) await wait(10);
  t.like(JSON.parse(lines.at(-1) ?? ''), {route: '/v1/exports/{serial}/{file}', aborted: true});
});

test('a proxy in front can send the file', async t => {
  const {get} = await serving(t, {exports: {accelPrefix: '/files'}});
  const {status, headers, bytes} = await get(path);
  t.is(status, 200);
  t.is(bytes.length, 0);
  t.is(headers['x-accel-redirect'], `/files/3/${name}`);
  t.is(headers.etag, undefined);
});

/** How many files of a folder this process has open. */
const handlesIn = async (folder: string): Promise<number> => {
  const links = (await readdir('/proc/self/fd')).map(fd =>
    readlink(`/proc/self/fd/${fd}`).catch(() => ''),
  );
  return (await Promise.all(links)).filter(link => link.startsWith(folder)).length;
};

test('a client that leaves ends the reading of its file', async t => {
  const {port, get, directory, asked} = await servingLarge(t);
  const socket = connect(port, '127.0.0.1');
  socket.write(asked);
  await once(socket, 'data');
  socket.pause();
  t.is(await handlesIn(directory), 1);
  socket.destroy();
  while ((await handlesIn(directory)) > 0) await wait(10);
  t.is((await get('/v1/exports')).status, 200);
});

test('of many downloads that a key begins at the same moment, 64 go on', async t => {
  const {port, directory, asked} = await servingLarge(t);
  const sockets = Array.from({length: 300}, () => connect(port, '127.0.0.1').pause());
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (const socket of sockets) socket.on('error', () => {});
  await Promise.all(sockets.map(socket => once(socket, 'connect')));
  for (const socket of sockets) socket.write(asked);
  const counts: number[] = [];
  // Until nothing has been opened or closed for half a second.
  while (new Set(counts.slice(-5)).size !== 1 || counts.length < 5 || counts.at(-1) === 0) {
    counts.push(await handlesIn(directory));
    await wait(100);
  }
  t.is(counts.at(-1), 64);
});

test('of the files that a key is sent at once, the 65th cuts the one that began first', async t => {
  const {port, bytes, asked} = await servingLarge(t);
  const cut: number[] = [];
  const begin = async (at: number) => {
    const socket = connect(port, '127.0.0.1');
    t.teardown(() => socket.destroy());
    socket.on('error', () => {}).once('close', () => cut.push(at));
    socket.write(asked);
    await once(socket, 'data');
    socket.pause();
    return socket;
  };
  const first = await begin(0);
  const others = [];
  for (let at = 1; at < 64; at += 1) others.push(await begin(at));
  t.deepEqual(cut, []);
  others.push(await begin(64));
  first.resume();
  await Promise.race([once(first, 'close'), wait(5_000)]);
  t.deepEqual(cut, [0]);
  t.true(first.bytesRead < bytes);
  t.true(others.every(socket => !socket.destroyed));
});
