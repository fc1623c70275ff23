import {readFile} from 'node:fs/promises';
import test from 'ava';
import {FetchFailed} from '#indexer/fetch/source.ts';
import {
  type End,
  type FtpFaults,
  ftpServer,
  type Transfer,
} from '../../helpers/servers/ftp-server.ts';
import {aFolder, anExtract, newest} from './a-fetch.ts';

const zip = await anExtract();
const half = Math.floor(zip.length / 2);

/** The first transfers end as listed; all others succeed. */
const goWrong =
  (...fates: readonly Transfer[]) =>
  (before: number) =>
    fates[before] ?? {};

const resumes = test.macro({
  title: (_, fate: End) => `a download resumes where it stopped when the transfer is ${fate}`,
  async exec(t, end: End) {
    const transfer = goWrong({bytes: half, end}, {bytes: 1000, end});
    const server = await ftpServer(t, {[newest]: zip}, {transfer});
    const {fetch, folder} = await aFolder(t);
    const stallMs = end === 'silent' ? 2000 : 10_000;
    t.like(await fetch(server.url, {stallMs}), {status: 'fetched'});
    t.deepEqual(await readFile(`${folder}/${newest}`), zip);
    t.deepEqual(server.starts(), [0, half, half + 1000]);
  },
});

test(resumes, 'done');
test(resumes, 'aborted');
test(resumes, 'gone');
test(resumes, 'silent');

test('from a server without REST, the download starts over', async t => {
  const transfer = goWrong({bytes: half, end: 'gone'});
  const server = await ftpServer(t, {[newest]: zip}, {transfer, restart: 'refused'});
  const {fetch, folder} = await aFolder(t);
  await fetch(server.url);
  t.deepEqual(await readFile(`${folder}/${newest}`), zip);
  t.deepEqual(server.starts(), [0, 0]);
});

test('a server that starts over and never gets further is given up', async t => {
  const transfer = (before: number): Transfer => ({bytes: half / (1 + (before % 2)), end: 'gone'});
  const server = await ftpServer(t, {[newest]: zip}, {transfer, restart: 'refused'});
  const {fails, files} = await aFolder(t);
  await fails(server.url, /^Cannot reach /);
  t.is(server.transfers.length, 4);
  t.deepEqual(await files(), [`${newest}.part`, `${newest}.part.json`]);
});

test('the next run resumes what one run could not finish, if the version is still the same', async t => {
  const transfer = goWrong({bytes: half, end: 'gone'}, ...Array(3).fill({bytes: 0, end: 'gone'}));
  const corrected = Buffer.from(zip).fill('y', 100, 1000);
  for (const content of [zip, corrected]) {
    const server = await ftpServer(t, {[newest]: zip}, {transfer});
    const {fetch, folder} = await aFolder(t);
    await t.throwsAsync(fetch(server.url), {instanceOf: FetchFailed});
    if (content === corrected) server.put(newest, corrected, '20261116080000');
    t.like(await fetch(server.url), {status: 'fetched'});
    t.deepEqual(server.starts(), [0, half, half, half, content === zip ? half : 0]);
    t.deepEqual(await readFile(`${folder}/${newest}`), content);
  }
});

test('from a server without SIZE, the end of the transfer is the end of the file', async t => {
  const server = await ftpServer(t, {[newest]: zip}, {sizeOf: () => 'unknown command'});
  const {fetch, folder} = await aFolder(t);
  t.like(await fetch(server.url), {status: 'fetched', bytes: zip.length});
  t.deepEqual(await readFile(`${folder}/${newest}`), zip);
  t.like(await fetch(server.url), {status: 'already-here'});
});

const isRefused = test.macro({
  title: (_, what: string) => `${what} is refused, and nothing is kept`,
  async exec(t, _what: string, content: Buffer, message: RegExp, faults: FtpFaults = {}) {
    const server = await ftpServer(t, {[newest]: content}, faults);
    const {fails, files} = await aFolder(t);
    await fails(server.url, message);
    t.deepEqual(await files(), []);
  },
});

const place = String.raw`ftp://127\.0\.0\.1:\d+`;
const uploading = new RegExp(
  `^${newest} is incomplete at ${place}: it is still uploading\\. Try again`,
);
const sends = (bytes: number, sent: string) =>
  new RegExp(
    `^${place} announced ${bytes} bytes for ${newest} but sent ${sent}\\. It may still be`,
  );

test(isRefused, 'less than what was announced', zip, sends(zip.length + 1, `${zip.length}`), {
  sizeOf: size => size + 1,
});
test(isRefused, 'more than what was announced', zip, sends(zip.length - 1, 'more'), {
  sizeOf: size => size - 1,
});
test(isRefused, 'a zip without its directory', zip.subarray(0, -1000), uploading);
test(isRefused, 'an upload that has only begun', Buffer.alloc(0), uploading);

test('a file that grows during the download is left to the next run', async t => {
  const transfer = () => {
    server.put(newest, zip);
    return {};
  };
  const server = await ftpServer(t, {[newest]: zip.subarray(0, half)}, {transfer});
  const {fails, files} = await aFolder(t);
  await fails(server.url, uploading);
  t.deepEqual(await files(), []);
});

test('a file that is replaced during the download is left to the next run', async t => {
  const corrected = await anExtract(1000);
  const transfer = () => {
    server.put(newest, corrected, '20261116080000');
    return {};
  };
  const server = await ftpServer(t, {[newest]: zip}, {transfer});
  const {fetch, fails, folder, files} = await aFolder(t);
  await fails(server.url, uploading);
  t.deepEqual(await files(), []);
  await fetch(server.url);
  t.deepEqual(await readFile(`${folder}/${newest}`), corrected);
});
