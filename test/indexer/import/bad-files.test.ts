import test from 'ava';
import {documentStart} from '#indexer/sample/sample-records.ts';
import {aVehicleDocument} from '../../helpers/a-vehicle-document.ts';
import {anExtractFile, extractXml, someRecords} from '../../helpers/extract-files.ts';
import {aZip} from '../../helpers/files.ts';
import {anInstallation} from '../../helpers/installation.ts';
import {runIndexer, sentencesOf} from '../../helpers/run-indexer.ts';
import {createTestGeneration} from '../../helpers/test-index.ts';

const records = someRecords(1000, 2);
const xml = extractXml(records);
const zip = await aZip({'ESStatistikListeModtag.xml': xml});
const twoFiles = await aZip({'a.xml': xml, 'b.xml': xml});

const flipped = (bytes: Uint8Array, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0x10;
  return copy;
};

const withDoctype = Buffer.from(
  xml.toString().replace('?>\n', '?>\n<!DOCTYPE a [<!ENTITY b "c">]>\n'),
);
const insideRecord = xml.subarray(0, xml.length - 2000);
const betweenRecords = Buffer.from(documentStart + records.join(''));
const withoutIdents = extractXml(
  records.map((record, n) => (n % 500 === 0 ? record.replaceAll('KoeretoejIdent>', 'A>') : record)),
);
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** What the gate refuses a person may force; what cannot be read to its end nobody may. */
const wayPast = 'To put it live all the same: --force "<reason>".';

/** Files that are read to their end, or nearly, before the fault shows; and others. */
const leavesTheOldLive = test.macro({
  title: (_, what: string) => `${what} is refused in one sentence, and the old extract stays live`,
  async exec(t, _what: string, content: string | Uint8Array, words: RegExp, isJudged = false) {
    const {client, prefix, indices, vehicles} = anInstallation(t);
    await createTestGeneration(t, [aVehicleDocument({kindId: '1'})], {client, prefix});
    const before = await indices();

    const {code, stderr} = await runIndexer(t, ['import', await anExtractFile(t, content)], {
      INDEX_PREFIX: prefix,
      GATE_MAX_KIND_SHIFT_POINTS: '100',
    });
    const said = sentencesOf(stderr).filter(line => !line.startsWith('The rejected records are'));
    t.is(code, 65, stderr);
    t.regex(said[0] ?? '', words);
    t.regex(said[0] ?? '', /^The extract was refused: .+\.$/);
    t.deepEqual(said.slice(1), isJudged ? [wayPast] : []);

    t.deepEqual(await indices(), before, 'neither an index nor an alias is left or moved');
    t.is(await vehicles(), 1);
  },
});

test(leavesTheOldLive, 'a zip cut short', zip.subarray(0, -1000), /zip is incomplete/);
test(leavesTheOldLive, 'a zip with a flipped byte', flipped(zip, zip.length - 9000), /checksum/);
test(leavesTheOldLive, 'an XML cut inside a record', insideRecord, /ends inside a record/);
test(leavesTheOldLive, 'an XML cut between records', betweenRecords, /without the end tags/);
test(leavesTheOldLive, 'an XML with a DTD', withDoctype, /DTD|document type/i);
test(leavesTheOldLive, 'a zip of two XML files', twoFiles, /more than one XML file/);
test(
  leavesTheOldLive,
  'an extract with more than 0.1 % of its records bad',
  withoutIdents,
  /rejects: 3 of 1,\d{3} records \(0\.2\d %\) were rejected: IdentMissing 3; the limit is at most 0\.1 %/,
  true,
);
test(leavesTheOldLive, 'a text', 'Dear register,\n', /neither XML nor JSON/);
test(leavesTheOldLive, 'a picture', png, /neither XML nor JSON/);
test(leavesTheOldLive, 'an empty file', '', /file is empty/);
test(leavesTheOldLive, 'an extract without a record', extractXml([]), /vehicles: 0 vehicles/, true);
