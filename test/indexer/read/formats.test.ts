import {gzipSync} from 'node:zlib';
import test from 'ava';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {anExtractFile, extractXml, someRecords} from '../../helpers/extracts/extract-files.ts';
import {aZip} from '../../helpers/extracts/files.ts';
import {preparedFrom, preparedFromFile} from '../../helpers/extracts/prepared-extract.ts';
import {treeOf} from '../../helpers/extracts/prepared-trees.ts';

/** One of each vehicle: in which batch a repeated one is folded depends on the form. */
const records = [
  ...Map.groupBy(someRecords(300, 4), record => /Ident>(\d+)</.exec(record)?.[1]).values(),
].map(([record = '']) => record);
const xml = extractXml(records);
const lines = records.map(record => JSON.stringify(treeOf(record)));
const ndjson = `${lines.join('\n')}\n`;
const array = `[${lines.join(',\n')}]`;

const withoutOrdinals = ({ordinals: _, ...document}: VehicleDocument) => document;
const expected = (await preparedFrom(xml)).vehicles.map(withoutOrdinals);

const givesTheSame = test.macro({
  title: (_, form: string) => `${form} gives the same vehicles as XML, in a file and in a pipe`,
  async exec(t, _form: string, content: string | Uint8Array) {
    t.is(expected.length, 300);
    const {contentSha256: _, ...ofFile} = await preparedFromFile(await anExtractFile(t, content));
    const made = [ofFile];
    if (!content.toString().startsWith('PK')) made.push(await preparedFrom(content));
    for (const {records, vehicles, rejects} of made) {
      t.deepEqual([records, rejects], [300, []]);
      t.deepEqual(vehicles.map(withoutOrdinals), expected);
    }
  },
});

const zip64 = await aZip({'a/': '', 'a/b.XML': xml, 'read.me': 'x'}, {forceZip64Format: true});
const gzipOfTwo = Buffer.concat([gzipSync(xml.subarray(0, 9999)), gzipSync(xml.subarray(9999))]);

test(givesTheSame, 'a zip64', zip64);
test(givesTheSame, 'gzip of two members', gzipOfTwo);
test(givesTheSame, 'NDJSON', ndjson);
test(givesTheSame, 'a JSON array', array);
