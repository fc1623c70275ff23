import test from 'ava';
import {GateRefused} from '#indexer/generations/check.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {extractXml, someRecords} from '../../helpers/extracts/extract-files.ts';
import {aFile} from '../../helpers/extracts/files.ts';
import {importFile} from '../../helpers/extracts/import-extract.ts';

test('an extract whose fuels moved does not go live, and leaves nothing; a part of it is not compared', async t => {
  const {prefix, indices, vehicles} = anInstallation(t);
  const records = someRecords(1500).filter(record => record.includes('>Personbil<'));
  const xml = extractXml(records);
  const named = (content: Uint8Array, day: number) =>
    aFile(t, content, `ESStatistikListeModtag-202611${day}-031500.xml`);
  await importFile(t, await named(xml, 15), prefix);
  const before = await indices();

  const moved = xml
    .toString()
    .replaceAll(
      /<ns:KoeretoejDrivmiddelSamlingStruktur>[\s\S]*?<\/ns:KoeretoejDrivmiddelSamlingStruktur>/g,
      '<ns:Ny>$&</ns:Ny>',
    );
  const file = await named(Buffer.from(moved), 22);
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
