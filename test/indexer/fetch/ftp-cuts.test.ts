import {readFile} from 'node:fs/promises';
import test from 'ava';
import {FetchFailed} from '#indexer/fetch/source.ts';
import {type End, ftpServer, type Transfer} from '../../helpers/servers/ftp-server.ts';
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
    t.deepEqual(
      server.transfers.map(({from}) => from),
      [0, half, half + 1000],
    );
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
  t.deepEqual(
    server.transfers.map(({from}) => from),
    [0, 0],
  );
});

test('a server that starts over and never gets further is given up', async t => {
  const transfer = (before: number): Transfer => ({bytes: half / (1 + (before % 2)), end: 'gone'});
  const server = await ftpServer(t, {[newest]: zip}, {transfer, restart: 'refused'});
  const {fetch, files} = await aFolder(t);
  await t.throwsAsync(fetch(server.url), {
    instanceOf: FetchFailed,
    message: /^Cannot reach /,
  });
  t.is(server.transfers.length, 4);
  t.deepEqual(await files(), [`${newest}.part`, `${newest}.part.json`]);
});

test('the next run resumes what one run could not finish', async t => {
  const failing = goWrong({bytes: half, end: 'gone'}, ...Array(3).fill({bytes: 0, end: 'gone'}));
  const server = await ftpServer(t, {[newest]: zip}, {transfer: failing});
  const {fetch, folder} = await aFolder(t);
  await t.throwsAsync(fetch(server.url), {instanceOf: FetchFailed});
  t.like(await fetch(server.url), {status: 'fetched'});
  t.deepEqual(
    server.transfers.map(({from}) => from),
    [0, half, half, half, half],
  );
  t.deepEqual(await readFile(`${folder}/${newest}`), zip);
});

test('a part of another version is not resumed', async t => {
  const failing = goWrong({bytes: half, end: 'gone'}, ...Array(3).fill({bytes: 0, end: 'gone'}));
  const server = await ftpServer(t, {[newest]: zip}, {transfer: failing});
  const {fetch, folder} = await aFolder(t);
  await t.throwsAsync(fetch(server.url), {instanceOf: FetchFailed});
  const corrected = Buffer.from(zip).fill('y', 100, 1000);
  server.put(newest, corrected, '20261116080000');
  await fetch(server.url);
  t.deepEqual(await readFile(`${folder}/${newest}`), corrected);
});

test('a server that sends less than it announces is refused, and nothing is kept', async t => {
  const server = await ftpServer(t, {[newest]: zip}, {sizeOf: size => size + 1});
  const {fetch, files} = await aFolder(t);
  await t.throwsAsync(fetch(server.url), {
    instanceOf: FetchFailed,
    message: `ftp://${server.host} announced ${zip.length + 1} bytes for ${newest} but sent ${zip.length}. It may still be uploading; try again later.`,
  });
  t.deepEqual(await files(), []);
});

test('a server that sends more than it announces is refused, and nothing is kept', async t => {
  const server = await ftpServer(t, {[newest]: zip}, {sizeOf: size => size - 1});
  const {fetch, files} = await aFolder(t);
  await t.throwsAsync(fetch(server.url), {
    instanceOf: FetchFailed,
    message: `ftp://${server.host} announced ${zip.length - 1} bytes for ${newest} but sent more. It may still be uploading; try again later.`,
  });
  t.deepEqual(await files(), []);
});

test('from a server without SIZE, the end of the transfer is the end of the file', async t => {
  const server = await ftpServer(t, {[newest]: zip}, {sizeOf: () => 'unknown command'});
  const {fetch, folder} = await aFolder(t);
  t.like(await fetch(server.url), {status: 'fetched', bytes: zip.length});
  t.deepEqual(await readFile(`${folder}/${newest}`), zip);
  t.like(await fetch(server.url), {status: 'already-here'});
});

const uploading = (host: string) => ({
  instanceOf: FetchFailed,
  message: `${newest} is incomplete at ftp://${host}: it is still uploading. Try again later.`,
});

test('a file that grows during the download is left to the next run', async t => {
  const transfer = () => {
    server.put(newest, zip);
    return {};
  };
  const server = await ftpServer(t, {[newest]: zip.subarray(0, half)}, {transfer});
  const {fetch, files} = await aFolder(t);
  await t.throwsAsync(fetch(server.url), uploading(server.host));
  t.deepEqual(await files(), []);
});

test('a file that is replaced during the download is left to the next run', async t => {
  const corrected = await anExtract(1000);
  const transfer = () => {
    server.put(newest, corrected, '20261116080000');
    return {};
  };
  const server = await ftpServer(t, {[newest]: zip}, {transfer});
  const {fetch, folder, files} = await aFolder(t);
  await t.throwsAsync(fetch(server.url), uploading(server.host));
  t.deepEqual(await files(), []);
  await fetch(server.url);
  t.deepEqual(await readFile(`${folder}/${newest}`), corrected);
});

test('a zip without its directory is left to the next run', async t => {
  const server = await ftpServer(t, {[newest]: zip.subarray(0, -1000)});
  const {fetch, files} = await aFolder(t);
  await t.throwsAsync(fetch(server.url), uploading(server.host));
  t.deepEqual(await files(), []);
});

test('an upload that has only begun is left to the next run', async t => {
  const server = await ftpServer(t, {[newest]: Buffer.alloc(0)});
  const {fetch, files} = await aFolder(t);
  await t.throwsAsync(fetch(server.url), uploading(server.host));
  t.deepEqual(await files(), []);
});
