import {gzipSync} from 'node:zlib';
import test from 'ava';
import {splitExtract} from '#indexer/read/split-extract.ts';
import {documentStart} from '#sample/sample-records.ts';
import {aFile, anExtract, aZip} from '../../helpers/extracts/files.ts';
import {type Content, contentOf, descriptorsOn, withField} from './files.ts';

/** Text that does not compress to nothing, so that there are bytes to damage. */
const xml = `<a>${Array.from({length: 20_000}, (_, n) => (n * 7919) % 10_007).join(' ')}</a>`;
const zip = await aZip({'a.xml': xml});
const stored = await aZip({'a.xml': xml}, {compress: false});
const escaping = await aZip({'xxya.xml': xml});
const gzip = gzipSync(xml);
const gzipAndText = Buffer.concat([gzip, Buffer.from('text')]);

const damaged = (bytes: Uint8Array, place: number): Buffer => {
  const copy = Buffer.from(bytes);
  const at = place < 0 ? copy.length + place : place;
  copy[at] = (copy[at] ?? 0) ^ 0x10;
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
test(atOnce, 'white space', ' \n'.repeat(900), 'NotAnExtract', /neither/);
test(atOnce, 'XML in UTF-16', utf16, 'XmlEncoding', /UTF-16/);
test(atOnce, 'a text in a zip', aZip({'a.xml': 'text'}), 'NotAnExtract', /neither/);
test(atOnce, 'gzip of a text', gzipSync('Dear register'), 'NotAnExtract', /neither/);

const twoFiles = aZip({'a.xml': xml, 'b.xml': xml});
const leaving = renamed(escaping, 'xxya', '../a');
test(atOnce, 'a zip cut short', zip.subarray(0, -100), 'ZipTruncated', /incomplete/);
test(atOnce, 'the first bytes of a zip', zip.subarray(0, 30), 'ZipTruncated', /incomplete/);
test(atOnce, 'a zip that lost its start', zip.subarray(100), 'NotAnExtract', /neither/);
test(atOnce, 'a zip without entries', aZip({}), 'ZipEntries', /no XML file/);
test(atOnce, 'a zip of a text', aZip({'a.txt': xml}), 'ZipEntries', /no XML file/);
test(atOnce, 'a zip of two XML files', twoFiles, 'ZipEntries', /more than one/);
test(atOnce, 'a zip with a path that leaves it', leaving, 'ZipEntries', /that leaves it/);
test(atOnce, 'an encrypted zip', withField(zip, 2, 1), 'ZipEncrypted', /encrypted/);
test(atOnce, 'a zip with another method', withField(zip, 4, 12), 'ZipCompression', /deflate/);

const another = '<html><body/></html>';
test(atOnce, 'another XML', another, 'XmlRoot', /root element is html/);
test(atOnce, 'an XML of its head', documentStart.slice(0, 60), 'XmlTruncated', /ends/);
test(atOnce, 'gzip of its head', gzip.subarray(0, 12), 'DataTruncated', /early/);

test(refuses, 'a zip with a flipped bit early on', damaged(zip, 200), 'DataCorrupt', /inflate/);
test(refuses, 'a zip with a flipped bit', damaged(zip, 20_000), 'ChecksumMismatch', /checksum/);
test(refuses, 'a stored zip so damaged', damaged(stored, 500), 'ChecksumMismatch', /checksum/);

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

test(refuses, 'gzip cut short', gzip.subarray(0, -10), 'DataTruncated', /too early/);
test(refuses, 'gzip with another checksum', damaged(gzip, -6), 'ChecksumMismatch', /checksum/);
test(refuses, 'gzip with text after it', gzipAndText, 'DataCorrupt', /damaged/);
test(atOnce, 'a zip that says it is a bomb', ofContent(4e9), 'InflatesTooFar', /200/);
