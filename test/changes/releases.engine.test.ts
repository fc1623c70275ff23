import type {Client} from '@elastic/elasticsearch';
import test from 'ava';
import {pruneReleases} from '#indexer/changes/releases.ts';
import {rollbackTarget} from '#indexer/commands/rollback.ts';
import type {ImportOptions} from '#indexer/import.ts';
import {Release} from '#mappings/release.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import type {Asked, Fate} from '../helpers/engines/elasticsearch-proxy.ts';
import {anInstallation} from '../helpers/engines/installation.ts';
import {extractXml, someRecords} from '../helpers/extracts/extract-files.ts';
import {aFile, aZip} from '../helpers/extracts/files.ts';
import {importFile} from '../helpers/extracts/import-extract.ts';
import {treeOf} from '../helpers/extracts/prepared-trees.ts';
import {type Scope, sharedFixture} from '../helpers/scope.ts';
import {rollBack} from '../indexer/generations/generations.ts';
import {randomExtracts} from '../indexer/import/random-register.ts';

const force = 'random weeks differ by more than real ones';

const [name, nextName] = [
  'ESStatistikListeModtag-20201206-031500.zip',
  'ESStatistikListeModtag-20201213-031500.zip',
];

/** An extract of records, under the register's names or others. */
const extractOf = async (
  t: Scope,
  records: readonly string[],
  namespace = 'ns',
  fileName = nextName,
): Promise<string> => {
  const xml = extractXml(records)
    .toString()
    .replaceAll(/(?<=[</])ns:/g, `${namespace}:`);
  const named = xml.replace('xmlns:ns=', `xmlns:${namespace}=`);
  return await aFile(t, await aZip({'ESStatistikListeModtag.xml': Buffer.from(named)}), fileName);
};

const releasesIn = async (client: Client, prefix: string): Promise<readonly Release[]> => {
  const found = await client.indices.getMapping({index: `${prefix}changes`});
  return Object.values(found)
    .map(({mappings}) => Release.parse(mappings._meta))
    .toSorted((a, b) => a.serial - b.serial);
};

/** An installation whose second week of a random register was rolled back, and the file of the next. */
const rolledBack = sharedFixture(test, async t => {
  const installation = anInstallation(t);
  const {client, prefix} = installation;
  const extracts = randomExtracts(t, {vehicles: 200, seed: 7});
  const next = async (): Promise<string> => (await extracts.next()).value;
  const put = async (file: string) => (await importFile(t, file, prefix, {force})).summary;
  for (const _ of [1, 2]) await put(await next());
  await rollBack(installation, await rollbackTarget(installation), 'a week too many');
  return {
    ...installation,
    next,
    put,
    /** Every index of changes with its aliases, without its prefix. */
    changes: async (): Promise<Readonly<Record<string, readonly string[]>>> => {
      const found = await client.indices.getAlias({index: `${prefix}changes-*`});
      const short = (name: string) =>
        name.slice(prefix.length).replace(/(?<=changes-\d{8})-[0-9a-f]{8}/, '');
      return Object.fromEntries(
        Object.entries(found)
          .map(
            ([index, {aliases}]) =>
              [short(index), Object.keys(aliases).map(short).toSorted()] as const,
          )
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      );
    },
    releases: () => releasesIn(client, prefix),
  };
});

/** All of so many releases, of which the newest is live. */
const shown = (count: number) =>
  Object.fromEntries(
    Array.from({length: count}, (_, at) => [
      `changes-0000000${at + 1}`,
      at + 1 === count ? ['changes', 'release'] : ['changes'],
    ]),
  );

test.serial(
  'each flip has a serial, and the changes of all are found where the newest is live',
  async t => {
    const {changes, releases} = await rolledBack();
    t.deepEqual(await changes(), shown(3));
    const [first, second, third] = await releases();
    t.like(first, {serial: 1, cause: 'Import', previousVersion: null, changedVehicles: null});
    t.like(second, {serial: 2, cause: 'Import', previousVersion: first?.version});
    t.like(third, {
      ...{serial: 3, cause: 'Rollback', version: first?.version, previousVersion: second?.version},
      ...{digest: first?.digest, changedVehicles: second?.changedVehicles},
    });
    t.is(third?.changes['Added'], second?.changes['Removed']);
    t.is(third?.changes['Registered'], second?.changes['Deregistered']);
  },
);

const moments = {
  'its changes are written': /changes-\d+-\w+-build\/_bulk/,
  'it goes live': /_aliases$/,
} as const;

for (const [moment, path] of Object.entries(moments)) {
  test.serial(
    `an import that is killed when ${moment} leaves nothing after the next one`,
    async t => {
      const {runKilled, next, put, changes, releases} = await rolledBack();
      const [file, {length: before}] = [await next(), await releases()];
      const isLast = ({path: asked}: Asked) => path.test(asked.split('?')[0] ?? '');
      const args = ['import', '--force', force, file];
      t.true(await runKilled(isLast, 'lose the request', args));
      t.is((await releases()).length, before);
      t.like(await changes(), shown(before));

      await put(file);
      t.deepEqual(await changes(), shown(before + 1));
    },
  );
}

test.serial(
  'what goes live while an import compares itself ends that, and its changes are deleted',
  async t => {
    const {client, prefix, next, put, runThrough, changes, releases} = await rolledBack();
    const [file, {length: before}] = [await next(), await releases()];
    let isRolledBack = false;
    const decide = async ({path}: Asked): Promise<Fate> => {
      if (!isRolledBack && /changes-\d+-\w+\/_block/.test(path)) {
        isRolledBack = true;
        await rollBack({client, prefix}, await rollbackTarget({client, prefix}), 'meanwhile');
      }
      return 'pass';
    };
    const {code, stderr} = await runThrough(decide, 'import', '--force', force, file);
    t.is(code, 75, stderr);
    t.deepEqual(await changes(), shown(before + 1));
    await put(file);
    t.deepEqual(await changes(), shown(before + 2));
  },
);

test.serial(
  'a rollback or promotion whose changes an import deletes when it goes live is refused, and says why',
  async t => {
    const {next, put, runThrough, releases} = await rolledBack();
    const {length: before} = await releases();
    const commandsOn = ({previousVersion}: Release) => ({
      rollback: ['rollback', '--yes'],
      promote: ['promote', previousVersion ?? '', '--force', force],
    });
    for (const command of ['rollback', 'promote'] as const) {
      const [file, live] = [await next(), (await releases()).at(-1)];
      let isLive = false;
      const decide = async ({path}: Asked): Promise<Fate> => {
        if (!isLive && path.includes('_bulk')) {
          isLive = true;
          await put(file);
        }
        return 'pass';
      };
      const args = live ? commandsOn(live)[command] : [];
      const {code, stderr} = await runThrough(decide, ...args);
      t.is(code, 75);
      t.is(stderr, 'A generation was removed while it was compared.\n');
    }
    const causes = (await releases()).slice(before).map(({cause}) => cause);
    t.deepEqual(causes, ['Import', 'Import']);
  },
);

test.serial('changes are kept for so many days, and the live release always', async t => {
  const {client, prefix, changes} = await rolledBack();
  const [oldest = ''] = Object.keys(
    await client.indices.getAlias({index: `${prefix}changes-00000001-*`}),
  );
  const [, ...others] = Object.keys(await changes());
  const mapping = await client.indices.getMapping({index: oldest});
  const _meta = {...mapping[oldest]?.mappings._meta, releasedAt: '2020-01-01T00:00:00.000Z'};
  await client.indices.putMapping({index: oldest, _meta});
  await pruneReleases({client, prefix}, 400);
  t.deepEqual(Object.keys(await changes()), others);
  await pruneReleases({client, prefix}, -1);
  t.deepEqual(Object.keys(await changes()), others.slice(-1));
});

test('an import counts the age of changes from its extract, as by a clock that is years ahead all are old', async t => {
  const {client, prefix} = anInstallation(t);
  const file = await extractOf(t, someRecords(20), 'ns', name);
  const put = () => importFile(t, file, prefix, {force, full: true});
  await put();
  const index = `${prefix}changes-00000001-*`;
  const isThereWhenOf = async (releasedAt: string) => {
    const [[first = '', {mappings: {_meta = {}} = {}} = {}] = []] = Object.entries(
      await client.indices.getMapping({index}),
    );
    await client.indices.putMapping({index: first, _meta: {..._meta, releasedAt}});
    await put();
    return await client.indices.exists({index: first});
  };
  t.true(await isThereWhenOf('2020-01-01T00:00:00.000Z'));
  t.false(await isThereWhenOf('2019-10-01T00:00:00.000Z'));
});

/** A week that was imported, and how to import its vehicles again. */
const aWeek = sharedFixture(test, async scope => {
  const {client, prefix} = anInstallation(scope);
  const records = someRecords(300, 7);
  const file = await extractOf(scope, records, 'ns', name);
  const put = (path: string, given: Partial<ImportOptions> = {}) =>
    importFile(scope, path, prefix, {force, ...given});
  await put(file);
  return {client, prefix, records, file, put};
});

type AWeek = Awaited<ReturnType<typeof aWeek>>;

/** The vehicles of the week again, in other bytes or by another way: nothing of them has changed. */
const again: Readonly<Record<string, (t: Scope, week: AWeek) => Promise<unknown>>> = {
  'the same extract in full': async (_, {file, put}) => put(file, {full: true}),
  'its records in another order, with another name of their namespace': async (t, {records, put}) =>
    put(await extractOf(t, records.toReversed(), 'dmr')),
  'its records as JSON': async (t, {records, put}) => {
    const lines = records.map(record => `${JSON.stringify(treeOf(record))}\n`);
    return put(await aFile(t, Buffer.from(lines.join('')), nextName));
  },
  'the same extract by a release of another mapping version': async (_, week) => {
    const {client, prefix, file, put} = week;
    const index = `${prefix}vehicles`;
    const [mapping] = Object.values(await client.indices.getMapping({index}));
    const _meta = {...mapping?.mappings._meta, mappingVersion: mappingVersion - 1};
    await client.indices.putMapping({index, _meta});
    return put(file);
  },
};

for (const [what, putAgain] of Object.entries(again)) {
  test.serial(`an import of ${what} changes no vehicle`, async t => {
    const week = await aWeek();
    const before = await releasesIn(week.client, week.prefix);
    await putAgain(t, week);
    const after = await releasesIn(week.client, week.prefix);
    t.is(after.length, before.length + 1);
    const newest = after.at(-1);
    t.like(newest, {serial: after.length, changedVehicles: 0, digest: before[0]?.digest});
    t.deepEqual(new Set(Object.values(newest?.changes ?? {})), new Set([0]));
  });
}

test.serial('a plate too long to be searched for is imported, and is a change', async t => {
  const {client, prefix, records, put} = await aWeek();
  const [first = '', ...others] = records;
  const longer = first.replace(/(RegistreringNummerNummer>)[^<]*/, `$1${'Æ'.repeat(20_000)}`);
  await put(await extractOf(t, [longer, ...others]));
  const newest = (await releasesIn(client, prefix)).at(-1);
  t.is(newest?.changedVehicles, 1);
});
