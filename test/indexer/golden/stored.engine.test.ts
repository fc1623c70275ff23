import {readFileSync} from 'node:fs';
import test from 'ava';
import {mappingVersion, VehicleDocument} from '#mappings/vehicle-document.ts';
import {storedReferences, storedVehicles} from '../../helpers/engines/stored-documents.ts';
import {fixtureExtract, importFile} from '../../helpers/extracts/import-extract.ts';
import {sharedFixture} from '../../helpers/scope.ts';
import {type Fixture, fixtures, golden} from './golden.ts';

const imported = sharedFixture(test, async (scope, name: Fixture) =>
  importFile(scope, await fixtureExtract(scope, name)),
);

const counts = {
  'sample-dmr': {records: 13, vehicles: 12, repeats: 1, rejects: 0},
  'register-quirks': {records: 19, vehicles: 17, repeats: 2, rejects: 0},
};

for (const name of fixtures) {
  test(`what is stored of ${name} is in its golden file, and nothing of persons`, async t => {
    const {client, prefix, summary} = await imported(name);
    t.like(summary, counts[name]);
    const lines = readFileSync(new URL(`${name}.ndjson`, golden), 'utf8').split('\n');
    const documents = lines
      .filter(line => line.startsWith('{"vehicleBytes"'))
      .map(line => VehicleDocument.parse(JSON.parse(line)));
    const stored = await storedVehicles(client, prefix);
    t.deepEqual(
      stored,
      documents.toSorted(({vehicle: a}, {vehicle: b}) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1)),
    );
    for (const secret of ['CVR', 'DMR Konvertering', '"0999"', 'Ejer', 'Syntetisk', 'KOMMENTAR']) {
      t.false(JSON.stringify(stored).includes(secret), `${secret} is stored`);
    }
  });
}

test('the generation says which extract it comes from and when that was made', async t => {
  const {client, prefix, summary} = await imported('sample-dmr');
  const version = '20261115-031500-0001';
  t.is(summary.version, version);
  const mappings = await client.indices.getMapping({index: `${prefix}vehicles`});
  const extractedAt = '2026-11-15T02:15:00.000Z';
  t.like(Object.values(mappings)[0]?.mappings._meta, {
    ...{mappingVersion, version, extractedAt},
    vehicleCount: 12,
  });
});

test('the reference lists hold what the vehicles carry, with ids of 17 digits exact', async t => {
  const {client, prefix} = await imported('sample-dmr');
  const entries = await storedReferences(client, prefix);
  t.like(entries.get('kinds:::1'), {
    ...{list: 'kinds', id: '1', name: 'Passenger car', originalName: 'Personbil'},
    searchNames: ['passenger car', 'personbil'],
  });
  t.like(entries.get('makes:::19001'), {name: 'CITROËN', searchNames: ['citroen']});
  t.like(entries.get('designation-types:59001:79000001:69999999990099901'), {
    ...{list: 'designation-types', id: '69999999990099901', name: '01', searchNames: ['01']},
    ...{makeId: '59001', modelId: '79000001', variantId: '7900000101'},
  });
});
