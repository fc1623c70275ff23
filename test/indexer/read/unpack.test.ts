import {Readable} from 'node:stream';
import {crc32, gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {type OpenOptions, openExtract} from '#indexer/read/open-extract.ts';
import {checkSize} from '#indexer/read/unpack.ts';
import {aFile, anExtract, aZip} from '../../helpers/extracts/files.ts';
import {descriptorsOn} from './files.ts';

const mebibyte = 1024 ** 2;

/** How much of an extract was passed on before it ended, and how. */
const readAll = async (
  t: ExecutionContext,
  content: string | Uint8Array,
  options: OpenOptions = {},
) => {
  const path = await aFile(t, content);
  const heldBefore = process.memoryUsage().arrayBuffers;
  let [bytes, mostHeld] = [0, 0];
  const read = async () => {
    await using extract = await anExtract(path, options);
    for await (const chunk of extract.bytes) {
      bytes += chunk.length;
      mostHeld = Math.max(mostHeld, process.memoryUsage().arrayBuffers - heldBefore);
    }
  };
  const error = await read().catch((cause: unknown) => cause);
  t.is(await descriptorsOn(path), 0);
  return {bytes, mostHeld, error};
};

/** XML of one endless text, which deflate makes a thousand times smaller. */
const start = '<a>';
const text = Buffer.alloc(30 * mebibyte, 'x');
const member = gzipSync(text);
const bomb = Buffer.concat([gzipSync(start), ...Array.from({length: 100}, () => member)]);
const smallZip = await aZip({'a.xml': Buffer.concat([Buffer.from(start), text, text, text, text])});

const xml = `<a>${'b'.repeat(1000)}</a>`;
const forms = {
  'plain XML': xml,
  gzip: gzipSync(xml),
  'a zip': await aZip({'a.xml': xml}),
  'a stored zip': await aZip({'a.xml': xml}, {compress: false}),
};

test('a gzip of 3 MB that inflates to 3 GB is given up early, with flat memory', async t => {
  const {bytes, mostHeld, error} = await readAll(t, bomb);
  t.like(error, {code: 'InflatesTooFar'});
  t.regex(String(error), /more than 200 times its size/);
  t.true(bytes < 250 * mebibyte, `${bytes} bytes were passed on`);
  t.true(mostHeld < 100 * mebibyte, `${mostHeld} bytes were held`);
});

test('a zip that inflates further than its directory says is given up on the way', async t => {
  const lying = Buffer.from(smallZip);
  lying.writeUInt32LE(1000, lying.indexOf('PK\x01\x02', 0, 'latin1') + 24);
  const {bytes, error} = await readAll(t, lying);
  t.like(error, {code: 'InflatesTooFar'});
  t.true(bytes > 0 && bytes < 120 * mebibyte, `${bytes} bytes were passed on`);
});

const registersZip = 6_700_000_000;

test('what inflates twenty-five times, as the register’s files of many gigabytes do, passes', t => {
  t.notThrows(() => checkSize(25 * registersZip, registersZip, Infinity));
  t.throws(() => checkSize(210 * registersZip, registersZip, Infinity), {name: 'ExtractRefused'});
});

for (const [form, content] of Object.entries(forms)) {
  test(`${form} may unpack to as many bytes as are allowed, and not to one more`, async t => {
    const {bytes, error} = await readAll(t, content, {maxBytes: xml.length});
    t.is(error, undefined);
    t.is(bytes, xml.length);
    const more = await readAll(t, content, {maxBytes: xml.length - 1});
    t.like(more, {bytes: 0, error: {code: 'TooLarge'}});
    t.regex(String(more.error), /more than 1006 bytes.+raise EXTRACT_MAX_BYTES/);
  });
}

test('a pipe that brings more bytes than are allowed is given up', async t => {
  const stdin = Readable.from([Buffer.from('<a>'), Buffer.alloc(1000), Buffer.alloc(1000)]);
  const read = async () => {
    const extract = await openExtract('-', {stdin, maxBytes: 1500});
    for await (const _ of extract.bytes);
  };
  t.like(await t.throwsAsync(read), {code: 'TooLarge'});
});

const content = `<?xml version="1.0"?>\n<a>${'æøå '.repeat(100_000)}</a>`;
const contentId = `${Buffer.byteLength(content)}-${crc32(content).toString(16).padStart(8, '0')}`;
const inParts = Buffer.concat([gzipSync(content.slice(0, 99)), gzipSync(content.slice(99))]);

test('an extract has one id, however it is packed and called', async t => {
  const zip = await aZip({'a.xml': content});
  const zip64 = await aZip({'b/c.xml': content, 'd.txt': 'x'}, {forceZip64Format: true});
  for (const packed of [content, gzipSync(content), inParts, zip, zip64]) {
    await using extract = await anExtract(await aFile(t, packed));
    for await (const _ of extract.bytes);
    t.is(extract.contentId(), contentId);
  }
  await using piped = await anExtract('-', {stdin: Readable.from([Buffer.from(content)])});
  for await (const _ of piped.bytes);
  t.is(piped.contentId(), contentId);
});

test('before the end only a zip tells its id', async t => {
  await using zip = await anExtract(await aFile(t, await aZip({'a.xml': content})));
  t.is(zip.statedContentId, contentId);
  await using extract = await anExtract(await aFile(t, content));
  for await (const _ of extract.bytes) break;
  t.is(extract.statedContentId, undefined);
  t.is(extract.contentId(), undefined);
});
