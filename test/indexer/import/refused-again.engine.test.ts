import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {toExitCode} from '#indexer/exit-codes.ts';
import definition from '#indexer/generations/indexer-state.json' with {type: 'json'};
import {stateHits, stateIndex} from '#indexer/generations/indexer-state.ts';
import {RefusedExtract} from '#indexer/generations/refused-extracts.ts';
import type {ImportOptions} from '#indexer/import.ts';
import type {Phase} from '#indexer/write/import-progress.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {loggedEvents} from '../../helpers/engines/logged-events.ts';
import {extractXml, extractZip, someRecords} from '../../helpers/extracts/extract-files.ts';
import {aFile, aFolder, aZip} from '../../helpers/extracts/files.ts';
import {importFile, importOptions} from '../../helpers/extracts/import-extract.ts';

const records = someRecords(100);
const whole = await extractZip(records);
const fewer = await extractZip(someRecords(60));
const name = (day: number) => `ESStatistikListeModtag-202611${day}-031500.zip`;

const gate = (limits: Partial<ImportOptions['indexing']['gate']>, t: ExecutionContext) => {
  const {indexing} = importOptions(aFolder(t));
  return {indexing: {...indexing, gate: {...indexing.gate, ...limits}}};
};

/** An installation that serves the extract of November 15, and imports into it. */
const installed = async (t: ExecutionContext) => {
  const installation = anInstallation(t);
  const {prefix} = installation;
  await importFile(t, await aFile(t, whole, name(15)), prefix);
  const attempt = async (content: Uint8Array, given: Partial<ImportOptions> = {}) => {
    const phases: Phase[] = [];
    const progress = {
      phase: (phase: Phase) => phases.push(phase),
      advance: () => {},
      ended: () => {},
    };
    const importing = importFile(t, await aFile(t, content, name(22)), prefix, {
      progress,
      ...given,
    });
    const outcome = await importing.then(
      ({summary}) => summary.outcome,
      (error: unknown) => toExitCode(error),
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

test('an extract that the gate refused is refused again unread, in the same words', async t => {
  const {attempt, refusals} = await installed(t);
  const first = await attempt(fewer);
  t.like(first, {outcome: {code: 65}, isBuilt: true});
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
});

test('a file that is no zip is known by its size and its content', async t => {
  const {attempt} = await installed(t);
  const gzip = gzipSync(extractXml(someRecords(60)));
  t.true((await attempt(gzip)).isBuilt);
  t.like(await attempt(gzip), {outcome: {code: 65}, isBuilt: false});
});

test('an extract that ends in the middle is not built again', async t => {
  const {attempt} = await installed(t);
  const xml = extractXml(someRecords(60));
  const truncated = await aZip({'extract.xml': xml.subarray(0, -30)});
  const first = await attempt(truncated);
  t.like(first, {outcome: {code: 65}, isBuilt: true});
  t.deepEqual(await attempt(truncated), {...first, isBuilt: false});
});

test('a damaged file says nothing of the one that is fetched in its place', async t => {
  const {attempt} = await installed(t);
  const xml = extractXml(records.slice(1));
  const good = await aZip({'extract.xml': xml}, {compress: false});
  const damaged = Buffer.from(good);
  const at = Math.floor(damaged.length / 2);
  damaged[at] = (damaged[at] ?? 0) ^ 1;
  t.like(await attempt(damaged), {outcome: {code: 65}, isBuilt: true});
  t.deepEqual(await attempt(good), {outcome: 'promoted', isBuilt: true});
});

test('another limit, another live generation and force have it judged again', async t => {
  const {attempt, prefix} = await installed(t);
  t.like(await attempt(fewer), {outcome: {code: 65}, isBuilt: true});
  const lower = gate({minVehiclesPercent: 90}, t);
  t.like(await attempt(fewer, lower), {outcome: {code: 65}, isBuilt: true});
  t.like(await attempt(fewer, lower), {outcome: {code: 65}, isBuilt: false});
  t.deepEqual(await attempt(fewer, {...lower, limit: 10}), {outcome: 'held', isBuilt: true});

  await importFile(t, await aFile(t, whole, name(15)), prefix, {force: 'once more'});
  t.like(await attempt(fewer, lower), {outcome: {code: 65}, isBuilt: true});
  t.deepEqual(await attempt(fewer, {force: 'they are gone'}), {outcome: 'promoted', isBuilt: true});
});

test('another release judges an extract again', async t => {
  const {client, prefix, attempt} = await installed(t);
  t.like(await attempt(fewer), {outcome: {code: 65}, isBuilt: true});
  const [hit] = await stateHits({client, prefix}, 'refused-extract');
  const {refusal, ...refused} = RefusedExtract.parse(hit?._source);
  const judgedBy = {...refusal.judgedBy, release: '0.0.0'};
  await client.index({
    index: stateIndex(prefix),
    id: hit?._id ?? '',
    document: {...refused, refusal: {...refusal, judgedBy}},
    refresh: true,
  });
  t.like(await attempt(fewer), {outcome: {code: 65}, isBuilt: true});
  t.like(await attempt(fewer), {outcome: {code: 65}, isBuilt: false});
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
