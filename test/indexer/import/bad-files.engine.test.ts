import {gzipSync} from 'node:zlib';
import test from 'ava';
import {documentStart} from '#sample/sample-records.ts';
import {extractXml, someRecords} from '../../helpers/extracts/extract-files.ts';
import {aZip} from '../../helpers/extracts/files.ts';
import {isRefused, type Refusal} from './refused.ts';

const records = someRecords(1000, 2);
const xml = extractXml(records);
const gzip = gzipSync(xml);
const zip = await aZip({'ESStatistikListeModtag.xml': xml});

const flipped = (bytes: Uint8Array, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0x10;
  return copy;
};

const insideRecord = xml.subarray(0, xml.length - 2000);
const betweenRecords = Buffer.from(documentStart + records.join(''));
const twice = Buffer.concat([xml, xml]);
const withoutIdents = extractXml(
  records.map((record, n) => (n % 500 === 0 ? record.replaceAll('KoeretoejIdent>', 'A>') : record)),
);

/** Spaces compress to next to nothing: 300 MB of them follow the extract. */
const spaces = gzipSync(Buffer.alloc(10_000_000, ' '));
const bomb = Buffer.concat([gzip, ...Array.from({length: 30}, () => spaces)]);

/** The fault shows only when the file is read to its end, or nearly: the candidate is there by then. */
const leavesTheOldLive = test.macro({
  title: (_, what: string) => `${what} is refused in one sentence, and the old extract stays live`,
  async exec(
    t,
    _what: string,
    content: Refusal['content'],
    words: RegExp,
    more: Partial<Refusal> = {},
  ) {
    t.is((await isRefused(t, {content, words, ...more})).length, 2);
  },
});

const piped = {fromPipe: true};
const judged = {isJudged: true};

test(leavesTheOldLive, 'a zip with a flipped byte', flipped(zip, zip.length - 9000), /checksum/);
test(leavesTheOldLive, 'a gzip cut short', gzip.subarray(0, -1000), /ends too early/);
test(leavesTheOldLive, 'a gzip that inflates too far', bomb, /more than 200 times its size/);
test(leavesTheOldLive, 'an XML cut inside a record', insideRecord, /ends inside a record/);
test(leavesTheOldLive, 'an XML cut between records', betweenRecords, /without the end tags/);
test(leavesTheOldLive, 'an XML that is there twice', twice, /continues after the end of its root/);
test(leavesTheOldLive, 'a pipe closed inside a record', insideRecord, /inside a record/, piped);
test(leavesTheOldLive, 'a pipe closed inside gzip', gzip.subarray(0, -9), /too early/, piped);
test(
  leavesTheOldLive,
  'JSON closed inside a line',
  '{"KoeretoejIdent":"1"}\n{"K',
  /inside its last/,
);
test(leavesTheOldLive, 'a pipe of more bytes than allowed', xml, /more than 99999 bytes/, {
  ...piped,
  env: {EXTRACT_MAX_BYTES: '99999'},
});
test(
  leavesTheOldLive,
  'an extract with more than 0.1 % of its records bad',
  withoutIdents,
  /rejects: 3 of 1,\d{3} records \(0\.2\d %\) were rejected: IdentMissing 3; limit: at most 0\.1 %/,
  judged,
);
test(
  leavesTheOldLive,
  'an extract without a record',
  extractXml([]),
  /vehicles: 0 vehicles/,
  judged,
);
