import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {documentStart} from '#sample/sample-records.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {anExtractFile, extractZip, someRecords} from '../../helpers/extracts/extract-files.ts';
import {aFolder} from '../../helpers/extracts/files.ts';
import {runIndexer} from '../../helpers/processes/run-indexer.ts';

/** Their records fill more than one block. */
const vehicles = 600;
const records = someRecords(vehicles, 3);

const identOf = (record = ''): string | undefined => /<ns:KoeretoejIdent>(\d+)</.exec(record)?.[1];

const recordsOf = Map.groupBy(records, identOf);

/** A record at or after `place` that is the only one of its vehicle, so that rejecting it loses one. */
const placeOfSingle = (place: number): number =>
  records.findIndex((record, n) => n >= place && recordsOf.get(identOf(record))?.length === 1);

/** By the reason that is told: about where the record is, and what is wrong with it. */
const faults = Object.entries({
  MalformedXml: [20, record => record.replace('</ns:KoeretoejArtNavn>', '</ns:Koeretoej>')],
  NotUtf8: [200, record => Buffer.from(record.replace('ArtNavn>', 'ArtNavn>\xe6'), 'latin1')],
  IdentMissing: [450, record => record.replace(/<ns:KoeretoejIdent>.*<\/ns:KoeretoejIdent>/, '')],
  IdentInvalid: [
    560,
    record => record.replace(/(<ns:KoeretoejIdent>)\d+/, '$19223372036854775808'),
  ],
} satisfies Record<string, [number, (record: string) => string | Uint8Array]>).map(
  ([reason, [from, spoil]]) => {
    const place = placeOfSingle(from);
    const spoilt = spoil(records[place] ?? '');
    return {reason, place, spoilt, ident: identOf(spoilt.toString())};
  },
);

const spoiled = records.map((record, n) => faults.find(({place}) => place === n)?.spoilt ?? record);

/** The offset of a record in the extract is where the product says it lies. */
const offsetOf = (place: number): number => {
  const before = spoiled
    .slice(0, place)
    .reduce((sum, record) => sum + Buffer.byteLength(record), 0);
  const indent = (records[place] ?? '').indexOf('<');
  return Buffer.byteLength(documentStart) + before + indent;
};

const jsonLines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));

const zip = await extractZip(spoiled);

test('of hundreds of vehicles four that cannot be served are left out, each listed with its reason', async t => {
  const installation = anInstallation(t);
  const folder = aFolder(t);
  const args = ['import', '--json', await anExtractFile(t, zip)];
  const env = {
    INDEX_PREFIX: installation.prefix,
    INDEXER_DIRECTORY: folder,
    GATE_MAX_REJECTS_PERCENT: '1',
  };
  const {code, stdout, stderr} = await runIndexer(t, args, env);
  t.is(code, 0, stderr);
  const summary = JSON.parse(stdout);
  t.like(summary, {
    records: records.length,
    vehicles: vehicles - 4,
    repeats: records.length - vehicles,
    rejects: 4,
    rejectsByReason: {MalformedXml: 1, NotUtf8: 1, IdentMissing: 1, IdentInvalid: 1},
  });
  t.is(await installation.vehicles(), vehicles - 4);

  const expected = faults.map(({place, reason, ident}) => ({
    ordinal: offsetOf(place),
    ...(ident && {ident}),
    reason,
  }));
  const listed = await readFile(join(folder, 'rejects', `${summary.version}.ndjson`), 'utf8');
  t.deepEqual(
    jsonLines(listed)
      .map(({detail: _, ...reject}) => reject)
      .toSorted((a, b) => a.ordinal - b.ordinal),
    expected,
  );
  t.deepEqual(
    jsonLines(stderr)
      .filter(({event}) => event === 'rejected')
      .map(({count, first: {detail: _, ...first}}) => ({count, ...first}))
      .toSorted((a, b) => a.ordinal - b.ordinal),
    expected.map(reject => ({count: 1, ...reject})),
    'one line for each reason',
  );
});
