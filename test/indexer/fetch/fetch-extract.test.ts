import {createServer} from 'node:net';
import test, {type ExecutionContext} from 'ava';
import {logDisplay, terminalDisplay} from '#core/command-line/progress.ts';
import {fetchProgress} from '#indexer/fetch/fetch-extract.ts';
import {ExtractRefused} from '#indexer/read/extract-refused.ts';
import {watchedProgress} from '../../helpers/fakes/watched-progress.ts';
import {ftpServer} from '../../helpers/servers/ftp-server.ts';
import {httpFiles} from '../../helpers/servers/http-files.ts';
import {onLoopback} from '../../helpers/servers/on-loopback.ts';
import {aFolder, anExtract, newest} from './a-fetch.ts';

const zip = await anExtract();
const fifth = Math.floor(zip.length / 5);

/** A server that drips after a fifth of its file while it is told to, and where downloads began. */
const servers = {
  http: async (t: ExecutionContext, drips: () => boolean) => {
    const server = await httpFiles(t, zip, {
      transfer: before => (before > 0 && drips() ? {bytes: fifth, end: 'drip'} : {}),
    });
    return {url: server.url, starts: () => server.requests.map(({start}) => start)};
  },
  ftp: async (t: ExecutionContext, drips: () => boolean) => {
    const transfer = () => (drips() ? ({bytes: fifth, end: 'drip'} as const) : {});
    return await ftpServer(t, {[newest]: zip}, {transfer});
  },
};

/** That the fetch ends, keeps its part, and that the next one resumes it from a server that is well. */
const isGivenUp = async (
  t: ExecutionContext,
  protocol: keyof typeof servers,
  limits: {readonly minBytesPerSecond?: number; readonly deadlineMs?: number},
  message: RegExp,
) => {
  let isDripping = true;
  const server = await servers[protocol](t, () => isDripping);
  const {fetch, fails, files} = aFolder(t);
  await fails(server.url, message, {stallMs: 500, ...limits});
  t.true((await files()).some(name => name.endsWith('.part')));
  const dripped = server.starts().length;
  isDripping = false;
  t.like(await fetch(server.url), {status: 'fetched', bytes: zip.length});
  const resumed = server.starts().slice(dripped);
  t.true(resumed.some(start => start >= fifth));
  return dripped;
};

for (const protocol of ['http', 'ftp'] as const) {
  test(`a server that drips is given up after retries (${protocol})`, async t => {
    const transfers = await isGivenUp(
      t,
      protocol,
      {minBytesPerSecond: 1_000_000},
      /^\w+:\/\/127\.0\.0\.1:\d+ sent \d+ bytes in [\d.]+ s, less than FETCH_MIN_BYTES_PER_SECOND \(1000000\) requires\. Lower it if the server is always this slow\.$/,
    );
    t.true(transfers >= 3);
  });

  test(`a fetch ends at its deadline, whatever the server sends (${protocol})`, async t => {
    await isGivenUp(
      t,
      protocol,
      {deadlineMs: 2000},
      /^The fetch from \w+:\/\/127\.0\.0\.1:\d+ did not end within FETCH_DEADLINE_SECONDS \(2\)\. What was downloaded is kept, and the next run resumes it\. Raise /,
    );
  });
}

/** A server that says the same to every connection again and again. */
const sayingWithoutEnd = async (t: ExecutionContext, first: string, line: string) => {
  const server = createServer(socket => {
    socket.on('error', () => {});
    socket.write(first);
    const timer = setInterval(() => socket.write(line), 10);
    socket.on('close', () => clearInterval(timer));
  });
  return `127.0.0.1:${await onLoopback(t, server)}`;
};

test('an FTP server that greets without end holds no fetch beyond its deadline', async t => {
  const host = await sayingWithoutEnd(t, '', '220-Welcome.\r\n');
  const {fails} = aFolder(t);
  const late = /did not end within FETCH_DEADLINE_SECONDS \(0\.4\)\./;
  await fails(`ftp://${host}/`, late, {deadlineMs: 400});
});

test('an HTTP server whose headers never end is given up', async t => {
  const host = await sayingWithoutEnd(t, 'HTTP/1.1 200 OK\r\n', 'a: b\r\n');
  const {fails} = aFolder(t);
  await fails(`http://${host}/a.zip`, `http://${host} sent no data for 0.2 s.`, {stallMs: 200});
});

const tooLarge = {instanceOf: ExtractRefused, code: 'FileTooLarge'} as const;
const sentence = `The file is larger than ${zip.length - 1} bytes, the most that an extract may unpack to. Check EXTRACT_URL, or raise EXTRACT_MAX_BYTES.`;
const limits = {maxBytes: zip.length - 1};

test('a file that is larger than an extract may be is refused before it is downloaded', async t => {
  const server = await ftpServer(t, {[newest]: zip});
  const {fetch, files} = aFolder(t);
  await t.throwsAsync(fetch(server.url, limits), {...tooLarge, message: sentence});
  t.is(server.transfers.length, 0);
  t.deepEqual(await files(), []);
  t.like(await fetch(server.url, {maxBytes: zip.length}), {status: 'fetched'});
});

test('a file of unknown length ends with its transfer, or as soon as it is larger than an extract may be', async t => {
  const ftp = await ftpServer(t, {[newest]: zip}, {sizeOf: () => 'unknown command'});
  const http = await httpFiles(t, zip, {headers: () => ({'content-length': undefined})});
  for (const {url} of [ftp, http]) {
    const {fetch, content, files} = aFolder(t);
    await t.throwsAsync(fetch(url, limits), {...tooLarge, message: sentence});
    t.deepEqual(await files(), []);
    const {status, name} = await fetch(url, {maxBytes: zip.length});
    t.is(status, 'fetched');
    t.deepEqual(await content(name), zip);
    t.like(await fetch(url), {status: 'already-here', bytes: zip.length});
  }
});

const file = {name: 'week46.zip', size: 200 * 2 ** 20, modifiedAt: null, entityTag: null};
const mebibytes = 2 ** 20;

const overwrites = '\r\u001b[K';

test('a terminal shows the amount, the rate and the time left', t => {
  const {progress, at, text} = watchedProgress(terminalDisplay, fetchProgress);
  progress.started(file, 0);
  t.is(text(), 'fetching week46.zip …\n');
  at(10_000);
  progress.advance(50 * mebibytes, file.size);
  t.is(text(), `${overwrites}${'█'.repeat(8)}${'░'.repeat(22)}  25 %  50 MiB, 5 MiB/s, 30 s left`);
  progress.notice('It broke. Retrying.');
  t.is(text(), '\nIt broke. Retrying.\n');
  at(11_000);
  progress.advance(50 * mebibytes, null);
  t.is(text(), `${overwrites}50 MiB, 5 MiB/s`);
});

test('the rate counts only bytes of this download', t => {
  const {progress, at, text} = watchedProgress(terminalDisplay, fetchProgress);
  progress.started(file, 100 * mebibytes);
  t.is(text(), 'fetching week46.zip, resuming at 100 MiB …\n');
  at(10_000);
  progress.advance(150 * mebibytes, file.size);
  t.regex(text(), /75 % {2}150 MiB, 5 MiB\/s, 10 s left$/);
});

test('a log gets one JSON object a line, and progress every five seconds', t => {
  const {progress, at, events} = watchedProgress(logDisplay, fetchProgress);
  progress.started(file, 10);
  for (const [time, bytes] of [
    [0, 10],
    [4999, 20],
    [5000, 5010],
  ] as const) {
    at(time);
    progress.advance(bytes, file.size);
  }
  progress.notice('It broke. Retrying.');
  const totalBytes = file.size;
  t.deepEqual(events(), [
    {event: 'phase', phase: 'fetching', name: 'week46.zip', bytesRead: 10, totalBytes},
    {event: 'progress', bytesRead: 10, totalBytes, bytesPerSecond: 0},
    {event: 'progress', bytesRead: 5010, totalBytes, bytesPerSecond: 1000},
    {event: 'notice', sentence: 'It broke. Retrying.'},
  ]);
});
