import {statfsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {needRoom} from '#indexer/fetch/extract-folder.ts';
import {PartSpoiled} from '#indexer/fetch/source.ts';
import {onSmallDisk, smallDisk} from '../../helpers/processes/small-disk.ts';
import {ftpServer} from '../../helpers/servers/ftp-server.ts';
import {aFolder, anExtract, newest} from './a-fetch.ts';

const diskTest = onSmallDisk(test);

const mebibyte = 2 ** 20;
const disk = 4 * mebibyte;
const mustStayFree = disk * 0.05;

const freeOn = (folder: string): number => {
  const {bavail, bsize} = statfsSync(folder);
  return bavail * bsize;
};

const deleted =
  /^The disk of .+ has 0\.\d MiB free, of which 0\.2 MiB must stay free; the partial download was deleted\. Free up space or set INDEXER_DIRECTORY to another disk, then run this again\.$/;

diskTest('a download of unknown length leaves room on its disk, and goes', async t => {
  const {directory, folder, fails, files} = aFolder(t);
  smallDisk(t, directory, disk);
  const content = await anExtract(6 * mebibyte);
  const server = await ftpServer(t, {[newest]: content}, {sizeOf: () => 'unknown command'});
  let least = disk;
  const advance = () => {
    least = Math.min(least, freeOn(directory));
  };
  await fails(server.url, deleted, {advance});
  t.true(least >= mustStayFree && least < mebibyte, `${least} bytes were left`);
  t.deepEqual(await files(), []);
  t.true(freeOn(folder) > 3.9 * mebibyte);
});

diskTest('room is kept for the whole last block of a file', async t => {
  const {directory} = aFolder(t);
  smallDisk(t, directory, disk);
  const room = Math.floor(freeOn(directory) - mustStayFree);
  const when = 'during the download';
  t.throws(() => needRoom(directory, room, when), {instanceOf: PartSpoiled});
  t.notThrows(() => needRoom(directory, room - (room % statfsSync(directory).bsize), when));
});

diskTest('a download makes room for others that fill its disk meanwhile', async t => {
  const {directory, fails, files} = aFolder(t);
  smallDisk(t, directory, disk);
  const server = await ftpServer(t, {[newest]: await anExtract(2 * mebibyte)});
  const advance = () => {
    writeFileSync(join(directory, 'others'), Buffer.alloc(3.5 * mebibyte));
  };
  await fails(server.url, deleted, {advance});
  t.deepEqual(await files(), []);
  t.true(freeOn(directory) >= 0.4 * mebibyte);
});
