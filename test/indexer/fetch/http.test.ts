import {stat} from 'node:fs/promises';
import {createServer, type Socket} from 'node:net';
import {setTimeout as pause, setImmediate as turn} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {httpSource} from '#indexer/fetch/http-source.ts';
import {FetchFailed} from '#indexer/fetch/source.ts';
import {type HttpFaults, type HttpTransfer, httpFiles} from '../../helpers/servers/http-files.ts';
import {onLoopback} from '../../helpers/servers/on-loopback.ts';
import {aFolder, anExtract} from './a-fetch.ts';

const zip = await anExtract();
const half = Math.floor(zip.length / 2);

/** The first request finds the file; the ones after it fail as listed. */
const goWrong =
  (...fates: readonly HttpTransfer[]) =>
  (before: number) =>
    fates[before - 1] ?? {};

const fetched = {status: 'fetched', name: 'latest.zip', bytes: zip.length};

test('a file is fetched under its name, with its time', async t => {
  const server = await httpFiles(t, zip);
  const {fetch, folder, files, content} = aFolder(t);
  t.like(await fetch(server.url), fetched);
  t.deepEqual(await content('latest.zip'), zip);
  t.deepEqual((await stat(`${folder}/latest.zip`)).mtime, new Date('2026-11-15T02:15:00Z'));
  t.deepEqual(await files(), ['latest.zip', 'latest.zip.json']);
});

test('a file that has not changed is not fetched again; one that has, is', async t => {
  const server = await httpFiles(t, zip);
  const {fetch, content} = aFolder(t);
  await fetch(server.url);
  t.like(await fetch(server.url), {status: 'already-here'});
  server.file.content = Buffer.from(zip).fill('y', 100, 1000);
  server.file.entityTag = '"two"';
  t.like(await fetch(server.url), fetched);
  t.deepEqual(await content('latest.zip'), server.file.content);
});

test('without an entity tag, the time alone identifies a version', async t => {
  const server = await httpFiles(t, zip, {headers: () => ({etag: undefined})});
  const {fetch} = aFolder(t);
  await fetch(server.url);
  t.like(await fetch(server.url), {status: 'already-here'});
  server.file.modified = 'Sun, 22 Nov 2026 02:15:00 GMT';
  t.like(await fetch(server.url), fetched);
});

const resumes = test.macro({
  title: (_, what: string) => `a download resumes where it stopped, ${what}`,
  async exec(t, _what: string, faults: HttpFaults, start: number) {
    const server = await httpFiles(t, zip, faults);
    const {fetch, content} = aFolder(t);
    t.like(await fetch(server.url, {stallMs: 500}), fetched);
    t.deepEqual(await content('latest.zip'), zip);
    t.like(server.requests.slice(1, 3), [{start: 0}, {start}]);
  },
});

const transfer = goWrong({bytes: half, end: 'cut'});
const silent = {transfer: goWrong({bytes: half, end: 'silent'})};
const weak = {transfer, headers: () => ({etag: 'W/"one"'})};
const unversioned = {transfer, headers: () => ({etag: undefined, 'last-modified': undefined})};
const withoutRanges = {transfer, ranges: 'ignored'} as const;
test(resumes, 'after a cut', {transfer}, half);
test(resumes, 'after a silence', silent, half);
test(resumes, 'by its time where the entity tag is weak', weak, half);
test(resumes, 'or starts over where nothing identifies the version', unversioned, 0);
test(resumes, 'or starts over where the server ignores ranges', withoutRanges, 0);

test('the download of a file that is replaced meanwhile starts over', async t => {
  const other = Buffer.from(zip).fill('y', 100, 1000);
  const transfer = (before: number): HttpTransfer => {
    if (before !== 1) return {};
    server.file.content = other;
    server.file.entityTag = '"two"';
    return {bytes: half, end: 'cut'};
  };
  const server = await httpFiles(t, zip, {transfer});
  const {fetch, notices, content} = aFolder(t);
  t.like(await fetch(server.url), fetched);
  t.deepEqual(await content('latest.zip'), other);
  const place = `http://${server.host}`;
  t.is(notices.at(-1), `latest.zip changed at ${place} during the download. Starting over.`);
});

test('a file that changes with every request is left to the next run', async t => {
  let version = 0;
  const server = await httpFiles(t, zip, {
    headers: () => {
      version += 1;
      return {etag: `"${version}"`};
    },
  });
  const {fails, files} = aFolder(t);
  const changed = `latest.zip changed at http://${server.host} during the download.`;
  await fails(server.url, `${changed} Try again later.`);
  t.deepEqual(await files(), []);
});

const isCalled = test.macro({
  title: (_, disposition: string, name: string) =>
    `what is sent as ${disposition} is called ${name}`,
  async exec(t, disposition: string, name: string) {
    const headers = () => ({'content-disposition': disposition});
    const server = await httpFiles(t, zip, {headers});
    const {fetch, files} = aFolder(t);
    t.like(await fetch(server.url), {name});
    t.deepEqual(await files(), [name, `${name}.json`]);
  },
});

test(isCalled, 'attachment; filename="week 46.zip"', 'week_46.zip');
test(isCalled, 'attachment; filename="../../etc/passwd"', 'passwd');
test(isCalled, 'attachment; filename=".fetch.lock"', 'fetch.lock');
test(isCalled, 'attachment', 'latest.zip');
test(isCalled, 'attachment; filename="cut off', 'latest.zip');
test(isCalled, ';=;"', 'latest.zip');
test(isCalled, "attachment; filename*=UTF-8''%E0%A4%A", 'latest.zip');

const isRefused = test.macro({
  title: (_, what: string) => `${what} ends the fetch with a sentence`,
  async exec(
    t,
    _what: string,
    status: number,
    location: string,
    sentence: string,
    requests?: number,
  ) {
    const server = await httpFiles(t, zip, {
      instead: ({url = ''}, response) => {
        response.writeHead(status, {location: location.replace('URL', url)}).end();
        return true;
      },
    });
    const {fails, files} = aFolder(t);
    await fails(server.url.replace('//', '//user:secret@'), sentence.replace('HOST', server.host));
    t.is(server.requests.length, requests ?? 1);
    t.deepEqual(await files(), []);
  },
});

const elsewhere = 'HOST redirects to an address that is neither http nor https. Check EXTRACT_URL.';
const inCircles = 'HOST redirects too often. Check EXTRACT_URL.';
const denied =
  'http://HOST denied access (401). Check EXTRACT_URL, and the user and password in it.';
const missing = 'http://HOST has no such file (404). Check the path in EXTRACT_URL.';
const busy = 'http://HOST answered 503. Try again later.';
test(isRefused, 'a redirect to a file of this machine', 302, 'file:///etc/passwd', elsewhere);
test(isRefused, 'a redirect to itself', 301, 'latest.zip', inCircles);
test(isRefused, 'the eleventh redirect', 307, 'URL.zip', inCircles, 11);
test(isRefused, 'a refused login', 401, '', denied);
test(isRefused, 'a file that is not there', 404, '', missing);
test(isRefused, 'a busy server, after retries,', 503, '', busy, 3);

test('a redirect gives the file its name; the login goes along on its host, and not on from there', async t => {
  const target = await httpFiles(t, zip);
  const server = await httpFiles(t, zip, {
    instead: (asked, response) => {
      const hasMoved = asked.url?.endsWith('moved.zip');
      const location = hasMoved ? `http://${target.host}/2026/week46.zip` : 'moved.zip';
      response.writeHead(307, {location}).end();
      return true;
    },
  });
  const {fetch} = aFolder(t);
  t.like(await fetch(server.url.replace('//', '//us%40er:secret@')), {name: 'week46.zip'});
  const login = `Basic ${Buffer.from('us@er:secret').toString('base64')}`;
  t.true(server.requests.length > 1);
  t.true(server.requests.every(({authorization}) => authorization === login));
  t.true(target.requests.every(({authorization}) => authorization === undefined));
});

const large = Buffer.alloc(2_000_000, 'x');
const head = `HTTP/1.1 200 OK\r\ncontent-length: ${large.length}\r\nconnection: close\r\n\r\n`;

/** Answers every request with the file or its first bytes, and does to the connection what `finish` says. */
const aServer = async (
  t: ExecutionContext,
  finish: (socket: Socket) => void,
  sent: Uint8Array = large,
) => {
  const answer = (socket: Socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(head);
      socket.write(sent);
      finish(socket);
    });
  };
  const port = await onLoopback(t, createServer(answer));
  return new URL(`http://127.0.0.1:${port}/latest.zip`);
};

const {signal} = new AbortController();

test('a server can close the connection while the disk still takes what it sent', async t => {
  const source = httpSource(await aServer(t, socket => socket.end()), 10_000, signal);
  const file = await source.newest();
  // Whether the connection ends while nothing is read is up to chance.
  for (let download = 0; download < 10; download += 1) {
    const pieces: Uint8Array[] = [];
    for await (const {bytes} of source.read(file, 0)) {
      for (let turns = 0; turns < 20; turns += 1) await turn();
      pieces.push(bytes);
    }
    t.true(Buffer.concat(pieces).equals(large));
  }
});

test('all that a server sent before a cut arrives, however slow the disk', async t => {
  const url = await aServer(t, socket => socket.end(), large.subarray(0, 100_000));
  const source = httpSource(url, 10_000, signal);
  const file = await source.newest();
  let length = 0;
  const reading = async () => {
    for await (const {bytes} of source.read(file, 0)) {
      await pause(50);
      length += bytes.length;
    }
  };
  await t.throwsAsync(reading, {instanceOf: FetchFailed, message: /the connection was lost\.$/});
  t.is(length, 100_000);
});

for (const stallMs of [100, 1100]) {
  test(`a disk that takes longer than ${stallMs} ms is not taken for a silent server`, async t => {
    const source = httpSource(await aServer(t, () => {}), stallMs, signal);
    const file = await source.newest();
    let length = 0;
    for await (const {at, bytes} of source.read(file, 0)) {
      length += bytes.length;
      if (at === 0) await pause(3 * stallMs);
    }
    t.is(length, large.length);
  });
}

test('a download that is left closes its connection', async t => {
  const closed = Promise.withResolvers<void>();
  let requests = 0;
  const url = await aServer(t, socket => {
    requests += 1;
    if (requests === 2) socket.on('close', () => closed.resolve());
  });
  const source = httpSource(url, 10_000, signal);
  const file = await source.newest();
  for await (const {at} of source.read(file, 0)) {
    t.is(at, 0);
    break;
  }
  await t.notThrowsAsync(closed.promise);
});
