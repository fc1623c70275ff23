import test, {type ExecutionContext} from 'ava';
import {readConfig} from '#indexer/config.ts';
import {toExitCode} from '#indexer/exit-codes.ts';
import {importExtract} from '#indexer/import.ts';
import {documentStart} from '#sample/sample-records.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {createTestGeneration} from '../../helpers/engines/test-index.ts';
import {anExtractFile, extractXml, someRecords} from '../../helpers/extracts/extract-files.ts';
import {aFolder, aZip} from '../../helpers/extracts/files.ts';
import {importOptions} from '../../helpers/extracts/import-extract.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {sentencesOf, startIndexer} from '../../helpers/processes/run-indexer.ts';
import {sharedFixture} from '../../helpers/scope.ts';

const records = someRecords(1000, 2);
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

const wayPast = 'To put it live anyway: --force "<reason>".';

type Refusal = {
  readonly content: string | Uint8Array;
  /** Of the one sentence. */
  readonly words: RegExp;
  /** What the gate refuses a person may force; what cannot be read to its end nobody may. */
  readonly isJudged?: boolean;
  readonly env?: Readonly<Record<string, string>>;
};

/** Imports a file that must be refused in one sentence. Returns whether a candidate was filled before. */
const isRefused = async (
  t: ExecutionContext,
  {content, words, isJudged = false, env = {}}: Refusal,
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
  const {code, sentence} = toExitCode(await t.throwsAsync(importing));
  t.is(code, 65, sentence);
  const [said = '', ...more] = sentence.split('\n');
  t.regex(said, words);
  t.regex(said, /^The extract was refused: .+\.$/);
  t.deepEqual(more, isJudged ? [wayPast] : []);
  await isAsBefore(t);
  return isFilled;
};

const flipped = (bytes: Uint8Array, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0x10;
  return copy;
};

const withoutIdents = records.map((record, n) =>
  n % 500 === 0 ? record.replaceAll('KoeretoejIdent>', 'A>') : record,
);

/** The fault shows only when the file is read to its end, or nearly: the candidate is there by then. */
const leavesTheOldLive = test.macro({
  title: (_, what: string) => `${what} is refused in one sentence, and the old extract stays live`,
  exec: async (t, _what: string, refusal: Refusal) => t.true(await isRefused(t, refusal)),
});

test.serial(leavesTheOldLive, 'a zip with a flipped byte', {
  content: flipped(zip, zip.length - 9000),
  words: /checksum/,
});
test.serial(leavesTheOldLive, 'an XML cut between records', {
  content: documentStart + records.join(''),
  words: /without the end tags/,
});
test.serial(leavesTheOldLive, 'an extract with over 0.1 % bad records', {
  content: extractXml(withoutIdents),
  words:
    /rejects: 3 of 1,\d{3} records \(0\.2\d %\) were rejected: IdentMissing 3; limit: at most 0\.1 %/,
  isJudged: true,
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

test.serial(atOnce, 'a zip cut short', {
  content: zip.subarray(0, -100),
  words: /zip is incomplete/,
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
