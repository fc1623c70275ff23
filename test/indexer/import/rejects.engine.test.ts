import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {documentStart} from '#sample/sample-records.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {anExtractFile, extractZip, someRecords} from '../../helpers/extracts/extract-files.ts';
import {aFolder} from '../../helpers/extracts/files.ts';
import {runIndexer} from '../../helpers/processes/run-indexer.ts';

const vehicles = 20_000;
const records = someRecords(vehicles, 3);

const identOf = (record: string): string =>
  /<ns:KoeretoejIdent>(\d+)</.exec(record)?.[1] ?? 'no ident';

const recordsOf = Map.groupBy(records, identOf);

/** A record at or after `place` that is the only one of its vehicle, so that rejecting it loses one. */
const placeOfSingle = (place: number): number =>
  records.findIndex((record, n) => n >= place && recordsOf.get(identOf(record))?.length === 1);

const notUtf8 = (record: string): Uint8Array =>
  Buffer.from(
    record.replace('<ns:KoeretoejArtNavn>', '<ns:KoeretoejArtNavn>Varebil \xe6'),
    'latin1',
  );

const jsonLines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));

const writtenIdent = (place: number): string => identOf(records[place] ?? '');

const withIdent = (record: string, ident: string): string =>
  record.replace(/(<ns:KoeretoejIdent>)\d+/, `$1${ident}`);

const faults: readonly {
  readonly place: number;
  readonly reason: string;
  /** What the list names the record by. */
  readonly ident?: (place: number) => string;
  readonly spoil: (record: string) => string | Uint8Array;
}[] = [
  {
    place: placeOfSingle(100),
    reason: 'MalformedXml',
    ident: writtenIdent,
    spoil: record => record.replace('</ns:KoeretoejArtNavn>', '</ns:Koeretoej>'),
  },
  {place: placeOfSingle(7000), reason: 'NotUtf8', ident: writtenIdent, spoil: notUtf8},
  {
    place: placeOfSingle(13_000),
    reason: 'IdentMissing',
    spoil: record => record.replace(/<ns:KoeretoejIdent>\d+<\/ns:KoeretoejIdent>/, ''),
  },
  {
    place: placeOfSingle(19_000),
    reason: 'IdentInvalid',
    ident: () => '9223372036854775808',
    spoil: record => withIdent(record, '9223372036854775808'),
  },
];

const spoiled = records.map(
  (record, n) => faults.find(({place}) => place === n)?.spoil(record) ?? record,
);

/** The offset of a record in the extract is where the product says it lies. */
const offsetOf = (place: number): number => {
  const before = spoiled
    .slice(0, place)
    .reduce((sum, record) => sum + Buffer.byteLength(record), 0);
  const indent = (records[place] ?? '').indexOf('<');
  return Buffer.byteLength(documentStart) + before + indent;
};

const zip = await extractZip(spoiled);

test('of 20,000 vehicles four that cannot be served are left out, each listed with its reason', async t => {
  const installation = anInstallation(t);
  const folder = aFolder(t);
  const {code, stdout, stderr} = await runIndexer(
    t,
    ['import', '--json', await anExtractFile(t, zip)],
    {
      INDEX_PREFIX: installation.prefix,
      INDEXER_DIRECTORY: folder,
    },
  );
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
    ...(ident && {ident: ident(place)}),
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
