import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {toExitCode} from '#indexer/exit-codes.ts';
import {GateRefused, refusalOf} from '#indexer/generations/check.ts';
import definition from '#indexer/generations/indexer-state.json' with {type: 'json'};
import {stateIndex} from '#indexer/generations/indexer-state.ts';
import {
  compareWithKnown,
  knownExtracts,
  type RefusedExtract,
  rememberRefusal,
} from '#indexer/generations/known-extracts.ts';
import type {ImportOptions} from '#indexer/import.ts';
import type {Phase} from '#indexer/write/import-progress.ts';
import type {Indices} from '#indexer/write/indices.ts';
import {outcomeRetry} from '#indexer/write/retry.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {loggedEvents} from '../../helpers/engines/logged-events.ts';
import {
  anExtractFile,
  extractXml,
  extractZip,
  someRecords,
} from '../../helpers/extracts/extract-files.ts';
import {aFolder, anExtract, aZip, damagedAt} from '../../helpers/extracts/files.ts';
import {importFile, importOptions} from '../../helpers/extracts/import-extract.ts';
import {sharedFixture} from '../../helpers/scope.ts';
import {generations} from '../generations/generations.ts';

const records = someRecords(100);
const xml = extractXml(records);
const whole = await extractZip(records);
const fewer = await extractZip(someRecords(60));

/** With a byte of its data changed: whoever reads it to its end refuses it. */
const damaged = (file: Buffer): Buffer => damagedAt(file, Math.floor(file.length / 2));

/** An installation that serves the extract of November 15, and imports that of November 22 into it. */
const installed = sharedFixture(test, async t => {
  const installation = anInstallation(t);
  const {prefix} = installation;
  await importFile(t, await anExtractFile(t, whole), prefix);
  const attempt = async (content: Uint8Array, given: Partial<ImportOptions> = {}) => {
    const phases: Phase[] = [];
    const progress = {
      phase: (phase: Phase) => phases.push(phase),
      advance: () => {},
      ended: () => {},
    };
    const options = {progress, ...given};
    const importing = importFile(t, await anExtractFile(t, content, 22), prefix, options);
    const outcome = await importing.then(
      ({summary}) => summary.outcome,
      (error: unknown) => ({...toExitCode(error), checks: refusalOf(error)?.checks}),
    );
    return {outcome, isBuilt: phases.length > 0};
  };
  return {
    ...installation,
    attempt,
    /** What the log says of the builds that were refused. */
    refusals: async () =>
      (await loggedEvents(installation))
        .filter(({event}) => event === 'refused')
        .map(({reason, sentence}) => ({reason, sentence})),
  };
});

const built = {outcome: {code: 65}, isBuilt: true};
const current = {outcome: 'already-current', isBuilt: false};

test.serial(
  'an extract that the gate refused is refused again unread, in the same words',
  async t => {
    const {attempt, refusals} = await installed();
    const first = await attempt(fewer);
    t.like(first, {outcome: {code: 65, checks: {0: {name: 'age'}}}, isBuilt: true});
    const said: string[] = [];
    const again = await attempt(fewer, {say: sentence => said.push(sentence)});
    t.deepEqual(again, {outcome: first.outcome, isBuilt: false});
    t.regex(
      said.join('\n'),
      /^This extract was refused at 20\S+Z, and nothing that decides about it has /,
    );
    const [one, other, ...more] = await refusals();
    t.truthy(one?.reason);
    t.deepEqual(other, one);
    t.deepEqual(more, []);
  },
);

test.serial('the live extract is known by the directory of its zip, and is not read', async t => {
  const {attempt} = await installed();
  const stored = await aZip({'another-name.xml': xml}, {compress: false});
  for (const content of [whole, damaged(whole), damaged(stored)]) {
    t.deepEqual(await attempt(content), current);
  }
});

test.serial(
  'the live extract is known by its content when a file that is no zip has been read',
  async t => {
    const {attempt} = await installed();
    t.deepEqual(await attempt(gzipSync(xml)), {...current, isBuilt: true});
  },
);

test.serial('an extract that ends in the middle is refused again unread', async t => {
  const {attempt} = await installed();
  const extract = extractXml(someRecords(60));
  const truncated = await aZip({'extract.xml': extract.subarray(0, -30)});
  const first = await attempt(truncated);
  t.like(first, built);
  t.deepEqual(await attempt(truncated), {...first, isBuilt: false});
});

test.serial('a damaged file says nothing of the one that is fetched in its place', async t => {
  const {attempt} = await installed();
  const good = await aZip({'extract.xml': extractXml(records.slice(1))}, {compress: false});
  t.like(await attempt(damaged(good)), built);
  t.deepEqual(await attempt(good), {outcome: 'promoted', isBuilt: true});
});

/** What decides whether an import reads an extract, without the import of any. */
const judging = async (t: ExecutionContext, {client, prefix}: Indices) => {
  await using extract = await anExtract(await anExtractFile(t, fewer));
  for await (const _ of extract.bytes);
  const options = {...importOptions(aFolder(t)), client, prefix};
  const refusal = new GateRefused({reason: 'vehicles', message: 'too few', checks: []});
  return {
    id: `refused-extract-${extract.contentId()}`,
    remember: async () => {
      const {live} = await knownExtracts({client, prefix});
      await rememberRefusal(options, live, extract, refusal);
    },
    isRefusedUnread: async (given: Partial<ImportOptions> = {}) => {
      const comparing = compareWithKnown({...options, ...given}, extract, outcomeRetry);
      const error = await comparing.catch((error: unknown) => error);
      return error instanceof GateRefused;
    },
  };
};

test('another release, another limit, another live generation and force have it judged again', async t => {
  const {client, prefix, live} = generations(t);
  const {id, remember, isRefusedUnread} = await judging(t, {client, prefix});
  await live(1);
  await remember();
  t.true(await isRefusedUnread());
  const {indexing} = importOptions(aFolder(t));
  const lower = {...indexing, gate: {...indexing.gate, minVehiclesPercent: 90}};
  for (const given of [{indexing: lower}, {limit: 10}, {force: 'they are gone'}]) {
    t.false(await isRefusedUnread(given), Object.keys(given).join());
  }
  await live(2);
  t.false(await isRefusedUnread());
  await remember();
  t.true(await isRefusedUnread());
  const index = stateIndex(prefix);
  const {_source: stored} = await client.get<RefusedExtract>({index, id});
  t.truthy(stored?.refusal.judgedBy['release']);
  const doc = {refusal: {judgedBy: {release: '0.0.0'}}};
  await client.update({index, id, doc, refresh: true});
  t.false(await isRefusedUnread());
});

test('a state index of an earlier release takes a refusal, and one of another release is passed over', async t => {
  const {client, prefix} = anInstallation(t);
  const index = stateIndex(prefix);
  const {refusal: _, ...properties} = definition.mappings.properties;
  const earlier = {...definition.mappings, properties: {...properties, of: {type: 'keyword'}}};
  await client.indices.create({index, mappings: earlier as object});
  const document = {kind: 'refused-extract', of: 'another release'};
  await client.index({index, document, refresh: true});
  const {remember, isRefusedUnread} = await judging(t, {client, prefix});
  t.false(await isRefusedUnread());
  await remember();
  t.true(await isRefusedUnread());
});
