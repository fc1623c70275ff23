import {writeFile} from 'node:fs/promises';
import test from 'ava';
import {importText} from '#indexer/commands/import.ts';
import {findWay} from '#indexer/generations/base.ts';
import {loggedBuilds} from '#indexer/generations/logged-builds.ts';
import {storedGenerations} from '#indexer/generations/stored-generations.ts';
import {type ImportOptions, importExtract} from '#indexer/import.ts';
import {outcomeRetry} from '#indexer/write/retry.ts';
import {indexNames} from '#mappings/generation.ts';
import {type Decide, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {loggedEvents} from '../../helpers/engines/logged-events.ts';
import {storedVehicles} from '../../helpers/engines/stored-documents.ts';
import {
  anExtractFile,
  extractXml,
  extractZip,
  someRecords,
} from '../../helpers/extracts/extract-files.ts';
import {aFolder, aNamedPipe} from '../../helpers/extracts/files.ts';
import {importFile, importOptions} from '../../helpers/extracts/import-extract.ts';
import {sharedFixture} from '../../helpers/scope.ts';
import {idOf} from './random-register.ts';
import {type Action, assertSameWeeks} from './weeks.ts';

const records = someRecords(200, 37);

/** Records that are the only ones of their vehicles. */
const [gone, changed] = records.filter(
  record => records.filter(other => idOf(other) === idOf(record)).length === 1,
);

/** The records a week later: one vehicle is gone, and one has another color. */
const weekLater = records
  .filter(record => record !== gone)
  .map(record =>
    record === changed ? record.replace(/(FarveTypeNavn>)[^<]*/, '$1Lilla') : record,
  );

/** An installation in which a first extract is live: its index names, and how to import another one. */
const firstWeek = sharedFixture(test, async scope => {
  const file = await anExtractFile(scope, await extractZip(records));
  const {client, prefix, summary} = await importFile(scope, file);
  return {
    client,
    prefix,
    names: indexNames(prefix, String(summary.version)),
    importOf: async (records: readonly string[], given: Partial<ImportOptions> = {}, day = 22) => {
      const file = await anExtractFile(scope, await extractZip(records), day);
      return (await importFile(scope, file, prefix, {force: 'a test', ...given})).summary;
    },
  };
});

test.serial('an import is full because Elasticsearch could not copy the live indices', async t => {
  const {prefix} = await firstWeek();
  const late: Decide = ({path}) =>
    path.startsWith('/_cluster/health') && path.includes('wait_for_status=green')
      ? {status: 408, body: {timed_out: true}}
      : 'pass';
  const client = await proxiedClient(t, late);
  const file = await anExtractFile(t, await extractZip(weekLater), 22);
  const options = {...importOptions(aFolder(t)), client, prefix, file, promote: false};
  const summary = await importExtract(options);
  t.like(summary, {way: 'full', because: 'Elasticsearch could not copy the live indices'});
  t.is(summary.vehicles, 199);
});

/** A second week in the place of the first, and what lay in the indices of that before and after. */
const secondWeek = sharedFixture(test, async () => {
  const {client, prefix, names, importOf} = await firstWeek();
  const index = Object.values(names);
  // The merge after the first import is over.
  await client.indices.forcemerge({index: names.vehicles, max_num_segments: 1});
  const state = async () => {
    const {indices} = await client.indices.stats({index, level: 'shards', metric: 'indexing'});
    const numbers = Object.values(indices ?? {}).map(({shards}) => shards?.['0']?.[0]?.seq_no);
    const {indices: segments} = await client.indices.segments({index});
    const files = Object.values(segments).map(({shards}) => shards['0']);
    return JSON.stringify([numbers, files]);
  };
  const before = await state();
  const summary = await importOf(weekLater);
  return {client, prefix, importOf, summary, before, after: await state()};
});

test.serial('the live indices are not written to, and no file of theirs changes', async t => {
  const {summary, before, after} = await secondWeek();
  t.is(summary.outcome, 'promoted');
  t.is(after, before);
});

test.serial(
  'of an extract that hardly changed, only the changes are written, and either way is told phase by phase',
  async t => {
    const {client, prefix, importOf, summary} = await secondWeek();
    t.like(summary, {
      way: 'difference',
      because: null,
      changes: {written: 1, deleted: 1, unchanged: 198},
    });

    const events = await loggedEvents({client, prefix});
    const phasesOf = (version: string | null) =>
      events.flatMap(({build, phase, event}) =>
        phase && build === Number(version?.slice(-4)) && event === 'phase-ended' ? [phase] : [],
      );
    const atLast = ['verifying', 'sealing', 'replicating', 'comparing', 'promoting'];
    t.deepEqual(phasesOf('0001'), ['reading', 'references', 'fingerprints', ...atLast]);
    const changing = ['copying', 'reading', 'deleting', 'references', 'fingerprints'];
    t.deepEqual(phasesOf(summary.version), [...changing, ...atLast]);
    const {phases} = summary;
    t.deepEqual(Object.keys(phases ?? {}), phasesOf(summary.version));
    t.regex(importText(summary), /\n {2}phases {5}copying \d+\.\d s, reading \d+\.\d s, deleting /);
    const [logged] = await loggedBuilds({client, prefix}, 1);
    t.deepEqual(logged?.phases, phases);
    const total = Object.values(phases ?? {}).reduce((sum, seconds) => sum + seconds, 0);
    t.true(total > 0 && total <= summary.seconds + 0.1);

    const again = await importOf(weekLater, {}, 28);
    t.deepEqual(again.changes, {written: 0, deleted: 0, unchanged: 199});
  },
);

test.serial(
  'what comes through a named pipe is imported by difference, however much of it',
  async t => {
    const {client, prefix} = await firstWeek();
    const file = await aNamedPipe(t);
    const given = {client, prefix, file, promote: false, force: 'a test'};
    const options = {...importOptions(aFolder(t)), ...given};
    const written = writeFile(file, extractXml(someRecords(1_250, 37)));
    const {way, because} = await importExtract(options);
    await written;
    t.deepEqual({way, because}, {way: 'difference', because: null});
  },
);

test.serial(
  'an import that finds out on the way that too much has changed begins again, in full',
  async t => {
    const {client, prefix, importOf} = await firstWeek();
    const more = await importOf(someRecords(1_250, 37), {}, 29);
    t.is(more.way, 'full');
    t.is(more.because, 'more than 1,000 vehicles are new, changed or gone, and 199 are live');
    t.is((await storedVehicles(client, prefix)).length, more.vehicles);

    const fewer = await importOf(records, {}, 30);
    t.is(fewer.way, 'full');
    t.regex(fewer.because ?? '', /^more than 1,000 vehicles are new, changed or gone, and 1,2/);
    t.is((await storedVehicles(client, prefix)).length, fewer.vehicles);
  },
);

type Wanted = Parameters<typeof findWay>[2];
type Live = NonNullable<Parameters<typeof findWay>[1]>;
type Fingerprints = NonNullable<NonNullable<Live['meta']>['fingerprints']>;

/** Of the import that is asked for, and of the metadata of the live fingerprints. */
type Odd = {
  readonly wanted?: Partial<Wanted>;
  readonly fingerprints?: Partial<Fingerprints> | null;
};

const isFull = test.macro({
  title: (_, why: RegExp) => `an import is full because ${why.source}`,
  exec: async (t, why: RegExp, {wanted = {}, fingerprints = {}}: Odd) => {
    const {client, prefix} = await firstWeek();
    const stored = await storedGenerations({client, prefix});
    const live = stored.find(({isLive}) => isLive);
    if (!live?.meta?.fingerprints) return t.fail('The live generation has no fingerprints.');
    const found = {...live.meta.fingerprints, ...fingerprints};
    const meta = {...live.meta, fingerprints: fingerprints === null ? undefined : found};
    const whole = {
      head: JSON.parse(found.head),
      format: 'xml',
      extractedOn: '2026-12-06',
      shards: 1,
      limit: undefined,
      full: false,
    } as const;
    const wayOf = (live: Live, asked: Wanted) =>
      findWay({client, prefix}, live, asked, outcomeRetry);
    t.truthy((await wayOf(live, whole)).base, 'otherwise it is not');
    const {base, because} = await wayOf({...live, meta}, {...whole, ...wanted});
    t.is(base, undefined);
    t.regex(because ?? '', why);
  },
});

test(isFull, /--full was given/, {wanted: {full: true}});
test(isFull, /the extract is older than/, {wanted: {extractedOn: '2026-11-10'}});
test(isFull, /has 1 shards, and INDEX_SHARDS is 2/, {wanted: {shards: 2}});
test(isFull, /the XML declares its names differently/, {
  wanted: {head: {prefix: 'dmr', namespaces: {}, open: [], length: 0}},
});
test(isFull, /the extract is not XML/, {wanted: {head: undefined}});
test(isFull, /has no fingerprints/, {fingerprints: null});
test(isFull, /was written by a release with different documents/, {
  fingerprints: {documentVersion: 0},
});
test(isFull, /are missing, closed or damaged/, {fingerprints: {records: 1}});

test('an import by what has changed leaves behind what a full import does, whatever happens in between', async t => {
  t.timeout(300_000);
  const expected: readonly (readonly [Action, string])[] = [
    ['import', 'full'],
    ['killed import', 'difference'],
    ['rollback', 'done'],
    ['import', 'difference'],
    ['held import', 'difference'],
    ['promote', 'done'],
    ['import', 'difference'],
  ];
  const actions = expected.map(([action]) => action);
  const came = await assertSameWeeks(t, {vehicles: 200, seed: 37, actions});
  t.deepEqual(
    came,
    expected.map(([, result]) => result),
  );
});
