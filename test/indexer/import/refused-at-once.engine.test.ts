import test from 'ava';
import {extractXml, someRecords} from '../../helpers/extracts/extract-files.ts';
import {aZip} from '../../helpers/extracts/files.ts';
import {isRefused, type Refusal} from './refused.ts';

const xml = extractXml(someRecords(100, 2));
const zip = await aZip({'ESStatistikListeModtag.xml': xml});
const twoFiles = await aZip({'a.xml': xml, 'b.xml': xml});
const withDoctype = xml.toString().replace('?>\n', '?>\n<!DOCTYPE a [<!ENTITY b "c">]>\n');

const atOnce = test.macro({
  title: (_, what: string) => `${what} is refused before any index is created`,
  async exec(t, _what: string, refusal: Refusal) {
    t.deepEqual(await isRefused(t, refusal), []);
  },
});

test(atOnce, 'a zip cut short', {content: zip.subarray(0, -100), words: /zip is incomplete/});
test(atOnce, 'a zip of two XML files', {content: twoFiles, words: /more than one XML file/});
test(atOnce, 'an XML with a DTD', {content: withDoctype, words: /document type declaration/});
test(atOnce, 'an empty pipe', {content: '', words: /file is empty/, fromPipe: true});
test(atOnce, 'a zip on standard input', {
  content: zip,
  words: /Save it to a file first/,
  fromPipe: true,
});
test(atOnce, 'a zip of more bytes than allowed', {
  content: zip,
  words: /unpacks to more than \d+ bytes.+raise EXTRACT_MAX_BYTES/,
  env: {EXTRACT_MAX_BYTES: String(xml.length - 1)},
});
