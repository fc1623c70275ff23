import {readdir, readlink, utimes, writeFile} from 'node:fs/promises';
import {Readable} from 'node:stream';
import {buffer, text} from 'node:stream/consumers';
import {crc32, gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {type Extract, type OpenOptions, openExtract} from '#indexer/read/open-extract.ts';
import {splitExtract} from '#indexer/read/split-extract.ts';
import {checkSize} from '#indexer/read/unpack.ts';
import {documentStart} from '#sample/sample-records.ts';
import {aFile, aNamedPipe, anExtract, aZip, damagedAt} from '../../helpers/extracts/files.ts';

/** The content of a file; a promise, since tests are declared before a zip is made. */
type Content = string | Uint8Array | Promise<Uint8Array>;

/** How many descriptors of this process are open on a file. */
const descriptorsOn = async (path: string): Promise<number> => {
  const descriptors = await readdir('/proc/self/fd');
  const targets = await Promise.all(
    descriptors.map(fd => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return targets.filter(target => target === path).length;
};

/** It does not compress to nothing, so that there are bytes to damage. */
const xml = `<a>${Array.from({length: 20_000}, (_, n) => (n * 7919) % 10_007).join(' ')} æøå</a>`;
const zip = await aZip({'a.xml': xml});
const stored = await aZip({'a.xml': xml}, {compress: false});
const gzip = gzipSync(xml);

const idOf = (content: string) =>
  `${Buffer.byteLength(content)}-${crc32(content).toString(16).padStart(8, '0')}`;

const opens = test.macro({
  title: (_, what: string) => `${what} is recognised by its content, and has the id of that`,
  async exec(t, _what: string, file: Content, format: Extract['format'], plain: string = xml) {
    const content = await file;
    const path = await aFile(t, content);
    await using extract = await anExtract(path);
    t.is(extract.format, format);
    t.is(extract.totalBytes, Buffer.byteLength(content));
    t.is((await buffer(extract.bytes)).toString(), plain);
    t.is(extract.contentId(), idOf(plain));
    await extract.close();
    t.is(await descriptorsOn(path), 0);
  },
});

test(opens, 'XML', xml, 'xml');
test(opens, 'XML after a byte order mark', `\ufeff${xml}`, 'xml', `\ufeff${xml}`);
test(opens, 'gzip', gzip, 'xml');
test(opens, 'a zip', zip, 'xml');
test(opens, 'NDJSON', '{"a":1}\n', 'ndjson', '{"a":1}\n');
test(opens, 'a JSON array', ' [{"a":1}]', 'json-array', ' [{"a":1}]');
test(opens, 'JSON in gzip', gzipSync('{}'), 'ndjson', '{}');

const mixedZip = aZip({'a/': '', 'a/2020-10-18.XML': xml, 'read.me': 'x'});
const zipOfMac = aZip({'a.xml': xml, '__MACOSX/._a.xml': 'Mac OS X', '__MACOSX/a/._b.xml': ''});
const members = [gzipSync(xml.slice(0, 99)), gzipSync(xml.slice(99)), Buffer.alloc(512)];
test(opens, 'a zip of a folder, a text and an XML with its date', mixedZip, 'xml');
test(opens, 'a zip that macOS made, with what it keeps beside each file', zipOfMac, 'xml');
test(opens, 'a stored zip', stored, 'xml');
test(opens, 'a zip64', aZip({'a.xml': xml}, {forceZip64Format: true}), 'xml');
test(opens, 'gzip of several members, padded with zeros', Buffer.concat(members), 'xml');

test('the time of an extract is the one in its name, else that of the file, and its day that in Denmark', async t => {
  const names = [
    ['ESStatistikListeModtag-20260726-190512.xml', '2026-07-26T17:05:12.000Z', '2026-07-26'],
    ['ESStatistikListeModtag-20261114-235959.xml', '2026-11-14T22:59:59.000Z', '2026-11-14'],
    ['ESStatistikListeModtag-20261115-000000.xml', '2026-11-14T23:00:00.000Z', '2026-11-15'],
    ['weekly.xml', '2026-01-02T03:04:05.000Z', '2026-01-02'],
  ] as const;
  for (const [name, extractedAt, extractedOn] of names) {
    const path = await aFile(t, xml, name);
    await utimes(path, 0, new Date('2026-01-02T03:04:05Z'));
    await using extract = await anExtract(path);
    t.like(extract, {extractedAt, extractedOn});
  }
});

test('reading tells how far in the file it is', async t => {
  await using extract = await anExtract(await aFile(t, zip));
  for await (const _ of extract.bytes);
  t.true(extract.bytesRead() > zip.length - 400 && extract.bytesRead() <= zip.length);
});

test('before the end only a zip tells the id of its content', async t => {
  for (const [content, id] of [[zip, idOf(xml)] as const, [xml, undefined] as const]) {
    await using extract = await anExtract(await aFile(t, content));
    t.is(extract.statedContentId, id);
  }
});

for (const isRead of [true, false]) {
  test(`an extract that is ${isRead ? 'left midway' : 'closed unread'} gives its file back`, async t => {
    for (const content of [xml, gzip, zip]) {
      const path = await aFile(t, content);
      const extract = await openExtract(path);
      const chunks = extract.bytes[Symbol.asyncIterator]();
      if (isRead) t.false((await chunks.next()).done);
      await extract.close();
      t.true((await chunks.next()).done);
      t.is(extract.contentId(), undefined);
      t.is(await descriptorsOn(path), 0);
    }
  });
}

test('standard input may be XML, gzip or JSON, and has neither size nor time', async t => {
  const json = '{"a":1}';
  for (const [content, plain] of [
    [xml, xml],
    [gzip, xml],
    [json, json],
  ] as const) {
    const stdin = Readable.from([Buffer.from(content)]);
    await using extract = await anExtract('-', {stdin});
    t.like(extract, {extractedAt: null, totalBytes: null});
    t.is(await text(extract.bytes), plain);
    t.is(extract.contentId(), idOf(plain));
    await extract.close();
    t.true(stdin.destroyed);
  }
});

/** The whole plain content of a file; the file is closed again. */
const contentOf = async (path: string): Promise<string> => {
  await using extract = await anExtract(path);
  return await text(extract.bytes);
};

test('a named pipe may be XML, gzip or NDJSON', async t => {
  const lines = '{"a":1}\n'.repeat(100_000);
  for (const [content, plain] of [
    [xml, xml],
    [Buffer.concat([gzip, gzipSync(lines)]), xml + lines],
    [lines, lines],
  ] as const) {
    const path = await aNamedPipe(t);
    const [read] = await Promise.all([contentOf(path), writeFile(path, content)]);
    t.is(read, plain);
  }
});

test('a zip on standard input or in a named pipe is refused in words', async t => {
  const refusal = {name: 'ExtractRefused', code: 'ZipOnStdin', message: /Save it to a file first/};
  const stdin = Readable.from([zip]);
  await t.throwsAsync(openExtract('-', {stdin}), refusal);
  t.true(stdin.destroyed);

  const path = await aNamedPipe(t);
  const written = writeFile(path, zip).catch(({code}) => t.is(code, 'EPIPE'));
  await t.throwsAsync(openExtract(path), refusal);
  await written;
});

test('the wait for a silent standard input or named pipe ends when it is told to', async t => {
  for (const said of ['', xml.slice(0, 1000)]) {
    const stop = new AbortController();
    const stdin = new Readable({read: () => {}});
    stdin.push(said);
    const opening = openExtract('-', {stdin, signal: stop.signal});
    const reading = opening.then(({bytes}) => Array.fromAsync(bytes));
    stop.abort();
    await t.throwsAsync(reading, {name: 'AbortError'});
    t.true(stdin.destroyed);
  }
  const stop = new AbortController();
  const opening = openExtract(await aNamedPipe(t), {signal: stop.signal});
  stop.abort();
  await t.throwsAsync(opening, {name: 'AbortError'});
});

const refuses = test.macro({
  title: (_, what: string) => `${what} is refused`,
  async exec(t, _what: string, content: Content, code: string, words: RegExp) {
    const path = await aFile(t, await content);
    const error = await t.throwsAsync(contentOf(path), {name: 'ExtractRefused', message: words});
    t.like(error, {code});
    t.is(await descriptorsOn(path), 0);
  },
});

/** Neither is an item asked for here, nor has an import created anything when it has come so far. */
const atOnce = test.macro({
  title: (_, what: string) => `${what} is refused before its records are read`,
  async exec(t, _what: string, content: Content, code: string, words: RegExp) {
    const path = await aFile(t, await content);
    const open = async () => {
      await using extract = await anExtract(path);
      await splitExtract(extract);
    };
    t.like(await t.throwsAsync(open, {name: 'ExtractRefused', message: words}), {code});
    t.is(await descriptorsOn(path), 0);
  },
});

const utf16 = Buffer.from(`\ufeff${xml}`, 'utf16le');
const picture = Buffer.from('89504e470d0a1a0a', 'hex');
test(atOnce, 'an empty file', '', 'NotAnExtract', /is empty/);
test(atOnce, 'a text', 'Dear register,', 'NotAnExtract', /neither XML nor JSON/);
test(atOnce, 'a picture', picture, 'NotAnExtract', /neither/);
test(atOnce, 'a web page', '\n<!DOCTYPE html>\n<html>', 'NotAnExtract', /is a web page/);
test(atOnce, 'white space', ' \n'.repeat(900), 'NotAnExtract', /neither/);
test(atOnce, 'XML in UTF-16', utf16, 'XmlEncoding', /UTF-16/);
test(atOnce, 'a text in a zip', aZip({'a.xml': 'text'}), 'NotAnExtract', /neither/);
test(atOnce, 'gzip of a text', gzipSync('Dear register'), 'NotAnExtract', /neither/);

/** The zip with a field of its directory, and of the entry's own header, changed. */
const withField = (offset: number, value: number): Buffer => {
  const copy = Buffer.from(zip);
  copy.writeUInt16LE(value, 4 + offset);
  copy.writeUInt16LE(value, copy.indexOf('PK\x01\x02', 0, 'latin1') + 6 + offset);
  return copy;
};

const twoFiles = aZip({'a.xml': xml, 'b.xml': xml});
const leaving = aZip({'xxya.xml': xml}).then(bytes =>
  Buffer.from(bytes.toString('latin1').replaceAll('xxya', '../a'), 'latin1'),
);
test(atOnce, 'a zip cut short', zip.subarray(0, -100), 'ZipTruncated', /incomplete/);
test(atOnce, 'the first bytes of a zip', zip.subarray(0, 30), 'ZipTruncated', /incomplete/);
test(atOnce, 'a zip that lost its start', zip.subarray(100), 'NotAnExtract', /neither/);
test(atOnce, 'a zip without entries', aZip({}), 'ZipEntries', /no XML file/);
test(atOnce, 'a zip of a text', aZip({'a.txt': xml}), 'ZipEntries', /no XML file/);
test(atOnce, 'a zip of two XML files', twoFiles, 'ZipEntries', /more than one/);
test(atOnce, 'a zip with a path that leaves it', leaving, 'ZipEntries', /that leaves it/);
test(atOnce, 'an encrypted zip', withField(2, 1), 'ZipEncrypted', /encrypted/);
test(atOnce, 'a zip with another method', withField(4, 12), 'ZipCompression', /deflate/);

const another = '<rss><channel/></rss>';
test(atOnce, 'another XML', another, 'XmlRoot', /root element is rss/);
test(atOnce, 'an XML of its head', documentStart.slice(0, 60), 'XmlTruncated', /ends/);
test(atOnce, 'gzip of its head', gzip.subarray(0, 12), 'DataTruncated', /early/);

test(refuses, 'a zip with a flipped bit early on', damagedAt(zip, 200), 'DataCorrupt', /inflate/);
test(refuses, 'a zip with a flipped bit', damagedAt(zip, 20_000), 'ChecksumMismatch', /checksum/);
test(refuses, 'a stored zip so damaged', damagedAt(stored, 500), 'ChecksumMismatch', /checksum/);

/** A size in the zip's directory changed, whose field begins at this offset. */
const sized = (offset: number, change: number): Buffer => {
  const copy = Buffer.from(zip);
  const at = copy.indexOf('PK\x01\x02', 0, 'latin1') + offset;
  copy.writeUInt32LE(copy.readUInt32LE(at) + change, at);
  return copy;
};
const packedTo = (change: number) => sized(20, change);
const ofContent = (change: number) => sized(24, change);

test(refuses, 'a zip whose data ends too early', packedTo(-50), 'DataTruncated', /too early/);
test(refuses, 'a zip whose data ends before it says', packedTo(16), 'DataCorrupt', /damaged/);
test(refuses, 'a zip of less than it says', ofContent(1), 'ChecksumMismatch', /size/);
test(refuses, 'a zip of more than it says', ofContent(-1), 'ChecksumMismatch', /size/);
test(refuses, 'a zip with data beyond its end', packedTo(9e6), 'ZipTruncated', /damaged/);

const gzipAndText = Buffer.concat([gzip, Buffer.from('text')]);
test(refuses, 'gzip cut short', gzip.subarray(0, -10), 'DataTruncated', /too early/);
test(refuses, 'gzip with another checksum', damagedAt(gzip, -6), 'ChecksumMismatch', /checksum/);
test(refuses, 'gzip with text after it', gzipAndText, 'DataCorrupt', /damaged/);
test(atOnce, 'a zip that says it is a bomb', ofContent(4e9), 'InflatesTooFar', /200/);

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

/** A text that deflate makes a thousand times smaller. */
const endless = Buffer.alloc(30 * mebibyte, 'x');

test.serial('a gzip of 3 MB that inflates to 3 GB is given up early, with flat memory', async t => {
  const member = gzipSync(endless);
  const bomb = Buffer.concat([gzipSync('<a>'), ...Array.from({length: 100}, () => member)]);
  const {bytes, mostHeld, error} = await readAll(t, bomb);
  t.like(error, {code: 'InflatesTooFar'});
  t.regex(String(error), /more than 200 times its size/);
  t.true(bytes < 250 * mebibyte, `${bytes} bytes were passed on`);
  t.true(mostHeld < 100 * mebibyte, `${mostHeld} bytes were held`);
});

test.serial(
  'a zip that inflates further than its directory says is given up on the way',
  async t => {
    const lying = await aZip({
      'a.xml': Buffer.concat([Buffer.from('<a>'), ...Array(4).fill(endless)]),
    });
    lying.writeUInt32LE(1000, lying.indexOf('PK\x01\x02', 0, 'latin1') + 24);
    const {bytes, error} = await readAll(t, lying);
    t.like(error, {code: 'InflatesTooFar'});
    t.true(bytes > 0 && bytes < 120 * mebibyte, `${bytes} bytes were passed on`);
  },
);

test('what inflates twenty-five times, as the register’s files of many gigabytes do, passes', t => {
  const registersZip = 6_700_000_000;
  t.notThrows(() => checkSize(25 * registersZip, registersZip, Infinity));
  t.throws(() => checkSize(210 * registersZip, registersZip, Infinity), {name: 'ExtractRefused'});
});

for (const [form, content] of Object.entries({
  'plain XML': xml,
  gzip,
  'a zip': zip,
  'a stored zip': stored,
})) {
  test(`${form} may unpack to as many bytes as are allowed, and not to one more`, async t => {
    const length = Buffer.byteLength(xml);
    t.like(await readAll(t, content, {maxBytes: length}), {bytes: length, error: undefined});
    const more = await readAll(t, content, {maxBytes: length - 1});
    t.like(more, {error: {code: 'TooLarge'}});
    t.true(more.bytes < length);
    t.regex(String(more.error), /more than \d+ bytes.+raise EXTRACT_MAX_BYTES/);
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
