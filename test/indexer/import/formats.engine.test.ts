import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {storedReferences, vehiclesWithoutOrdinals} from '../../helpers/engines/stored-documents.ts';
import {
  anExtractFile,
  extractXml,
  extractZip,
  someRecords,
} from '../../helpers/extracts/extract-files.ts';
import {aZip} from '../../helpers/extracts/files.ts';
import {importFile} from '../../helpers/extracts/import-extract.ts';
import {treeOf} from '../../helpers/extracts/record-trees.ts';
import {startIndexer} from '../../helpers/processes/run-indexer.ts';

const records = someRecords(300, 4);
const xml = extractXml(records);
const zip = await extractZip(records);
const zip64 = await aZip({'a/': '', 'a/b.XML': xml, 'read.me': 'x'}, {forceZip64Format: true});
const gzip = gzipSync(xml);
const gzipOfTwo = Buffer.concat([gzipSync(xml.subarray(0, 9999)), gzipSync(xml.subarray(9999))]);
const lines = records.map(record => JSON.stringify(treeOf(record)));
const ndjson = `${lines.join('\n')}\n`;
const array = `[${lines.join(',\n')}]`;

const importedFrom = async (t: ExecutionContext, content: string | Uint8Array) => {
  const {client, prefix, summary} = await importFile(t, await anExtractFile(t, content));
  t.like(summary, {records: records.length, vehicles: 300, rejects: 0});
  return {
    vehicles: await vehiclesWithoutOrdinals(client, prefix),
    references: await storedReferences(client, prefix),
  };
};

/** Of extracts that say the same, in whatever form. */
const imported = (t: ExecutionContext) => importedFrom(t, zip);

const givesTheSame = test.macro({
  title: (_, form: string) => `${form} gives the same vehicles and entries as the register's zip`,
  async exec(t, _form: string, content: string | Uint8Array) {
    t.deepEqual(await importedFrom(t, content), await imported(t));
  },
});

test(givesTheSame, 'a zip64', zip64);
test(givesTheSame, 'plain XML', xml);
test(givesTheSame, 'gzip', gzip);
test(givesTheSame, 'gzip of two members', gzipOfTwo);
test(givesTheSame, 'NDJSON', ndjson);
test(givesTheSame, 'a JSON array', array);

const fromPipe = test.macro({
  title: (_, form: string) =>
    `${form} on standard input gives the same vehicles and entries as the register's zip`,
  async exec(t, _form: string, content: string | Uint8Array) {
    const {client, prefix} = anInstallation(t);
    const {child, ended} = startIndexer(t, ['import', '-', '--json'], {INDEX_PREFIX: prefix});
    child.stdin.end(content);
    const {code, stdout, stderr} = await ended;
    t.is(code, 0, stderr);
    t.like(JSON.parse(stdout), {records: records.length, vehicles: 300});
    const piped = {
      vehicles: await vehiclesWithoutOrdinals(client, prefix),
      references: await storedReferences(client, prefix),
    };
    t.deepEqual(piped, await imported(t));
  },
});

test(fromPipe, 'XML', xml);
test(fromPipe, 'gzip', gzipOfTwo);
test(fromPipe, 'NDJSON', ndjson);
test(fromPipe, 'a JSON array', array);
