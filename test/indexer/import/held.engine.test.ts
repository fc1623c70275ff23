import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {loggedEvents} from '../../helpers/engines/logged-events.ts';
import {
  anExtractFile,
  extractXml,
  extractZip,
  someRecords,
} from '../../helpers/extracts/extract-files.ts';
import {aFolder} from '../../helpers/extracts/files.ts';
import {runIndexer} from '../../helpers/processes/run-indexer.ts';

const records = someRecords(300);
const zip = await extractZip(records);
const spoilt = await extractZip(records.map(record => record.replaceAll('KoeretoejIdent>', 'A>')));

test('an extract that is not to be promoted is verified and held', async t => {
  const {prefix, indices, run} = anInstallation(t);
  const {code, stdout, stderr} = await run('import', '--no-promote', await anExtractFile(t, zip));
  t.is(code, 0, stderr);
  t.regex(stdout, /^Held: (\S+-0001)\. "promote \1" puts it live\.\n/);
  t.regex(stdout, /passed {5}vehicles: 300 vehicles/);
  t.deepEqual(await indices(), {
    [`${prefix}vehicles-20261115-031500-0001`]: [`${prefix}vehicles-build-1`],
    [`${prefix}references-20261115-031500-0001`]: [`${prefix}references-build-1`],
  });
});

test('of a limited extract so many records are read, and it is held without being judged', async t => {
  const {client, prefix, run} = anInstallation(t);
  const file = await anExtractFile(t, zip);
  const {code, stdout, stderr} = await run('import', '--limit', '100', '--json', file);
  t.is(code, 0, stderr);
  t.like(JSON.parse(stdout), {outcome: 'held', records: 100, limit: 100, checks: []});
  t.false(await client.indices.existsAlias({name: `${prefix}vehicles`}));
});

test('a dry run reads and judges everything, and writes nothing anywhere', async t => {
  const {client, prefix} = anInstallation(t);
  const directory = join(aFolder(t), 'indexer');
  const env = {INDEX_PREFIX: prefix, INDEXER_DIRECTORY: directory};
  const good = await runIndexer(t, ['import', '--dry-run', await anExtractFile(t, zip)], env);
  t.is(good.code, 0, good.stderr);
  t.regex(good.stdout, /^Dry run: nothing was written\./);
  t.regex(good.stdout, new RegExp(`records {4}${records.length}\n`));
  t.notRegex(good.stdout, /unknown/);
  t.regex(good.stdout, /vehicles +at most 3\d\d$/m);
  const bad = await runIndexer(t, ['import', '--dry-run', await anExtractFile(t, spoilt)], env);
  t.is(bad.code, 65, bad.stderr);
  t.regex(bad.stderr, /rejects: (\d+) of \1 records \(100\.00 %\) were rejected/);
  t.deepEqual(await client.indices.get({index: `${prefix}*`}), {});
  await t.throwsAsync(readdir(directory), {code: 'ENOENT'});
});

test('what a build does is recorded, and so is why a person forced it', async t => {
  const {client, prefix, indices, run} = anInstallation(t);
  const file = await anExtractFile(t, spoilt);
  t.is((await run('import', '--no-promote', file)).code, 65);
  t.deepEqual(await indices(), {}, 'it is not held either');
  t.is((await run('import', file, '--force', 'For the demo')).code, 0);
  const events = await loggedEvents({client, prefix});
  const of = (build: number) => events.filter(event => event.build === build);
  t.like(
    of(1).find(({event}) => event === 'refused'),
    {
      outcome: 'refused',
      reason: 'rejects, vehicles',
      fileName: 'ESStatistikListeModtag-20261115-031500.zip',
      extractedAt: '2026-11-15T02:15:00.000Z',
    },
  );
  t.deepEqual(
    of(1).flatMap(({event, check, passed}) => (event === 'check' ? [[check, passed]] : [])),
    [
      ['age', true],
      ['date', true],
      ['refusals', true],
      ['rejects', false],
      ['vehicles', false],
      ['reference-lists', true],
      ['completeness', true],
      ['canaries', true],
    ],
  );
  t.like(
    of(2).find(({outcome}) => outcome === 'promoted'),
    {forced: 'For the demo', generation: '20261115-031500-0002'},
  );
});

/** How many of the first records get each element. */
const unknownElements = {
  Ny1: 90,
  'Ny1/Under': 90,
  Ny2: 80,
  'SynResultatStruktur/Ny3': 70,
  Ny4: 4,
  Ny5: 3,
  Ny6: 2,
};

const withUnknown = someRecords(300).map((record, place) => {
  const added = Object.entries(unknownElements)
    .filter(([path, count]) => path !== 'Ny1' && place < count)
    .map(([path]) =>
      path.split('/').reduceRight((below, name) => `<ns:${name}>${below}</ns:${name}>`, 'secret'),
    );
  return record.replace('</ns:Statistik>', `${added.join('')}</ns:Statistik>`);
});

test('elements that no extract had are told in the summary, the log and the record of the build', async t => {
  const {client, prefix} = anInstallation(t);
  const file = await anExtractFile(t, extractXml(withUnknown));
  const environment = {INDEX_PREFIX: prefix, INDEXER_DIRECTORY: aFolder(t)};
  const dryRun = await runIndexer(t, ['import', '--dry-run', '--json', file], environment);
  t.is(dryRun.code, 0, dryRun.stderr);
  t.deepEqual(JSON.parse(dryRun.stdout).unknownElements, unknownElements);

  const {code, stdout, stderr} = await runIndexer(t, ['import', file], environment);
  t.is(code, 0, stderr);
  t.regex(
    stdout,
    /\n {2}unknown {4}elements: Ny1 90, Ny2 80, SynResultatStruktur\/Ny3 70, Ny4 4, Ny5 3 and 1 more\n/,
  );
  const logged = stderr.split('\n').filter(line => line.includes('"unknown-element"'));
  t.deepEqual(
    logged.map(line => JSON.parse(line)).map(({element, count}) => [element, count]),
    Object.entries(unknownElements),
  );
  const events = await loggedEvents({client, prefix});
  t.deepEqual(
    events
      .filter(({event}) => event === 'unknown-element')
      .map(({reason, count}) => [reason, count]),
    Object.entries(unknownElements),
  );
  t.notRegex(dryRun.stdout + stdout + stderr + JSON.stringify(events), /secret/);
});
