import test from 'ava';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {loggedEvents} from '../../helpers/engines/logged-events.ts';
import {anExtractFile, extractXml, someRecords} from '../../helpers/extracts/extract-files.ts';
import {aFolder} from '../../helpers/extracts/files.ts';
import {runIndexer} from '../../helpers/processes/run-indexer.ts';

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

const records = someRecords(300).map((record, place) => {
  const added = Object.entries(unknownElements)
    .filter(([path, count]) => path !== 'Ny1' && place < count)
    .map(([path]) =>
      path.split('/').reduceRight((below, name) => `<ns:${name}>${below}</ns:${name}>`, 'secret'),
    );
  return record.replace('</ns:Statistik>', `${added.join('')}</ns:Statistik>`);
});

test('elements that no extract had are told in the summary, the log and the record of the build', async t => {
  const {client, prefix} = anInstallation(t);
  const file = await anExtractFile(t, extractXml(records));
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
