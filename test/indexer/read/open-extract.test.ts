import {utimes, writeFile} from 'node:fs/promises';
import {Readable} from 'node:stream';
import {buffer, text} from 'node:stream/consumers';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import {type Extract, openExtract} from '#indexer/read/open-extract.ts';
import {aFile, aNamedPipe, anExtract, aZip} from '../../helpers/extracts/files.ts';
import {type Content, contentOf, descriptorsOn} from './files.ts';

const xml = `<?xml version="1.0"?>\n<a>${'æøå '.repeat(100_000)}</a>`;
const name = 'ESStatistikListeModtag.xml';

const opens = test.macro({
  title: (_, what: string) => `${what} is recognised by its content`,
  async exec(t, _what: string, file: Content, format: Extract['format'], plain: string = xml) {
    const content = await file;
    const path = await aFile(t, content);
    await using extract = await anExtract(path);
    t.is(extract.format, format);
    t.is(extract.totalBytes, Buffer.byteLength(content));
    t.is((await buffer(extract.bytes)).toString(), plain);
    await extract.close();
    t.is(await descriptorsOn(path), 0);
  },
});

test(opens, 'XML', xml, 'xml');
test(opens, 'XML after a byte order mark', `\ufeff${xml}`, 'xml', `\ufeff${xml}`);
test(opens, 'gzip', gzipSync(xml), 'xml');
test(opens, 'a zip', aZip({[name]: xml}), 'xml');
test(opens, 'NDJSON', '{"a":1}\n', 'ndjson', '{"a":1}\n');
test(opens, 'a JSON array', ' [{"a":1}]', 'json-array', ' [{"a":1}]');
test(opens, 'JSON in gzip', gzipSync('{}'), 'ndjson', '{}');

const mixedZip = aZip({'a/': '', 'a/2020-10-18.XML': xml, 'read.me': 'x'});
const members = [gzipSync(xml.slice(0, 99)), gzipSync(xml.slice(99)), Buffer.alloc(512)];
test(opens, 'a zip of a folder, a text and an XML with its date', mixedZip, 'xml');
test(opens, 'a stored zip', aZip({[name]: xml}, {compress: false}), 'xml');
test(opens, 'a zip64', aZip({[name]: xml}, {forceZip64Format: true}), 'xml');
test(opens, 'gzip of several members, padded with zeros', Buffer.concat(members), 'xml');

test('the time of an extract is the one in its name, else that of the file', async t => {
  const names = {
    'ESStatistikListeModtag-20260726-190512.xml': '2026-07-26T17:05:12.000Z',
    'weekly.xml': '2026-01-02T03:04:05.000Z',
  };
  for (const [name, extractedAt] of Object.entries(names)) {
    const path = await aFile(t, xml, name);
    await utimes(path, 0, new Date('2026-01-02T03:04:05Z'));
    await using extract = await anExtract(path);
    t.is(extract.extractedAt, extractedAt);
  }
});

test('reading tells how far in the file it is', async t => {
  const zip = await aZip({[name]: xml});
  await using extract = await anExtract(await aFile(t, zip));
  for await (const _ of extract.bytes);
  t.true(extract.bytesRead() > zip.length - 400 && extract.bytesRead() <= zip.length);
});

for (const isRead of [true, false]) {
  test(`an extract that is ${isRead ? 'left midway' : 'closed unread'} gives its file back`, async t => {
    for (const content of [xml, gzipSync(xml), await aZip({[name]: xml})]) {
      const path = await aFile(t, content);
      const extract = await openExtract(path);
      const chunks = extract.bytes[Symbol.asyncIterator]();
      if (isRead) t.false((await chunks.next()).done);
      await extract.close();
      t.true((await chunks.next()).done);
      t.is(await descriptorsOn(path), 0);
    }
  });
}

test('standard input may be XML, gzip or JSON, and has neither size nor time', async t => {
  const json = '{"a":1}';
  for (const content of [xml, gzipSync(xml), json]) {
    const stdin = Readable.from([Buffer.from(content)]);
    await using extract = await anExtract('-', {stdin});
    t.like(extract, {extractedAt: null, totalBytes: null});
    t.is(await text(extract.bytes), content === json ? json : xml);
    await extract.close();
    t.true(stdin.destroyed);
  }
});

test('a named pipe may be XML, gzip or NDJSON', async t => {
  const lines = '{"a":1}\n'.repeat(100_000);
  for (const [content, plain] of [
    [xml, xml],
    [Buffer.concat([gzipSync(xml), gzipSync(lines)]), xml + lines],
    [lines, lines],
  ] as const) {
    const path = await aNamedPipe(t);
    const [read] = await Promise.all([contentOf(path), writeFile(path, content)]);
    t.is(read, plain);
  }
});

test('a zip on standard input or in a named pipe is refused in words', async t => {
  const zip = await aZip({[name]: xml});
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
