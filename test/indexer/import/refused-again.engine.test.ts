import {gzipSync} from 'node:zlib';
import test from 'ava';
import {toExitCode} from '#indexer/exit-codes.ts';
import {refusalOf} from '#indexer/generations/check.ts';
import definition from '#indexer/generations/indexer-state.json' with {type: 'json'};
import {stateHits, stateIndex} from '#indexer/generations/indexer-state.ts';
import {RefusedExtract} from '#indexer/generations/known-extracts.ts';
import type {ImportOptions} from '#indexer/import.ts';
import type {Phase} from '#indexer/write/import-progress.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {loggedEvents} from '../../helpers/engines/logged-events.ts';
import {
  anExtractFile,
  extractXml,
  extractZip,
  someRecords,
} from '../../helpers/extracts/extract-files.ts';
import {aFolder, aZip} from '../../helpers/extracts/files.ts';
import {importFile, importOptions} from '../../helpers/extracts/import-extract.ts';
import {type Scope, sharedFixture} from '../../helpers/scope.ts';

const records = someRecords(100);
const xml = extractXml(records);
const whole = await extractZip(records);
const fewer = await extractZip(someRecords(60));

/** With a byte of its data changed: whoever reads it to its end refuses it. */
const damaged = (file: Buffer): Buffer => {
  const copy = Buffer.from(file);
  const at = Math.floor(copy.length / 2);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
};

/** An installation that serves the extract of November 15, and imports that of November 22 into it. */
const installed = async (t: Scope, live: Uint8Array = whole) => {
  const installation = anInstallation(t);
  const {prefix} = installation;
  await importFile(t, await anExtractFile(t, live), prefix);
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
};

const shared = sharedFixture(test, scope => installed(scope));

const built = {outcome: {code: 65}, isBuilt: true};
const unread = {outcome: {code: 65}, isBuilt: false};
const current = {outcome: 'already-current', isBuilt: false};

test.serial(
  'an extract that the gate refused is refused again unread, in the same words',
  async t => {
    const {attempt, refusals} = await shared();
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
  const {attempt} = await shared();
  const stored = await aZip({'another-name.xml': xml}, {compress: false});
  for (const content of [whole, damaged(whole), damaged(stored)]) {
    t.deepEqual(await attempt(content), current);
  }
});

test.serial('an extract that ends in the middle is refused again unread', async t => {
  const {attempt} = await shared();
  const extract = extractXml(someRecords(60));
  const truncated = await aZip({'extract.xml': extract.subarray(0, -30)});
  const first = await attempt(truncated);
  t.like(first, built);
  t.deepEqual(await attempt(truncated), {...first, isBuilt: false});
});

test.serial('a damaged file says nothing of the one that is fetched in its place', async t => {
  const {attempt} = await shared();
  const good = await aZip({'extract.xml': extractXml(records.slice(1))}, {compress: false});
  t.like(await attempt(damaged(good)), built);
  t.deepEqual(await attempt(good), {outcome: 'promoted', isBuilt: true});
});

test('another release, another limit, another live generation and force have it judged again', async t => {
  const {client, attempt, prefix} = await installed(t);
  t.like(await attempt(fewer), built);
  const [hit] = await stateHits({client, prefix}, 'refused-extract');
  const {refusal, ...refused} = RefusedExtract.parse(hit?._source);
  const judgedBy = {...refusal.judgedBy, release: '0.0.0'};
  await client.index({
    index: stateIndex(prefix),
    id: hit?._id ?? '',
    document: {...refused, refusal: {...refusal, judgedBy}},
    refresh: true,
  });
  t.like(await attempt(fewer), built);
  t.like(await attempt(fewer), unread);

  const {indexing} = importOptions(aFolder(t));
  const lower = {indexing: {...indexing, gate: {...indexing.gate, minVehiclesPercent: 90}}};
  t.like(await attempt(fewer, lower), built);
  t.like(await attempt(fewer, lower), unread);
  t.deepEqual(await attempt(fewer, {...lower, limit: 10}), {outcome: 'held', isBuilt: true});

  await importFile(t, await anExtractFile(t, whole), prefix, {force: 'once more'});
  t.like(await attempt(fewer, lower), built);
  t.deepEqual(await attempt(fewer, {force: 'they are gone'}), {outcome: 'promoted', isBuilt: true});
});

test('a state index of an earlier release takes a refusal, and one of another release is passed over', async t => {
  const {client, prefix, attempt} = await installed(t);
  const index = stateIndex(prefix);
  await client.indices.delete({index});
  const {refusal: _, ...properties} = definition.mappings.properties;
  const earlier = {...definition.mappings, properties: {...properties, of: {type: 'keyword'}}};
  await client.indices.create({index, mappings: earlier as object});
  const document = {kind: 'refused-extract', of: 'another release'};
  await client.index({index, document, refresh: true});
  t.true((await attempt(fewer)).isBuilt);
  t.false((await attempt(fewer)).isBuilt);
});

test('an extract of the same length with another content is imported', async t => {
  const other = Buffer.from(xml.toString().replaceAll('Personbil', 'Persanbil'));
  t.is(other.length, xml.length);
  const store = (content: Buffer) => aZip({'extract.xml': content}, {compress: false});
  const {attempt} = await installed(t, await store(xml));
  t.deepEqual(await attempt(await store(other)), {outcome: 'promoted', isBuilt: true});
});

test('the live extract is known by its content when a file that is no zip has been read', async t => {
  const {attempt} = await installed(t, gzipSync(xml));
  for (const content of [gzipSync(xml), xml]) {
    t.deepEqual(await attempt(content), {outcome: 'already-current', isBuilt: true});
  }
  t.deepEqual(await attempt(whole), current);
});
