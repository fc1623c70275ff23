import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {readConfig} from '#indexer/config.ts';
import {toExitCode} from '#indexer/exit-codes.ts';
import {importExtract} from '#indexer/import.ts';
import {ExtractRefused} from '#indexer/read/extract-refused.ts';
import {documentStart} from '#sample/sample-records.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {loggedEvents} from '../../helpers/engines/logged-events.ts';
import {createTestGeneration} from '../../helpers/engines/test-index.ts';
import {
  anExtractFile,
  extractXml,
  extractZip,
  someRecords,
} from '../../helpers/extracts/extract-files.ts';
import {aFolder, aZip, damagedAt} from '../../helpers/extracts/files.ts';
import {importOptions} from '../../helpers/extracts/import-extract.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {runIndexer, sentencesOf, startIndexer} from '../../helpers/processes/run-indexer.ts';
import {sharedFixture} from '../../helpers/scope.ts';

/** Their records fill more than one block. */
const vehicles = 600;
const records = someRecords(vehicles, 3);
const xml = extractXml(records);
const zip = await aZip({'ESStatistikListeModtag.xml': xml});

/** One vehicle is live, and what is refused leaves everything as it is. */
const live = sharedFixture(test, async scope => {
  const installation = anInstallation(scope);
  const {client, prefix, indices, vehicles} = installation;
  const kind = {id: '1', name: 'Passenger car', originalName: 'Personbil'};
  const options = {client, prefix, meta: {extractedAt: null}};
  await createTestGeneration(scope, [aVehicleDocument({kind})], options);
  const before = await indices();
  return {
    client,
    prefix,
    isAsBefore: async (t: ExecutionContext) => {
      t.deepEqual(await indices(), before, 'neither an index nor an alias is left or moved');
      t.is(await vehicles(), 1);
    },
  };
});

type Refusal = {
  readonly content: string | Uint8Array;
  /** Of the one sentence. */
  readonly words: RegExp;
  readonly env?: Readonly<Record<string, string>>;
};

/** Imports a file that must be refused in one sentence. Returns whether a candidate was filled before. */
const isRefused = async (
  t: ExecutionContext,
  {content, words, env = {}}: Refusal,
): Promise<boolean> => {
  const {client, prefix, isAsBefore} = await live();
  const directory = aFolder(t);
  let isFilled = false;
  const begun = () => {
    isFilled = true;
  };
  const importing = importExtract({
    ...importOptions(directory),
    client,
    prefix,
    file: await anExtractFile(t, content),
    indexing: readConfig({
      INDEXER_DIRECTORY: directory,
      GATE_MAX_KIND_SHIFT_POINTS: '100',
      ...env,
    }).indexing,
    progress: {phase: begun, advance: () => {}, ended: () => {}},
  });
  const refused = await t.throwsAsync(importing, {instanceOf: ExtractRefused});
  const {code, sentence} = toExitCode(refused);
  t.is(code, 65, sentence);
  const [said = '', ...more] = sentence.split('\n');
  t.regex(said, words);
  t.regex(said, /^The extract was refused: .+\.$/);
  t.deepEqual(more, [], 'nobody may force what cannot be read to its end');
  await isAsBefore(t);
  const logged = (await loggedEvents({client, prefix})).at(-1);
  const fileName = 'ESStatistikListeModtag-20261115-031500.zip';
  t.like(logged, {event: 'refused', reason: refused.code, fileName});
  t.true(Number(logged?.build) > 0, 'it has a number');
  return isFilled;
};

/** The fault shows only when the file is read to its end, or nearly: the candidate is there by then. */
const leavesTheOldLive = test.macro({
  title: (_, what: string) => `${what} is refused in one sentence, and the old extract stays live`,
  exec: async (t, _what: string, refusal: Refusal) => t.true(await isRefused(t, refusal)),
});

test.serial(leavesTheOldLive, 'a zip with a flipped byte', {
  content: damagedAt(zip, -9000),
  words: /checksum/,
});
test.serial(leavesTheOldLive, 'an XML cut between records', {
  content: documentStart + records.join(''),
  words: /without the end tags/,
});

test.serial(
  'an XML in a pipe that is closed inside a record is refused in one sentence, and the old extract stays live',
  async t => {
    const {prefix, isAsBefore} = await live();
    const {child, ended} = startIndexer(t, ['import', '-'], {INDEX_PREFIX: prefix});
    child.stdin.end(xml.subarray(0, xml.length - 2000));
    const {code, stderr} = await ended;
    t.is(code, 65, stderr);
    const [said = '', ...more] = sentencesOf(stderr);
    t.regex(said, /^The extract was refused: .*ends inside a record.*\.$/);
    t.deepEqual(more, []);
    await isAsBefore(t);
  },
);

const atOnce = test.macro({
  title: (_, what: string) => `${what} is refused before any index is created`,
  exec: async (t, _what: string, refusal: Refusal) => t.false(await isRefused(t, refusal)),
});

test.serial(atOnce, 'an XML with a DTD', {
  content: xml.toString().replace('?>\n', '?>\n<!DOCTYPE a [<!ENTITY b "c">]>\n'),
  words: /document type declaration/,
});
test.serial(atOnce, 'a zip of too many bytes', {
  content: zip,
  words: /unpacks to more than \d+ bytes.+raise EXTRACT_MAX_BYTES/,
  env: {EXTRACT_MAX_BYTES: `${xml.length - 1}`},
});

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

test('of hundreds of vehicles four that cannot be served are left out, each listed with its reason', async t => {
  const installation = anInstallation(t);
  const folder = aFolder(t);
  const args = ['import', '--json', await anExtractFile(t, await extractZip(spoiled))];
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
