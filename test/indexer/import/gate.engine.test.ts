import test, {type ExecutionContext} from 'ava';
import {GateRefused} from '#indexer/generations/check.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {loggedEvents} from '../../helpers/engines/logged-events.ts';
import {
  anExtractFile,
  extractXml,
  extractZip,
  someRecords,
} from '../../helpers/extracts/extract-files.ts';
import {importFile} from '../../helpers/extracts/import-extract.ts';
import {runIndexer, sentencesOf} from '../../helpers/processes/run-indexer.ts';

const records = someRecords(2000);
const whole = await extractZip(records);
const fewer = await extractZip(someRecords(1200));
const older = await extractZip(records.slice(1));
/** Of fewer vehicles, and none a motorcycle or of a color. */
const spoilt = await extractZip(
  someRecords(1200).map(record =>
    record
      .replaceAll('FarveStruktur>', 'FarveA>')
      .replace(
        /(<ns:KoeretoejArtNummer>)\d+([\s\S]*<ns:KoeretoejArtNavn>)Motorcykel</,
        '$11$2Personbil<',
      ),
  ),
);

/** Each record has the plate of the one after it. */
const replated = await extractZip(
  records.map((record, at) => {
    const [plate = ''] =
      /(?<=NummerNummer>)[^<]*/.exec(records[(at + 1) % records.length] ?? '') ?? [];
    return record.replace(/(?<=NummerNummer>)[^<]*/, plate);
  }),
);

/** An installation that serves the extract of November 15, and what becomes of one that comes after. */
const installed = async (t: ExecutionContext) => {
  const {client, prefix, indices, run} = anInstallation(t);
  const liveIndex = async () =>
    Object.keys(await client.indices.getAlias({name: `${prefix}vehicles`}))[0]?.slice(
      `${prefix}vehicles-`.length,
    );
  const generations = async () =>
    Object.keys(await indices()).filter(index => /(?:vehicles|references)-\d/.test(index)).length /
    2;
  await importFile(t, await anExtractFile(t, whole), prefix);
  return {run, liveIndex, generations, client, prefix};
};

type Spoilt = {
  readonly content: Uint8Array;
  readonly day: number;
  /** What the refusal says. */
  readonly words: RegExp;
};

const refusedUnlessForced = test.macro({
  title: (_, what: string) => `${what} is refused in a sentence, and goes live by force`,
  async exec(t, _what: string, {content, day, words}: Spoilt) {
    const {run, liveIndex, generations} = await installed(t);
    const file = await anExtractFile(t, content, day);
    const refused = await run('import', file, '--json');
    t.is(refused.code, 65, refused.stderr);
    const result = JSON.parse(refused.stdout);
    t.is(result.outcome, 'refused');
    const failed = result.checks.filter(({passed}: {readonly passed: boolean}) => !passed);
    t.deepEqual(failed.map(({name}: {readonly name: string}) => name).join(', '), result.reason);
    t.true(refused.stderr.includes(result.message));
    const sentences = sentencesOf(refused.stderr).join('\n');
    t.regex(sentences, /^The extract was refused: /m);
    t.regex(sentences, words);
    t.regex(sentences, /--force "<reason>"/);
    t.is(await liveIndex(), '20261115-031500-0001');
    t.is(await generations(), 1);

    const forced = await run('import', file, '--force', 'The register did lose them', '--json');
    t.is(forced.code, 0, forced.stderr);
    t.is(await liveIndex(), `202611${day}-031500-0003`);
    t.is(JSON.parse(forced.stdout).version, `202611${day}-031500-0003`);
  },
});

test(refusedUnlessForced, 'an extract with 40 % of the vehicles missing', {
  content: fewer,
  day: 22,
  words:
    /vehicles: 1,200 vehicles, 60\.00 % of the 2,000 that are live; limit: at least 98 % \(GATE_MIN_VEHICLES_PERCENT\)\. Check whether/,
});

test(refusedUnlessForced, 'an extract older than the live one', {
  content: older,
  day: 14,
  words:
    /age: made at 2026-11-14T02:15:00\.000Z, and the live one at 2026-11-15T02:15:00\.000Z; limit: not older than 20261115-031500-0001\./,
});

test(refusedUnlessForced, 'an extract whose plates are shifted by one record', {
  content: replated,
  day: 22,
  words:
    /^The extract was refused: changes: too many changes: Replated 1,\d{3} \(9\d\.\d\d % of the live vehicles, usually up to 0\.30 %, limit 1\.60 %\); limit: of each kind, 3 times those of a busy week of the register \(GATE_MAX_CHANGES_FACTOR\), and 0\.2 % more\. Compare/m,
});

test('of an extract that changes too much nothing is left; a promotion of it is not judged', async t => {
  const {client, prefix, run, generations} = await installed(t);
  const releases = async () => Object.keys(await client.indices.get({index: `${prefix}changes-*`}));
  const before = await releases();
  const file = await anExtractFile(t, replated, 22);
  const refused = await t.throwsAsync(importFile(t, file, prefix), {instanceOf: GateRefused});
  t.is(refused?.reason, 'changes');
  t.true((refused?.checks ?? []).some(({name, passed}) => name === 'canaries' && passed));
  t.deepEqual(await releases(), before);
  const again = await run('import', file);
  t.is(again.code, 65, again.stderr);
  t.regex(again.stderr, /nothing that decides about it has changed since/);
  const [event] = (await loggedEvents({client, prefix})).filter(({check}) => check === 'changes');
  t.like(event, {event: 'check', passed: false});

  const {summary} = await importFile(t, file, prefix, {promote: false, force: 'to look at it'});
  t.is(await generations(), 2);
  t.is((await run('promote', summary.version ?? '')).code, 0);
  t.is((await releases()).length, before.length + 1);
});

test('a dry run refuses what no import could put live', async t => {
  const {run, generations} = await installed(t);
  const {code, stderr} = await run('import', await anExtractFile(t, spoilt, 22), '--dry-run');
  t.is(code, 65, stderr);
  t.regex(stderr, /vehicles: at most 1,2\d\d vehicles, 6\d\.\d\d % of the 2,000 that are live; /);
  t.regex(stderr, /kinds: no vehicle of Motorcycle \(\d+ are live\)/);
  t.regex(stderr, /reference-lists: empty: colors; /);
  t.is(await generations(), 1);
});

test('a dry run does not judge what repeated vehicles could change', async t => {
  const {run} = await installed(t);
  const repeated = await extractZip([...records, ...records]);
  const {code, stdout, stderr} = await run(
    'import',
    await anExtractFile(t, repeated, 22),
    '--dry-run',
  );
  t.is(code, 0, stderr);
  t.regex(stdout, /passed {5}vehicles: at most \d,\d{3} vehicles, [12]\d\d\.\d\d % of the 2,000/);
});

test('the same extract again is already current, under any name and packing', async t => {
  const {run, liveIndex, generations} = await installed(t);
  const again = await run('import', await anExtractFile(t, whole), '--json');
  t.is(again.code, 0, again.stderr);
  t.like(JSON.parse(again.stdout), {outcome: 'already-current', version: '20261115-031500-0001'});

  const repacked = await extractZip([...records.slice(0, -1), `${records.at(-1)}`]);
  const renamed = await run('import', await anExtractFile(t, repacked, 22));
  t.is(renamed.code, 0, renamed.stderr);
  t.regex(renamed.stdout, /^Already current: 20261115-031500-0001 holds the same extract/);
  t.is(await liveIndex(), '20261115-031500-0001');
  t.is(await generations(), 1);
});

test('the same extract again is imported where this release cannot serve what is live, and by force', async t => {
  const {run, liveIndex, client, prefix} = await installed(t);
  const file = await anExtractFile(t, whole);
  const index = `${prefix}vehicles-${await liveIndex()}`;
  const {[index]: live} = await client.indices.getMapping({index});
  const _meta = {...live?.mappings._meta, mappingVersion: 1};
  await client.indices.putMapping({index, _meta});
  const again = await run('import', file);
  t.is(again.code, 0, again.stderr);
  t.is(await liveIndex(), '20261115-031500-0002');

  const forced = await run('import', file, '--force', 'New mapping');
  t.is(forced.code, 0, forced.stderr);
  t.is(await liveIndex(), '20261115-031500-0003');
});

test('an extract that was live before is older, and one that was rolled back does not come back by itself', async t => {
  const {run, liveIndex} = await installed(t);
  const file = await anExtractFile(t, older, 22);
  t.is((await run('import', file)).code, 0);
  const copied = await run('import', await anExtractFile(t, whole, 29));
  t.is(copied.code, 65, copied.stderr);
  t.regex(copied.stderr, /age: the extract was live before as 20261115-031500-0001/);
  t.is(await liveIndex(), '20261122-031500-0002');

  const back = await run('rollback', '--yes', '--reason', 'Wrong colors');
  t.is(back.code, 0, back.stderr);
  const again = await run('import', file);
  t.is(again.code, 65, again.stderr);
  t.regex(again.stderr, /refusals: the same extract was taken out of service .+: Wrong colors;/);
  t.is(await liveIndex(), '20261115-031500-0001');
  t.is((await run('import', file, '--force', 'They were right')).code, 0);
  t.is(await liveIndex(), '20261122-031500-0005');
});

test('force without a reason, or with one that reads as something else, is wrong usage', async t => {
  const file = await anExtractFile(t, whole);
  for (const reason of [' ', 'all\u{202E}thgir']) {
    const {code, stderr} = await runIndexer(t, ['import', file, '--force', reason]);
    t.is(code, 2);
    t.regex(stderr, /reason/);
  }
});

test('an extract without vehicles that was forced live keeps no real one out', async t => {
  const {run} = anInstallation(t);
  const empty = await anExtractFile(t, await extractZip([]));
  t.is((await run('import', empty)).code, 65);
  const forced = await run('import', empty, '--force', 'to begin with');
  t.is(forced.code, 0, forced.stderr);
  const {code, stderr} = await run('import', await anExtractFile(t, fewer, 22));
  t.is(code, 0, stderr);
});

test('an extract whose fuels moved does not go live, and leaves nothing; a part of it is not compared', async t => {
  const {prefix, indices, vehicles} = anInstallation(t);
  const records = someRecords(1500).filter(record => record.includes('>Personbil<'));
  const xml = extractXml(records);
  await importFile(t, await anExtractFile(t, xml), prefix);
  const before = await indices();

  const moved = xml
    .toString()
    .replaceAll(
      /<ns:KoeretoejDrivmiddelSamlingStruktur>[\s\S]*?<\/ns:KoeretoejDrivmiddelSamlingStruktur>/g,
      '<ns:Ny>$&</ns:Ny>',
    );
  const file = await anExtractFile(t, Buffer.from(moved), 22);
  const refused = await t.throwsAsync(importFile(t, file, prefix), {instanceOf: GateRefused});
  t.like(
    refused?.checks.find(({name}) => name === 'completeness'),
    {
      passed: false,
      limit:
        'at least 95 % of the live share, less what chance explains (GATE_MIN_COMPLETENESS_PERCENT)',
    },
  );
  t.deepEqual(await indices(), before, 'neither an index nor an alias is left or moved');
  t.is(await vehicles(), new Set(records.map(record => /Ident>(\d+)</.exec(record)?.[1])).size);

  const {summary} = await importFile(t, file, prefix, {limit: 1000, dryRun: true});
  t.false(summary.checks.some(({name}) => name === 'completeness'));
});
