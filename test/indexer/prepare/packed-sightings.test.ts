import test from 'ava';
import fc from 'fast-check';
import {PackedSightings} from '#indexer/prepare/packed-sightings.ts';
import type {ReferenceSighting, ReferenceSightings} from '#indexer/stages/collect-references.ts';

const greatest = 2n ** 63n - 1n;

const someSighting: fc.Arbitrary<readonly [string, ReferenceSighting]> = fc.tuple(
  fc.integer({min: 0, max: 40}).map(id => `variants:1:2:${id}`),
  fc.record(
    {
      vehicleId: fc.bigInt({min: 1n, max: greatest}).map(String),
      name: fc.oneof(fc.string({unit: 'binary'}), fc.constantFrom('Æ\n5', '\n', '12\nX')),
      variantId: fc.bigInt({min: 0n, max: greatest}).map(String),
    },
    {requiredKeys: ['vehicleId', 'name']},
  ),
);

test('packed sightings are what a Map would hold', t => {
  fc.assert(
    fc.property(fc.array(someSighting, {maxLength: 200}), sightings => {
      const packed = new PackedSightings();
      const plain: ReferenceSightings = new Map();
      for (const [key, sighting] of sightings) {
        packed.set(key, sighting);
        plain.set(key, sighting);
        t.deepEqual(packed.get(key), sighting);
      }
      t.deepEqual(new Map(packed.entries()), plain);
    }),
    {seed: 20_261_121, numRuns: 300},
  );
  t.is(new PackedSightings().get('kinds:::1'), undefined);
});

test('an original name is kept beside the English one, and can change', t => {
  const packed = new PackedSightings();
  packed.set('kinds:::1', {vehicleId: '1', name: 'Bus', originalName: 'Stor personbil'});
  packed.set('kinds:::1', {vehicleId: '2', name: 'Bus', originalName: 'Bus'});
  t.deepEqual(packed.get('kinds:::1'), {vehicleId: '2', name: 'Bus', originalName: 'Bus'});
});

test('more sightings than there was room for at first are kept', t => {
  const packed = new PackedSightings();
  for (let id = 0; id < 3000; id += 1) {
    packed.set(`models:1::${id}`, {vehicleId: String(id + 1), name: `model ${id}`});
  }
  t.is(Array.from(packed.entries()).length, 3000);
  t.deepEqual(packed.get('models:1::2999'), {vehicleId: '3000', name: 'model 2999'});
});
