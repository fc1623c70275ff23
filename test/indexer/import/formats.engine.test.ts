import {gzipSync} from 'node:zlib';
import test from 'ava';
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
import {treeOf} from '../../helpers/extracts/prepared-trees.ts';
import {startIndexer} from '../../helpers/processes/run-indexer.ts';
import {type Scope, sharedFixture} from '../../helpers/scope.ts';

const records = someRecords(300, 4);
const xml = extractXml(records);
const zip = await extractZip(records);
const zip64 = await aZip({'a/': '', 'a/b.XML': xml, 'read.me': 'x'}, {forceZip64Format: true});
const gzip = gzipSync(xml);
const gzipOfTwo = Buffer.concat([gzipSync(xml.subarray(0, 9999)), gzipSync(xml.subarray(9999))]);
const lines = records.map(record => JSON.stringify(treeOf(record)));
const ndjson = `${lines.join('\n')}\n`;
const array = `[${lines.join(',\n')}]`;

const importedFrom = async (t: Scope, content: string | Uint8Array) => {
  const {client, prefix, summary} = await importFile(t, await anExtractFile(t, content));
  return {
    counts: [summary.records, summary.vehicles, summary.rejects],
    vehicles: await vehiclesWithoutOrdinals(client, prefix),
    references: await storedReferences(client, prefix),
  };
};

/** What all these forms of one extract must give. */
const expected = sharedFixture(test, t => importedFrom(t, zip));

test("the register's zip gives its records as vehicles", async t => {
  t.deepEqual((await expected()).counts, [records.length, 300, 0]);
});

const givesTheSame = test.macro({
  title: (_, form: string) => `${form} gives the same vehicles and entries as the register's zip`,
  async exec(t, _form: string, content: string | Uint8Array) {
    t.deepEqual(await importedFrom(t, content), await expected());
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
    const {vehicles, references} = await expected();
    t.deepEqual(piped, {vehicles, references});
  },
});

test(fromPipe, 'XML', xml);
test(fromPipe, 'gzip', gzipOfTwo);
test(fromPipe, 'NDJSON', ndjson);
test(fromPipe, 'a JSON array', array);
