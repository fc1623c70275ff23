import {readFile, stat} from 'node:fs/promises';
import test from 'ava';
import {parse} from 'content-disposition';
import fc from 'fast-check';
import {type HttpFaults, type HttpTransfer, httpFiles} from '../../helpers/servers/http-files.ts';
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
  const {fetch, folder, files} = await aFolder(t);
  t.like(await fetch(server.url), fetched);
  t.deepEqual(await readFile(`${folder}/latest.zip`), zip);
  t.deepEqual((await stat(`${folder}/latest.zip`)).mtime, new Date('2026-11-15T02:15:00Z'));
  t.deepEqual(await files(), ['latest.zip', 'latest.zip.json']);
});

test('a file that has not changed is not fetched again; one that has, is', async t => {
  const server = await httpFiles(t, zip);
  const {fetch, folder} = await aFolder(t);
  await fetch(server.url);
  t.like(await fetch(server.url), {status: 'already-here'});
  server.file.content = Buffer.from(zip).fill('y', 100, 1000);
  server.file.entityTag = '"two"';
  t.like(await fetch(server.url), fetched);
  t.deepEqual(await readFile(`${folder}/latest.zip`), server.file.content);
});

test('without an entity tag, the time alone identifies a version', async t => {
  const server = await httpFiles(t, zip, {headers: () => ({etag: undefined})});
  const {fetch} = await aFolder(t);
  await fetch(server.url);
  t.like(await fetch(server.url), {status: 'already-here'});
  server.file.modified = 'Sun, 22 Nov 2026 02:15:00 GMT';
  t.like(await fetch(server.url), fetched);
});

const resumes = test.macro({
  title: (_, what: string) => `a download resumes where it stopped, ${what}`,
  async exec(t, _what: string, faults: HttpFaults, start: number) {
    const server = await httpFiles(t, zip, faults);
    const {fetch, folder} = await aFolder(t);
    t.like(await fetch(server.url, {stallMs: 500}), fetched);
    t.deepEqual(await readFile(`${folder}/latest.zip`), zip);
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
  const {fetch, folder, notices} = await aFolder(t);
  t.like(await fetch(server.url), fetched);
  t.deepEqual(await readFile(`${folder}/latest.zip`), other);
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
  const {fails, files} = await aFolder(t);
  const changed = `latest.zip changed at http://${server.host} during the download.`;
  await fails(server.url, `${changed} Try again later.`);
  t.deepEqual(await files(), []);
});

test('a file of unknown length is fetched to its end', async t => {
  const server = await httpFiles(t, zip, {headers: () => ({'content-length': undefined})});
  const {fetch, folder} = await aFolder(t);
  t.like(await fetch(server.url), fetched);
  t.deepEqual(await readFile(`${folder}/latest.zip`), zip);
});

const isCalled = test.macro({
  title: (_, disposition: string, name: string) =>
    `what is sent as ${disposition} is called ${name}`,
  async exec(t, disposition: string, name: string) {
    const headers = () => ({'content-disposition': disposition});
    const server = await httpFiles(t, zip, {headers});
    const {fetch, files} = await aFolder(t);
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

test('no header makes the parser of file names throw', t => {
  const words = ['attachment', 'filename', 'filename*', '=', ';', '"', '\\', "UTF-8''", '%ff', '%'];
  const piece = fc.oneof(fc.constantFrom(...words), fc.string());
  const header = fc.array(piece, {maxLength: 12}).map(pieces => pieces.join(''));
  t.notThrows(() =>
    fc.assert(
      fc.property(header, text => void parse(text)),
      {numRuns: 2000},
    ),
  );
});

const isRefused = test.macro({
  title: (_, what: string) => `${what} ends the fetch with a sentence`,
  async exec(t, _what: string, status: number, location: string | undefined, sentence: string) {
    const server = await httpFiles(t, zip, {
      instead: (_, response) => {
        response.writeHead(status, location === undefined ? {} : {location}).end();
        return true;
      },
    });
    const {fails, files} = await aFolder(t);
    await fails(server.url.replace('//', '//user:secret@'), sentence.replace('HOST', server.host));
    t.is(server.requests.length, status === 503 ? 3 : 1, 'only a busy server is asked again');
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
test(isRefused, 'a refused login', 401, undefined, denied);
test(isRefused, 'a file that is not there', 404, undefined, missing);
test(isRefused, 'a busy server, after retries,', 503, undefined, busy);

test('a redirect is followed, and gives the file its name; the login stays with its host', async t => {
  const target = await httpFiles(t, zip);
  const server = await httpFiles(t, zip, {
    instead: (_, response) => {
      response.writeHead(302, {location: `http://${target.host}/2026/week46.zip`}).end();
      return true;
    },
  });
  const {fetch} = await aFolder(t);
  const url = server.url.replace('//', '//us%40er:secret@');
  t.like(await fetch(url), {name: 'week46.zip'});
  const login = `Basic ${Buffer.from('us@er:secret').toString('base64')}`;
  t.true(server.requests.every(({authorization}) => authorization === login));
  t.true(target.requests.every(({authorization}) => authorization === undefined));
});

test('the login goes along to another path of its host, and not on from there', async t => {
  const target = await httpFiles(t, zip);
  const server = await httpFiles(t, zip, {
    instead: (asked, response) => {
      const location = asked.url?.endsWith('moved.zip')
        ? `http://${target.host}/week46.zip`
        : 'moved.zip';
      response.writeHead(307, {location}).end();
      return true;
    },
  });
  const {fetch} = await aFolder(t);
  await fetch(server.url.replace('//', '//user:secret@'));
  const [first, moved] = server.requests;
  t.truthy(first?.authorization);
  t.is(moved?.authorization, first?.authorization);
  t.true(target.requests.every(({authorization}) => authorization === undefined));
});

test('redirects without end are followed ten times', async t => {
  const server = await httpFiles(t, zip, {
    instead: (asked, response) => {
      response.writeHead(307, {location: `${asked.url}.zip`}).end();
      return true;
    },
  });
  const {fails} = await aFolder(t);
  await fails(server.url, `${server.host} redirects too often. Check EXTRACT_URL.`);
  t.is(server.requests.length, 11);
});
