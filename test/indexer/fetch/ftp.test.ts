import test from 'ava';
import {FetchFailed} from '#indexer/fetch/source.ts';
import {freePort} from '../../helpers/servers/free-port.ts';
import {
  type End,
  type FtpFaults,
  ftpServer,
  type Transfer,
} from '../../helpers/servers/ftp-server.ts';
import {aFolder, anExtract, newest} from './a-fetch.ts';

const zip = await anExtract();
const half = Math.floor(zip.length / 2);
const older = 'ESStatistikListeModtag-20261108-031500.zip';

test('the newest extract of a folder is fetched, by name', async t => {
  const other = Buffer.from('another');
  const server = await ftpServer(t, {
    [older]: other,
    [newest]: zip,
    'zz-newer.zip': other,
    'ESStatistikListeModtag-20261122-031500.zip.tmp': other,
  });
  const {fetch, folder, content, files} = aFolder(t);
  t.deepEqual(await fetch(server.url), {
    status: 'fetched',
    file: `${folder}/${newest}`,
    name: newest,
    bytes: zip.length,
  });
  t.deepEqual(await content(newest), zip);
  t.deepEqual(await files(), [newest, `${newest}.json`]);
});

test('a file that was replaced under its name is fetched again', async t => {
  const server = await ftpServer(t, {[newest]: zip});
  const {fetch, content} = aFolder(t);
  await fetch(server.url);
  const corrected = await anExtract(1000);
  server.put(newest, corrected, '20261116080000');
  t.like(await fetch(server.url), {status: 'fetched'});
  t.deepEqual(await content(newest), corrected);
});

test('the address of a file fetches that file, whatever its name', async t => {
  const server = await ftpServer(t, {'my extract.zip': zip, [newest]: zip});
  const {fetch} = aFolder(t);
  t.like(await fetch(`${server.url}my%20extract.zip`), {name: 'my extract.zip'});
});

test('a login is sent without its percent-encoding', async t => {
  const login = {user: 'a@b', password: 'p/w %'};
  const server = await ftpServer(t, {[newest]: zip}, {login});
  const {fetch} = aFolder(t);
  t.like(await fetch(`ftp://a%40b:p%2Fw%20%25@${server.host}/extracts/`), {status: 'fetched'});
});

test('a refused login is not retried, and the message has neither user nor password', async t => {
  const login = {user: 'somebody', password: 'secret'};
  const server = await ftpServer(t, {[newest]: zip}, {login});
  const {fails} = aFolder(t);
  const message = `Login to ftp://${server.host} failed (530). Check the user and password in EXTRACT_URL; without them the login is anonymous.`;
  const error = await fails(`ftp://nobody:wrong@${server.host}/extracts/`, message);
  t.notRegex(String(error), /nobody|wrong/);
  t.is(server.commands.filter(command => command.startsWith('PASS')).length, 1);
});

test('a folder without an extract is told from a missing one', async t => {
  const server = await ftpServer(t, {'readme.txt': zip});
  const {fails} = aFolder(t);
  const none = `There is no ESStatistikListeModtag-YYYYMMDD-HHMMSS.zip in ftp://${server.host}/extracts. Check the folder in EXTRACT_URL.`;
  await fails(server.url, none);
  const noSuch = `ftp://${server.host} has no such folder or file (550). Check the path in EXTRACT_URL; the path of a folder ends with a slash.`;
  await fails(`ftp://${server.host}/elsewhere/`, noSuch);
  await fails(`ftp://${server.host}/extracts`, noSuch);
});

test('an unreachable server is retried, then named', async t => {
  const port = await freePort();
  const {fails, notices} = aFolder(t);
  const message = `Cannot reach ftp://127.0.0.1:${port}: connection refused. Check the host and port in EXTRACT_URL.`;
  await fails(`ftp://user:secret@127.0.0.1:${port}/`, message);
  t.deepEqual(notices, Array(2).fill(`${message} Retrying.`));
});

test('a server that accepts a connection and sends nothing times out', async t => {
  const server = await ftpServer(t, {[newest]: zip}, {silentAt: 'USER'});
  const {fails} = aFolder(t);
  await fails(server.url, `ftp://${server.host} sent no data for 0.05 s.`, {stallMs: 50});
});

test('a busy server is retried', async t => {
  const answers: Record<string, string> = {USER: '421 Too many users.'};
  const server = await ftpServer(t, {[newest]: zip}, {answers});
  const {fails, notices} = aFolder(t);
  await fails(server.url, `ftp://${server.host} answered 421. Try again later.`);
  t.is(notices.length, 2);
});

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
    const {fetch, content} = aFolder(t);
    const stallMs = end === 'silent' ? 2000 : 10_000;
    t.like(await fetch(server.url, {stallMs}), {status: 'fetched'});
    t.deepEqual(await content(newest), zip);
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
  const {fetch, content} = aFolder(t);
  await fetch(server.url);
  t.deepEqual(await content(newest), zip);
  t.deepEqual(server.starts(), [0, 0]);
});

test('a server that starts over and never gets further is given up', async t => {
  const transfer = (before: number): Transfer => ({bytes: half / (1 + (before % 2)), end: 'gone'});
  const server = await ftpServer(t, {[newest]: zip}, {transfer, restart: 'refused'});
  const {fails, files} = aFolder(t);
  await fails(server.url, /^Cannot reach /);
  t.is(server.transfers.length, 4);
  t.deepEqual(await files(), [`${newest}.part`, `${newest}.part.json`]);
});

test('the next run resumes what one run could not finish, if the version is still the same', async t => {
  const transfer = goWrong({bytes: half, end: 'gone'}, ...Array(3).fill({bytes: 0, end: 'gone'}));
  const corrected = Buffer.from(zip).fill('y', 100, 1000);
  for (const extract of [zip, corrected]) {
    const server = await ftpServer(t, {[newest]: zip}, {transfer});
    const {fetch, content} = aFolder(t);
    await t.throwsAsync(fetch(server.url), {instanceOf: FetchFailed});
    if (extract === corrected) server.put(newest, corrected, '20261116080000');
    t.like(await fetch(server.url), {status: 'fetched'});
    t.deepEqual(server.starts(), [0, half, half, half, extract === zip ? half : 0]);
    t.deepEqual(await content(newest), extract);
  }
});

const isRefused = test.macro({
  title: (_, what: string) => `${what} is refused, and nothing is kept`,
  async exec(t, _what: string, content: Buffer, message: RegExp, faults: FtpFaults = {}) {
    const server = await ftpServer(t, {[newest]: content}, faults);
    const {fails, files} = aFolder(t);
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

const leftToTheNext = test.macro({
  title: (_, what: string) => `a file that ${what} during the download is left to the next run`,
  async exec(t, _: string, before: Buffer, after: Buffer, modified?: string) {
    const transfer = () => {
      server.put(newest, after, modified);
      return {};
    };
    const server = await ftpServer(t, {[newest]: before}, {transfer});
    const {fetch, fails, content, files} = aFolder(t);
    await fails(server.url, uploading);
    t.deepEqual(await files(), []);
    await fetch(server.url);
    t.deepEqual(await content(newest), after);
  },
});

test(leftToTheNext, 'grows', zip.subarray(0, half), zip);
test(leftToTheNext, 'is replaced', zip, Buffer.from(zip).fill('y', 100, 1000), '20261116080000');
