import {mkdir, rm, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {ConfigurationError} from '#core/config/config.ts';
import {openFolder} from '#indexer/fetch/extract-folder.ts';
import {FetchFailed} from '#indexer/fetch/source.ts';
import {ExtractRefused} from '#indexer/read/extract-refused.ts';
import {freePort} from '../../helpers/servers/free-port.ts';
import {ftpServer} from '../../helpers/servers/ftp-server.ts';
import {httpFiles} from '../../helpers/servers/http-files.ts';
import {aFolder, anExtract, newest} from './a-fetch.ts';

const zip = await anExtract();
const half = Math.floor(zip.length / 2);
const nameOf = (day: string) => `ESStatistikListeModtag-202611${day}-031500.zip`;

test('the newest two fetched extracts stay, and no other file is touched', async t => {
  const server = await ftpServer(t, {});
  const {fetch, files, put} = aFolder(t);
  const foreign = ['backup.zip', 'ESStatistikListeModtag-20200101-000000.zip.bak'];
  for (const name of foreign) await put(name, 'keep me');
  await put(`${nameOf('07')}.part`, 'never finished');
  for (const day of ['01', '08', '15']) {
    server.put(nameOf(day), zip);
    await fetch(server.url);
  }
  const [last, current] = [nameOf('08'), nameOf('15')];
  const ours = [last, `${last}.json`, current, `${current}.json`];
  t.deepEqual(await files(), [...ours, ...foreign].toSorted());
});

test('extracts whose name changes with every week are removed as well, and nobody else’s files', async t => {
  const server = await httpFiles(t, zip, {
    headers: () => ({'content-disposition': `attachment; filename="week${week}.zip"`}),
  });
  const {fetch, files, put} = aFolder(t);
  const foreign = {
    'week01.zip': 'put here by hand',
    'week02.zip': 'put here by hand, with notes',
    'week02.zip.json': '{"name": "week02.zip", "from": "a colleague"}',
    'week03.zip.json': 'no JSON',
    'week03.zip.part': 'copied by another tool',
  };
  for (const [name, content] of Object.entries(foreign)) await put(name, content);
  let week = 44;
  for (; week < 48; week++) {
    server.file.modified = `Sun, ${week - 40} Nov 2026 02:15:00 GMT`;
    t.like(await fetch(server.url), {status: 'fetched', name: `week${week}.zip`});
  }
  const ours = ['week46.zip', 'week46.zip.json', 'week47.zip', 'week47.zip.json'];
  t.deepEqual(await files(), [...Object.keys(foreign), ...ours].toSorted());
});

test('the part of a download that was left for another name is removed, too', async t => {
  const server = await httpFiles(t, zip, {
    headers: () => ({'content-disposition': `attachment; filename="week${week}.zip"`}),
    transfer: () => (week === 44 ? {bytes: half, end: 'cut'} : {}),
    ranges: 'ignored',
  });
  const {fetch, files} = aFolder(t);
  let week = 44;
  await t.throwsAsync(fetch(server.url), {instanceOf: FetchFailed});
  t.deepEqual(await files(), ['week44.zip.part', 'week44.zip.part.json']);
  week = 45;
  await fetch(server.url);
  t.deepEqual(await files(), ['week45.zip', 'week45.zip.json']);
});

test("the server's newest extract stays, even if others in the folder have later names", async t => {
  const server = await ftpServer(t, {[nameOf('01')]: zip});
  const {fetch, files, put} = aFolder(t);
  for (const day of ['08', '15']) await put(nameOf(day), zip);
  await fetch(server.url);
  t.deepEqual(await files(), [nameOf('01'), `${nameOf('01')}.json`, nameOf('15')]);
});

test('directories that are named like extracts stay, and one in the way is named', async t => {
  const server = await ftpServer(t, {});
  const {folder, fetch, files} = aFolder(t);
  const directories = ['01', '02', '15'].map(nameOf);
  for (const name of directories) await mkdir(join(folder, name), {recursive: true});
  server.put(nameOf('08'), zip);
  t.like(await fetch(server.url), {status: 'fetched'});
  server.put(nameOf('15'), zip);
  await t.throwsAsync(fetch(server.url), {
    instanceOf: ConfigurationError,
    message: `${join(folder, nameOf('15'))} is a directory. Move it elsewhere, then run this again.`,
  });
  const ours = [nameOf('08'), `${nameOf('08')}.json`];
  t.deepEqual(await files(), [...directories, ...ours].toSorted());
});

test('an extract that was put into the folder by hand counts when its size matches', async t => {
  const server = await ftpServer(t, {[newest]: zip});
  const {fetch, put, content} = aFolder(t);
  await put(newest, zip);
  t.like(await fetch(server.url), {status: 'already-here'});
  await put(newest, zip.subarray(0, half));
  t.like(await fetch(server.url), {status: 'fetched'});
  t.deepEqual(await content(newest), zip);
});

test('a complete file that is no extract is refused and deleted', async t => {
  const server = await ftpServer(t, {[newest]: Buffer.from('Service unavailable')});
  const {fetch, files} = aFolder(t);
  await t.throwsAsync(fetch(server.url), {instanceOf: ExtractRefused});
  t.deepEqual(await files(), []);
});

test('without enough disk space, no download begins', async t => {
  const server = await ftpServer(t, {[newest]: zip}, {sizeOf: () => 2 ** 52});
  const {fails, folder} = aFolder(t);
  const error = await fails(
    server.url,
    / GiB must stay free\. Free up space or set INDEXER_DIRECTORY /,
  );
  t.true(error?.message.startsWith('The extract needs another 4194304.0 GiB, but '));
  t.true(error?.message.includes(`${folder} has `));
  t.is(server.transfers.length, 0);
});

test('when the disk fills up, the error says so and the part is deleted', async t => {
  // A part to resume, on a device that is always full.
  const server = await ftpServer(t, {[newest]: zip}, {sizeOf: () => zip.length});
  const {fails, folder, files, put} = aFolder(t);
  await mkdir(folder, {recursive: true});
  const version = {
    name: newest,
    size: zip.length,
    modifiedAt: '2026-11-15T03:15:00.000Z',
    entityTag: null,
  };
  await put(`${newest}.part.json`, JSON.stringify(version));
  await symlink('/dev/full', join(folder, `${newest}.part`));
  await fails(server.url, /^The disk of .+ is full; the partial download was deleted\. /);
  t.deepEqual(await files(), []);
});

test('a part whose version was only half written is not resumed', async t => {
  const server = await ftpServer(t, {[newest]: zip});
  const {fetch, put, content} = aFolder(t);
  await put(`${newest}.part`, 'something else');
  await put(`${newest}.part.json`, '{"name":"ESStat');
  await fetch(server.url);
  t.deepEqual(await content(newest), zip);
});

test('of two fetches at once, the second fails at once', async t => {
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const transfer = async () => {
    first.resolve();
    await second.promise;
    return {};
  };
  const server = await ftpServer(t, {[newest]: zip}, {transfer});
  const {directory, fetch, fails, folder} = aFolder(t);
  const running = fetch(server.url);
  await first.promise;
  await fails(server.url, `Another fetch into ${folder} is running. Wait until it ends.`);
  second.resolve();
  t.like(await running, {status: 'fetched'});
  const {lock} = await openFolder(directory);
  t.notThrows(() => lock.close());
});

test('a fetch that is stopped while the server is silent ends at once', async t => {
  const {promise: asked, resolve} = Promise.withResolvers<void>();
  const transfer = () => {
    resolve();
    return {bytes: 0, end: 'silent'} as const;
  };
  const server = await ftpServer(t, {[newest]: zip}, {transfer});
  const {fetch, stop} = aFolder(t);
  const reason = new Error('stopped by hand');
  const running = fetch(server.url, {stallMs: 3_600_000});
  await asked;
  stop(reason);
  t.is(await t.throwsAsync(running), reason);
});

test('a fetch that is stopped between two attempts ends at once', async t => {
  const {fetch, stop} = aFolder(t);
  const reason = new Error('stopped by hand');
  const url = `ftp://127.0.0.1:${await freePort()}/`;
  const notice = () => setImmediate(() => stop(reason));
  t.is(await t.throwsAsync(fetch(url, {delayMs: 3_600_000, notice})), reason);
});

test('a folder that cannot be created or written to is an error of the configuration', async t => {
  const {directory, fetch, folder} = aFolder(t);
  const advice = 'Set INDEXER_DIRECTORY to a folder that this user can write to.';
  const isRefused = async (message: string) => {
    const expectation = {instanceOf: ConfigurationError, message: `${message}. ${advice}`};
    await t.throwsAsync(fetch('ftp://127.0.0.1/'), expectation);
  };
  await writeFile(join(directory, 'extracts'), 'a file');
  await isRefused(`Cannot create ${folder} (EEXIST)`);
  await rm(join(directory, 'extracts'));
  // Root can write into a folder without write permission; nobody can open a folder as a file.
  await mkdir(join(folder, '.fetch.lock'), {recursive: true});
  await isRefused(`Cannot write to ${folder}`);
});
