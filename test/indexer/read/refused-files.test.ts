import {gzipSync} from 'node:zlib';
import test from 'ava';
import {aFile, aZip} from '../../helpers/extracts/files.ts';
import {type Content, contentOf, descriptorsOn, withField} from './files.ts';

/** Text that does not compress to nothing, so that there are bytes to damage. */
const xml = `<a>${Array.from({length: 20_000}, (_, n) => (n * 7919) % 10_007).join(' ')}</a>`;
const zip = await aZip({'a.xml': xml});
const stored = await aZip({'a.xml': xml}, {compress: false});
const escaping = await aZip({'xxya.xml': xml});
const gzip = gzipSync(xml);

const damaged = (bytes: Uint8Array, at: number, byte?: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = byte ?? (copy[at] ?? 0) ^ 0x10;
  return copy;
};

/** The same bytes with `text` in place of `found`, of equal length, everywhere. */
const renamed = (bytes: Buffer, found: string, text: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll(found, text), 'latin1');

const refuses = test.macro({
  title: (_, what: string) => `${what} is refused`,
  async exec(t, _what: string, content: Content, code: string, words: RegExp) {
    const path = await aFile(t, await content);
    const error = await t.throwsAsync(contentOf(path), {name: 'ExtractRefused', message: words});
    t.like(error, {code});
    t.is(await descriptorsOn(path), 0);
  },
});

test(refuses, 'an empty file', '', 'NotAnExtract', /is empty/);
test(refuses, 'a text', 'Dear register,', 'NotAnExtract', /neither XML nor JSON/);
test(refuses, 'a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 'NotAnExtract', /neither/);
test(refuses, 'white space', ' \n'.repeat(900), 'NotAnExtract', /neither/);
test(refuses, 'XML in UTF-16', Buffer.from(`\ufeff${xml}`, 'utf16le'), 'XmlEncoding', /UTF-16/);
test(refuses, 'a text in a zip', aZip({'a.xml': 'text'}), 'NotAnExtract', /neither/);

test(refuses, 'a zip cut short', zip.subarray(0, -100), 'ZipTruncated', /incomplete/);
test(refuses, 'the first bytes of a zip', zip.subarray(0, 30), 'ZipTruncated', /incomplete/);
test(refuses, 'a zip that lost its start', zip.subarray(100), 'NotAnExtract', /neither/);
test(refuses, 'a zip without entries', aZip({}), 'ZipEntries', /no XML file/);
test(refuses, 'a zip of a text', aZip({'a.txt': xml}), 'ZipEntries', /no XML file/);
test(
  refuses,
  'a zip of two XML files',
  aZip({'a.xml': xml, 'b.xml': xml}),
  'ZipEntries',
  /more than one/,
);
test(
  refuses,
  'a zip with a path that leaves it',
  renamed(escaping, 'xxya', '../a'),
  'ZipEntries',
  /a path that leaves it/,
);
test(refuses, 'an encrypted zip', withField(zip, 2, 1), 'ZipEncrypted', /encrypted/);
test(refuses, 'a zip with another method', withField(zip, 4, 12), 'ZipCompression', /deflate/);

test(refuses, 'a zip with a flipped bit early on', damaged(zip, 200), 'DataCorrupt', /inflate/);
test(refuses, 'a zip with a flipped bit', damaged(zip, 20_000), 'ChecksumMismatch', /checksum/);
test(
  refuses,
  'a stored zip with a flipped bit',
  damaged(stored, 500),
  'ChecksumMismatch',
  /checksum/,
);

/** A size in the zip's directory changed: of the compressed data, or of the content. */
const withSize = (field: 'compressed' | 'content', change: number): Buffer => {
  const copy = Buffer.from(zip);
  const at = copy.indexOf('PK\x01\x02', 0, 'latin1') + (field === 'compressed' ? 20 : 24);
  copy.writeUInt32LE(copy.readUInt32LE(at) + change, at);
  return copy;
};

test(
  refuses,
  'a zip whose data ends too early',
  withSize('compressed', -50),
  'DataTruncated',
  /too early/,
);
test(
  refuses,
  'a zip whose data ends before it says',
  withSize('compressed', 16),
  'DataCorrupt',
  /damaged/,
);

test(refuses, 'a zip of less than it says', withSize('content', 1), 'ChecksumMismatch', /size/);
test(refuses, 'a zip of more than it says', withSize('content', -1), 'ChecksumMismatch', /size/);
test(
  refuses,
  'a zip with data beyond its end',
  withSize('compressed', 9e6),
  'ZipTruncated',
  /damaged/,
);

test(refuses, 'gzip cut short', gzip.subarray(0, -10), 'DataTruncated', /too early/);
test(
  refuses,
  'gzip with another checksum',
  damaged(gzip, gzip.length - 6),
  'ChecksumMismatch',
  /checksum/,
);
test(
  refuses,
  'gzip with text after it',
  Buffer.concat([gzip, Buffer.from('text')]),
  'DataCorrupt',
  /damaged/,
);
