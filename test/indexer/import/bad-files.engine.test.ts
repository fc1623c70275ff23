import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {documentStart} from '#sample/sample-records.ts';
import type {Asked, Fate} from '../../helpers/engines/elasticsearch-proxy.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {createTestGeneration} from '../../helpers/engines/test-index.ts';
import {anExtractFile, extractXml, someRecords} from '../../helpers/extracts/extract-files.ts';
import {aZip} from '../../helpers/extracts/files.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {sentencesOf} from '../../helpers/processes/run-indexer.ts';

type Content = string | Uint8Array;

type Refusal = {
  readonly content: Content;
  /** Of the one sentence. */
  readonly words: RegExp;
  readonly fromPipe?: boolean;
  /** What the gate refuses a person may force; what cannot be read to its end nobody may. */
  readonly isJudged?: boolean;
  readonly env?: Readonly<Record<string, string>>;
};

const wayPast = 'To put it live anyway: --force "<reason>".';

/**
 * Imports a file that must be refused, where one vehicle is live: exit code 65, one sentence, and
 * afterwards everything as it was. Answers with the indices of vehicles and references that the
 * import asked the engine to create on the way.
 */
const isRefused = async (
  t: ExecutionContext,
  {content, words, fromPipe = false, isJudged = false, env = {}}: Refusal,
): Promise<readonly string[]> => {
  const {client, prefix, indices, vehicles, startThrough} = anInstallation(t);
  const kind = {id: '1', name: 'Passenger car', originalName: 'Personbil'};
  const live = {client, prefix, meta: {extractedAt: null}};
  await createTestGeneration(t, [aVehicleDocument({kind})], live);
  const before = await indices();
  const created: string[] = [];
  const watching = ({method, path}: Asked): Fate => {
    if (method === 'PUT' && /^\/[^/?]*(?:vehicles|references)-\d[^/]*$/.test(path)) {
      created.push(path);
    }
    return 'pass';
  };

  const file = fromPipe ? '-' : await anExtractFile(t, content);
  const variables = {GATE_MAX_KIND_SHIFT_POINTS: '100', ...env};
  const {child, ended} = await startThrough(watching, ['import', file], variables);
  // A pipe that is refused is closed before it has been read to its end.
  child.stdin.on('error', ({message}) => t.regex(message, /EPIPE|ECONNRESET/));
  child.stdin.end(fromPipe ? content : undefined);
  const {code, stderr} = await ended;
  const said = sentencesOf(stderr).filter(line => !line.startsWith('The rejected records are'));
  t.is(code, 65, stderr);
  t.regex(said[0] ?? '', words);
  t.regex(said[0] ?? '', /^The extract was refused: .+\.$/);
  t.deepEqual(said.slice(1), isJudged ? [wayPast] : []);

  const after = await indices();
  const data = (all: object) => Object.entries(all).filter(([name]) => /-\d{8}-/.test(name));
  t.deepEqual(data(after), data(before), 'neither an index nor an alias is left or moved');
  t.is(await vehicles(), 1);
  return created;
};

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
const withoutIdents = extractXml(
  records.map((record, n) => (n % 500 === 0 ? record.replaceAll('KoeretoejIdent>', 'A>') : record)),
);

/** Spaces compress to next to nothing: 300 MB of them follow the extract. */
const spaces = gzipSync(Buffer.alloc(10_000_000, ' '));
const bomb = Buffer.concat([gzip, ...Array.from({length: 30}, () => spaces)]);

/** The fault shows only when the file is read to its end, or nearly: the candidate is there by then. */
const leavesTheOldLive = test.macro({
  title: (_, what: string) => `${what} is refused in one sentence, and the old extract stays live`,
  async exec(t, _what: string, content: Content, words: RegExp, more?: Partial<Refusal>) {
    t.is((await isRefused(t, {content, words, ...more})).length, 2);
  },
});

const piped = {fromPipe: true};
const judged = {isJudged: true};
const allowing = (bytes: number) => ({env: {EXTRACT_MAX_BYTES: `${bytes}`}});
const pipedTooMuch = {...piped, ...allowing(99_999)};
const rejects =
  /rejects: 3 of 1,\d{3} records \(0\.2\d %\) were rejected: IdentMissing 3; limit: at most 0\.1 %/;

test(leavesTheOldLive, 'a zip with a flipped byte', flipped(zip, zip.length - 9000), /checksum/);
test(leavesTheOldLive, 'a gzip that inflates too far', bomb, /more than 200 times its size/);
test(leavesTheOldLive, 'an XML cut between records', betweenRecords, /without the end tags/);
test(leavesTheOldLive, 'a pipe closed inside a record', insideRecord, /inside a record/, piped);
test(leavesTheOldLive, 'a pipe of too many bytes', xml, /more than 99999 bytes/, pipedTooMuch);
test(leavesTheOldLive, 'an extract with over 0.1 % bad records', withoutIdents, rejects, judged);
test(leavesTheOldLive, 'an extract of no record', extractXml([]), /vehicles: 0 vehicles/, judged);

const withDoctype = xml.toString().replace('?>\n', '?>\n<!DOCTYPE a [<!ENTITY b "c">]>\n');

const atOnce = test.macro({
  title: (_, what: string) => `${what} is refused before any index is created`,
  async exec(t, _what: string, refusal: Refusal) {
    t.deepEqual(await isRefused(t, refusal), []);
  },
});

test(atOnce, 'a zip cut short', {content: zip.subarray(0, -100), words: /zip is incomplete/});
test(atOnce, 'an XML with a DTD', {content: withDoctype, words: /document type declaration/});
test(atOnce, 'an empty pipe', {content: '', words: /file is empty/, ...piped});
test(atOnce, 'a zip on standard input', {content: zip, words: /Save it to a file first/, ...piped});
const words = /unpacks to more than \d+ bytes.+raise EXTRACT_MAX_BYTES/;
test(atOnce, 'a zip of too many bytes', {content: zip, words, ...allowing(xml.length - 1)});
