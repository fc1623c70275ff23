import test from 'ava';
import {GateRefused} from '#indexer/generations/check.ts';
import {anInstallation} from '../helpers/engines/installation.ts';
import {loggedEvents} from '../helpers/engines/logged-events.ts';
import {extractZip, someRecords} from '../helpers/extracts/extract-files.ts';
import {aFile} from '../helpers/extracts/files.ts';
import {importFile} from '../helpers/extracts/import-extract.ts';
import {shown} from './lens.ts';

type Row = Readonly<Record<string, unknown>>;

test('panels show what imports log: one that goes live, one that is refused, one that is held', async t => {
  const {client, prefix} = anInstallation(t);
  const fleet = someRecords(300);
  const importOf = async (day: string, records: readonly string[], given = {}) => {
    const name = `ESStatistikListeModtag-202611${day}-031500.zip`;
    return await importFile(t, await aFile(t, await extractZip(records), name), prefix, given);
  };
  const {summary} = await importOf('01', fleet);
  await t.throwsAsync(importOf('08', fleet.slice(0, 30)), {instanceOf: GateRefused});
  await importOf('15', fleet.slice(1), {promote: false});
  const events = await loggedEvents({client, prefix});
  const panel = (id: string) => shown(client, prefix, id);
  const rowsOf = async (id: string) => (await panel(id)) as readonly Row[];

  const promoted = events.find(({event}) => event === 'promoted');
  t.is(await panel('served-generation'), summary.version);
  t.deepEqual(await panel('served-extract'), {extractedAt: '2026-11-01T02:15:00.000Z'});
  t.deepEqual(await panel('served-age'), {importedAt: promoted?.importedAt});
  const read = events.findLast(({event}) => event === 'progress');
  const {build, bytesRead, totalBytes} = read ?? {};
  t.is(build, 3);
  t.deepEqual(await panel('running-build'), {bytesRead, totalBytes});
  t.deepEqual(Object.keys((await panel('vehicles-per-second')) as Row), ['3']);

  const wrote = ({Way, Unchanged, Written, Deleted}: Row) => [Way, Unchanged, Written, Deleted];
  const newest = await rowsOf('newest-builds');
  t.like(newest, [
    {key: '3', Outcome: 'held'},
    {key: '2', Outcome: 'refused'},
    {key: '1', Outcome: 'promoted', 'Full because': 'no generation is live'},
  ]);
  t.deepEqual(newest.map(wrote), [
    ['difference', 297, 2, 1],
    ['difference', 30, 0, 270],
    ['full', 0, 300, 0],
  ]);

  const [held, refused, ...others] = await rowsOf('refusals');
  t.like(held, {key: '3', Outcome: 'held', Reason: undefined});
  t.like(refused, {key: '2', Outcome: 'refused', Reason: 'vehicles, kind-shares'});
  t.regex(String(refused?.['Sentence']), /^The extract was refused: /);
  t.deepEqual(others, []);

  const phases = (await panel('phase-durations')) as Readonly<Record<string, Row>>;
  t.deepEqual(Object.keys(phases['1'] ?? {}), [
    'comparing',
    'fingerprints',
    'promoting',
    'reading',
    'references',
    'replicating',
    'sealing',
    'verifying',
  ]);
  const changed = ['copying', 'deleting', 'fingerprints', 'reading', 'references'];
  t.deepEqual(Object.keys(phases['2'] ?? {}), [...changed, 'verifying']);
});
