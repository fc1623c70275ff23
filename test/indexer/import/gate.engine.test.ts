import test from 'ava';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {loggedEvents} from '../../helpers/engines/logged-events.ts';
import {anExtractFile, extractZip, someRecords} from '../../helpers/extracts/extract-files.ts';
import {aFile} from '../../helpers/extracts/files.ts';
import {importFile} from '../../helpers/extracts/import-extract.ts';
import {sentencesOf} from '../../helpers/processes/run-indexer.ts';
import {type Scope, sharedFixture} from '../../helpers/scope.ts';

const vehicles = 1000;
const records = someRecords(vehicles);
const fewer = someRecords(600);

/** Of fewer vehicles, and none a motorcycle or of a color. */
const spoilt = fewer.map(record =>
  record
    .replaceAll('FarveStruktur>', 'FarveA>')
    .replace(
      /(<ns:KoeretoejArtNummer>)\d+([\s\S]*<ns:KoeretoejArtNavn>)Motorcykel</,
      '$11$2Personbil<',
    ),
);

/** Each record of a half has the plate of the one after it. */
const replated = records.map((record, at) => {
  if (at > records.length / 2) return record;
  const next = records[(at + 1) % records.length] ?? '';
  const [plate = ''] = /(?<=NummerNummer>)[^<]*/.exec(next) ?? [];
  return record.replace(/(?<=NummerNummer>)[^<]*/, plate);
});

const fuels =
  /<ns:KoeretoejDrivmiddelSamlingStruktur>[\s\S]*?<\/ns:KoeretoejDrivmiddelSamlingStruktur>/g;

/** The fuels of half of the records are in an element that no extract had. */
const withoutFuels = records.map((record, at) =>
  at % 2 === 0 ? record.replaceAll(fuels, '<ns:Ny>$&</ns:Ny>') : record,
);

/** An installation that serves the extract of November 15, and how to look at it. */
const serving = async (t: Scope, records: readonly string[]) => {
  const installation = anInstallation(t);
  const {client, prefix} = installation;
  const live = await anExtractFile(t, await extractZip(records));
  await importFile(t, live, prefix);
  return {
    ...installation,
    live,
    liveVersion: async () => {
      const [index = ''] = Object.keys(await client.indices.getAlias({name: `${prefix}vehicles`}));
      return index.slice(`${prefix}vehicles-`.length);
    },
    /** How many releases there are. */
    releases: async () =>
      Object.keys(await client.indices.get({index: `${prefix}changes-*`})).length,
    /** Imports other records, of a day in November. */
    importOf: async (t: Scope, records: readonly string[], day: number, ...options: string[]) => {
      const file = await anExtractFile(t, await extractZip(records), day);
      return await installation.run('import', file, ...options);
    },
  };
};

/** A whole fleet; what is refused or a dry run changes nothing of it. */
const shared = sharedFixture(test, scope => serving(scope, records));

type Spoilt = {
  readonly records: readonly string[];
  readonly day: number;
  readonly check: string;
  /** What the refusal says. */
  readonly words: RegExp;
};

const refused = test.macro({
  title: (_, what: string) => `${what} is refused in a sentence, and nothing of it stays`,
  async exec(t, _what: string, {records, day, check, words}: Spoilt) {
    const {client, prefix, indices, releases, importOf} = await shared();
    const before = [await indices(), await releases()];
    const {code, stdout, stderr} = await importOf(t, records, day, '--json');
    t.is(code, 65, stderr);
    const result = JSON.parse(stdout);
    t.like(result, {outcome: 'refused', reason: check});
    const failed = result.checks.filter(({passed}: {readonly passed: boolean}) => !passed);
    t.deepEqual(failed.map(({name}: {readonly name: string}) => name).join(', '), check);
    t.true(result.checks.length > 1, 'those that passed are told as well');
    t.true(stderr.includes(result.message));
    const sentences = sentencesOf(stderr).join('\n');
    t.regex(sentences, /^The extract was refused: /m);
    t.regex(sentences, words);
    t.regex(sentences, /--force "<reason>"/);
    t.deepEqual([await indices(), await releases()], before);
    const events = await loggedEvents({client, prefix});
    t.like(events.at(-1), {event: 'refused', reason: check});
  },
});

test.serial(refused, 'an extract with 40 % of the vehicles missing', {
  records: fewer,
  day: 22,
  check: 'vehicles',
  words:
    /vehicles: 600 vehicles, 60\.00 % of the 1,000 that are live; limit: at least 98 % \(GATE_MIN_VEHICLES_PERCENT\)\. Check whether/,
});

test.serial(refused, 'an extract older than the live one', {
  records: records.slice(1),
  day: 14,
  check: 'age',
  words:
    /age: made at 2026-11-14T02:15:00\.000Z, and the live one at 2026-11-15T02:15:00\.000Z; limit: not older than 20261115-031500-0001\./,
});

test.serial(refused, 'an extract half of whose plates are shifted by one record', {
  records: replated,
  day: 22,
  check: 'changes',
  words:
    /^The extract was refused: changes: too many changes: Replated 4\d\d \(4\d\.\d\d % of the live vehicles, usually up to 0\.30 %, limit 2\.10 %\); limit: of each kind, 3 times those of a busy week of the register \(GATE_MAX_CHANGES_FACTOR\), and 0\.2 % more\. Compare/m,
});

test.serial(refused, 'an extract half of whose fuels moved', {
  records: withoutFuels,
  day: 22,
  check: 'completeness',
  words:
    /completeness: .+; limit: at least 95 % of the live share, less what chance explains \(GATE_MIN_COMPLETENESS_PERCENT\)\. /,
});

test.serial('an extract dated ahead is refused before anything is built', async t => {
  const {run, indices} = await shared();
  const name = 'ESStatistikListeModtag-29991231-031500.zip';
  const before = await indices();
  const {code, stderr} = await run('import', await aFile(t, await extractZip(fewer), name));
  t.is(code, 65, stderr);
  t.regex(stderr, /date: made at 2999-12-31T02:15:00\.000Z; limit: at most a day ahead of this/);
  t.deepEqual(await indices(), before);
});

test.serial('a dry run refuses what no import could put live', async t => {
  const {importOf} = await shared();
  const {code, stderr} = await importOf(t, spoilt, 22, '--dry-run');
  t.is(code, 65, stderr);
  t.regex(stderr, /vehicles: at most 6\d\d vehicles, 6\d\.\d\d % of the 1,000 that are live; /);
  t.regex(stderr, /kinds: no vehicle of Motorcycle \(\d+ are live\)/);
  t.regex(stderr, /reference-lists: empty: colors; /);
});

test.serial('a dry run does not judge what repeated vehicles could change', async t => {
  const {importOf} = await shared();
  const {code, stdout, stderr} = await importOf(t, [...records, ...records], 22, '--dry-run');
  t.is(code, 0, stderr);
  t.regex(stdout, /passed {5}vehicles: at most \d,\d{3} vehicles, [12]\d\d\.\d\d % of the 1,000/);
});

test.serial('a part of an extract is not compared with the live one', async t => {
  const {importOf} = await shared();
  const limited = ['--limit', '1000', '--dry-run', '--json'];
  const {code, stdout, stderr} = await importOf(t, withoutFuels, 22, ...limited);
  t.is(code, 0, stderr);
  const {checks} = JSON.parse(stdout) as {checks: readonly {readonly name: string}[]};
  t.deepEqual(
    checks.map(({name}) => name),
    ['rejects'],
  );
});

test.serial('the live extract under another name is already current', async t => {
  const {liveVersion, importOf} = await shared();
  const {code, stdout, stderr} = await importOf(t, records, 22);
  t.is(code, 0, stderr);
  t.regex(stdout, /^Already current: 20261115-031500-0001 holds the same extract/);
  t.is(await liveVersion(), '20261115-031500-0001');
});

test.serial(
  'what the gate refuses goes live by force, and by a promotion, which is not judged',
  async t => {
    const {run, liveVersion, releases, importOf} = await shared();
    const before = await releases();
    const held = await importOf(t, replated, 22, '--no-promote', '--force', 'a look', '--json');
    const {version} = JSON.parse(held.stdout);
    t.is((await run('promote', version)).code, 0);
    t.is(await liveVersion(), version);
    t.is(await releases(), before + 1);

    const forced = await importOf(t, fewer, 29, '--force', 'The register did lose them', '--json');
    t.is(forced.code, 0, forced.stderr);
    t.like(JSON.parse(forced.stdout), {outcome: 'promoted', version: await liveVersion()});
    t.is(await releases(), before + 2);
  },
);

const few = someRecords(60);

test('the same extract again is imported where this release cannot serve what is live', async t => {
  const {run, live, liveVersion, client, prefix} = await serving(t, few);
  const index = `${prefix}vehicles-${await liveVersion()}`;
  const {[index]: found} = await client.indices.getMapping({index});
  await client.indices.putMapping({index, _meta: {...found?.mappings._meta, mappingVersion: 1}});
  const again = await run('import', live);
  t.is(again.code, 0, again.stderr);
  t.is(await liveVersion(), '20261115-031500-0002');
});

test('an extract that was live before is older, and one that was rolled back does not come back by itself', async t => {
  const {run, liveVersion, importOf} = await serving(t, few);
  const next = few.slice(1);
  t.is((await importOf(t, next, 22)).code, 0);
  const copied = await importOf(t, few, 29);
  t.is(copied.code, 65, copied.stderr);
  t.regex(copied.stderr, /age: the extract was live before as 20261115-031500-0001/);
  t.is(await liveVersion(), '20261122-031500-0002');

  const back = await run('rollback', '--yes', '--reason', 'Wrong colors');
  t.is(back.code, 0, back.stderr);
  const again = await importOf(t, next, 22);
  t.is(again.code, 65, again.stderr);
  t.regex(again.stderr, /refusals: the same extract was taken out of service .+: Wrong colors;/);
  t.is(await liveVersion(), '20261115-031500-0001');
  t.is((await importOf(t, next, 22, '--force', 'They were right')).code, 0);
  t.is(await liveVersion(), '20261122-031500-0005');
});

test('an extract without vehicles that was forced live keeps no real one out', async t => {
  const {run} = anInstallation(t);
  const empty = await anExtractFile(t, await extractZip([]));
  t.is((await run('import', empty)).code, 65);
  const forced = await run('import', empty, '--force', 'to begin with');
  t.is(forced.code, 0, forced.stderr);
  const {code, stderr} = await run('import', await anExtractFile(t, await extractZip(few), 22));
  t.is(code, 0, stderr);
});
