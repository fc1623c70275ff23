import test, {type ExecutionContext} from 'ava';
import {importText} from '#indexer/commands/import.ts';
import {loggedBuilds} from '#indexer/generations/logged-builds.ts';
import {type ImportOptions, importExtract} from '#indexer/import.ts';
import {aliasNames, indexNames} from '#mappings/generation.ts';
import {type Decide, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {loggedEvents} from '../../helpers/engines/logged-events.ts';
import {storedVehicles} from '../../helpers/engines/stored-documents.ts';
import {
  anExtractFile,
  extractXml,
  extractZip,
  someRecords,
} from '../../helpers/extracts/extract-files.ts';
import {aFolder} from '../../helpers/extracts/files.ts';
import {importFile, importOptions} from '../../helpers/extracts/import-extract.ts';

const records = someRecords(200, 37);

const idOf = (record: string) => /KoeretoejIdent>(\d+)/.exec(record)?.[1];

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

/** An installation in which a first extract is live. */
const aWeek = async (t: ExecutionContext) => {
  const file = await anExtractFile(t, await extractZip(records));
  const {client, prefix, summary} = await importFile(t, file);
  const version = String(summary.version);
  return {client, prefix, version, names: indexNames(prefix, version)};
};

type Week = Awaited<ReturnType<typeof aWeek>>;

const importAs = async (
  t: ExecutionContext,
  {prefix}: Week,
  content: readonly (string | Uint8Array)[] | Buffer,
  given: Partial<ImportOptions> = {},
  day = 22,
) => {
  const bytes = Buffer.isBuffer(content) ? content : await extractZip(content);
  const file = await anExtractFile(t, bytes, day);
  return (await importFile(t, file, prefix, {force: 'a test', ...given})).summary;
};

test('of an extract that hardly changed, only the changes are written', async t => {
  const week = await aWeek(t);
  t.like(await importAs(t, week, weekLater), {
    way: 'difference',
    because: null,
    changes: {written: 1, deleted: 1, unchanged: 198},
  });
  const again = await importAs(t, week, weekLater, {}, 29);
  t.deepEqual(again.changes, {written: 0, deleted: 0, unchanged: 199});
});

test('either way is told phase by phase, with the seconds that each took', async t => {
  const week = await aWeek(t);
  const summary = await importAs(t, week, weekLater);
  const events = await loggedEvents(week);
  const phasesOf = (number: number) =>
    events.flatMap(({build, phase, event}) =>
      phase && build === number && event === 'phase-ended' ? [phase] : [],
    );
  const atLast = ['verifying', 'sealing', 'replicating', 'comparing', 'promoting'];
  t.deepEqual(phasesOf(1), ['reading', 'references', 'fingerprints', ...atLast]);
  const changing = ['copying', 'reading', 'deleting', 'references', 'fingerprints'];
  t.deepEqual(phasesOf(2), [...changing, ...atLast]);

  const {phases} = summary;
  t.deepEqual(Object.keys(phases ?? {}), phasesOf(2));
  t.regex(importText(summary), /\n {2}phases {5}copying \d+\.\d s, reading \d+\.\d s, deleting /);
  const [logged] = await loggedBuilds(week, 1);
  t.deepEqual(logged?.phases, phases);
  const total = Object.values(phases ?? {}).reduce((sum, seconds) => sum + seconds, 0);
  t.true(total > 0 && total <= summary.seconds + 0.1);
});

test('the live indices are not written to, and no file of theirs changes', async t => {
  const week = await aWeek(t);
  const {client, names} = week;
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
  t.is((await importAs(t, week, weekLater, {promote: false})).outcome, 'held');
  t.is(await state(), before);
});

const isFull = test.macro({
  title: (_, why: RegExp) => `an import is full because ${why.source}`,
  exec: async (
    t,
    why: RegExp,
    change: (week: Week) => unknown,
    given: Partial<ImportOptions> = {},
    content: readonly string[] | Buffer = weekLater,
    day?: number,
  ) => {
    const week = await aWeek(t);
    await change(week);
    const {way, because, vehicles} = await importAs(t, week, content, given, day);
    t.is(way, 'full');
    t.regex(because ?? '', why);
    t.is((await storedVehicles(week.client, week.prefix)).length, Number(vehicles));
  },
});

const nothing = () => {};

/** Changes the metadata of the live generation. */
const withMeta =
  (change: (fingerprints: object) => object | undefined) =>
  async ({client, prefix}: Week) => {
    const index = aliasNames(prefix).vehicles;
    const [{mappings}] = Object.values(await client.indices.getMapping({index})) as [
      {mappings: {_meta: {fingerprints: object}}},
    ];
    const {_meta: meta} = mappings;
    const fingerprints = change(meta.fingerprints);
    await client.indices.putMapping({index, _meta: {...meta, fingerprints}});
  };

const several = someRecords(1_500, 37);

test(isFull, /--full was given/, nothing, {full: true});
test(isFull, /the extract is older than/, nothing, {}, weekLater, 10);
test(
  isFull,
  /has no fingerprints/,
  withMeta(() => undefined),
);
test(
  isFull,
  /was written by a release with different documents/,
  withMeta(fingerprints => ({...fingerprints, documentVersion: 0})),
);
test(isFull, /are missing or damaged/, ({client, names}) =>
  client.indices.delete({index: names.fingerprints}),
);
test(isFull, /has 1 shards, and INDEX_SHARDS is 2/, nothing, {
  indexing: {...importOptions('.').indexing, shards: 2},
});
test(
  isFull,
  /the XML declares its names differently/,
  nothing,
  {},
  Buffer.from(
    extractXml(weekLater)
      .toString()
      .replaceAll(/(<\/?)ns:/g, '$1dmr:')
      .replace('xmlns:ns', 'xmlns:dmr'),
  ),
);
test(isFull, /the extract is not XML/, nothing, {}, Buffer.from('{"KoeretoejIdent":"1"}\n'));
test(isFull, /^more than 1,000 vehicles of 200 have changed/, nothing, {}, several);

test('an import is full because Elasticsearch could not copy the live indices', async t => {
  const {prefix} = await aWeek(t);
  const late: Decide = ({path}) =>
    path.startsWith('/_cluster/health') && path.includes('wait_for_status=yellow')
      ? {status: 408, body: {timed_out: true}}
      : 'pass';
  const client = await proxiedClient(t, late);
  const file = await anExtractFile(t, await extractZip(weekLater), 22);
  const summary = await importExtract({...importOptions(aFolder(t)), client, prefix, file});
  t.like(summary, {way: 'full', because: 'Elasticsearch could not copy the live indices'});
  t.is(summary.vehicles, 199);
});
