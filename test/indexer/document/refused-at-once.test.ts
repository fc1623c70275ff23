import {gzipSync} from 'node:zlib';
import test from 'ava';
import {type OpenOptions, openExtract} from '#indexer/read/open-extract.ts';
import {splitExtract} from '#indexer/read/split-extract.ts';
import {documentStart} from '#sample/sample-records.ts';
import {extractXml, someRecords} from '../../helpers/extracts/extract-files.ts';
import {aFile, aZip} from '../../helpers/extracts/files.ts';
import {type Content, descriptorsOn, withField} from '../read/files.ts';

const xml = extractXml(someRecords(100, 2));
const zip = await aZip({'ESStatistikListeModtag.xml': xml});

/** The same zip whose directory says that this many bytes come of it. */
const ofBytes = (bytes: number): Buffer => {
  const copy = Buffer.from(zip);
  copy.writeUInt32LE(bytes, copy.indexOf('PK\x01\x02', 0, 'latin1') + 24);
  return copy;
};

const escaping = async () => {
  const bytes = await aZip({'xxya.xml': xml});
  return Buffer.from(bytes.toString('latin1').replaceAll('xxya', '../a'), 'latin1');
};

const withDoctype = xml.toString().replace('?>\n', '?>\n<!DOCTYPE a [<!ENTITY b "c">]>\n');

/** Neither is an item asked for here, nor has an import created anything when it has come so far. */
const atOnce = test.macro({
  title: (_, what: string) => `${what} is refused before its records are read`,
  async exec(t, _what: string, content: Content, code: string, options: OpenOptions = {}) {
    const path = await aFile(t, await content);
    const open = async () => {
      const extract = await openExtract(path, options);
      try {
        await splitExtract(extract);
      } finally {
        await extract.close();
      }
    };
    t.like(await t.throwsAsync(open, {name: 'ExtractRefused'}), {code});
    t.is(await descriptorsOn(path), 0);
  },
});

test(atOnce, 'a zip cut short', zip.subarray(0, -100), 'ZipTruncated');
test(atOnce, 'a zip without an XML file', aZip({'a.txt': xml}), 'ZipEntries');
test(atOnce, 'a zip of two XML files', aZip({'a.xml': xml, 'b.xml': xml}), 'ZipEntries');
test(atOnce, 'a zip with a path that leaves it', escaping(), 'ZipEntries');
test(atOnce, 'an encrypted zip', withField(zip, 2, 1), 'ZipEncrypted');
test(atOnce, 'a zip of another compression', withField(zip, 4, 12), 'ZipCompression');
test(atOnce, 'a zip that says it is a bomb', ofBytes(4e9), 'InflatesTooFar');
test(atOnce, 'a file of more bytes than allowed', xml, 'TooLarge', {maxBytes: xml.length - 1});
test(atOnce, 'a zip of more bytes than allowed', zip, 'TooLarge', {maxBytes: xml.length - 1});
test(atOnce, 'a text', 'Dear register,\n', 'NotAnExtract');
test(atOnce, 'a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 'NotAnExtract');
test(atOnce, 'an empty file', '', 'NotAnExtract');
test(atOnce, 'an XML with a DTD', withDoctype, 'XmlDoctype');
test(atOnce, 'another XML', '<html><body/></html>', 'XmlRoot');
test(atOnce, 'an XML cut before its records', documentStart.slice(0, 60), 'XmlTruncated');
test(atOnce, 'gzip of a text', gzipSync('Dear register'), 'NotAnExtract');
test(atOnce, 'gzip cut inside its head', gzipSync(xml).subarray(0, 12), 'DataTruncated');
