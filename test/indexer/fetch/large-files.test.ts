import test from 'ava';
import {ExtractRefused} from '#indexer/read/extract-refused.ts';
import {ftpServer} from '../../helpers/servers/ftp-server.ts';
import {httpFiles} from '../../helpers/servers/http-files.ts';
import {aFolder, anExtract, newest} from './a-fetch.ts';

const zip = await anExtract();
const tooLarge = {instanceOf: ExtractRefused, code: 'FileTooLarge'} as const;
const sentence = `The file is larger than ${zip.length - 1} bytes, the most that an extract may unpack to. Check EXTRACT_URL, or raise EXTRACT_MAX_BYTES.`;
const limits = {maxBytes: zip.length - 1};

test('a file that is larger than an extract may be is refused before it is downloaded', async t => {
  const server = await ftpServer(t, {[newest]: zip});
  const {fetch, files} = await aFolder(t);
  await t.throwsAsync(fetch(server.url, {limits}), {...tooLarge, message: sentence});
  t.is(server.transfers.length, 0);
  t.deepEqual(await files(), []);
  t.like(await fetch(server.url, {limits: {maxBytes: zip.length}}), {status: 'fetched'});
});

test('a file of unknown length is refused as soon as it is larger than an extract may be', async t => {
  const ftp = await ftpServer(t, {[newest]: zip}, {sizeOf: () => 'unknown command'});
  const http = await httpFiles(t, zip, {headers: () => ({'content-length': undefined})});
  for (const {url} of [ftp, http]) {
    const {fetch, files} = await aFolder(t);
    await t.throwsAsync(fetch(url, {limits}), {...tooLarge, message: sentence});
    t.deepEqual(await files(), []);
    t.like(await fetch(url, {limits: {maxBytes: zip.length}}), {status: 'fetched'});
  }
});
