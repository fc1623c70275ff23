import test from 'ava';
import fc from 'fast-check';
import {indexNames, parseIndexName, toVersion} from '#mappings/generation.ts';

const digits = (length: number) =>
  fc.nat(10 ** length - 1).map(number => String(number).padStart(length, '0'));

const someGeneration = fc.record({
  stamp: fc.tuple(digits(8), digits(6)).map(parts => parts.join('-')),
  build: fc.integer({min: 0, max: 1_000_000}),
});

const somePrefix = fc.constantFrom('', 'test-', 'vehicles-', 'a.b_c-');

test('the names of a generation tell which generation they are of', t => {
  fc.assert(
    fc.property(somePrefix, someGeneration, (prefix, generation) => {
      const names = indexNames(prefix, toVersion(generation));
      t.deepEqual(parseIndexName(prefix, names.vehicles), generation);
      t.deepEqual(parseIndexName(prefix, names.references), generation);
    }),
    {seed: 20_261_121},
  );
  t.pass();
});

const isForeign = test.macro({
  title: (_, index: string, prefix: string) =>
    `${index} is not ours when our prefix is "${prefix}"`,
  exec(t, index: string, prefix: string) {
    t.is(parseIndexName(prefix, index), undefined);
  },
});

test(isForeign, 'vehicles', '');
test(isForeign, 'vehicles-backup', '');
test(isForeign, 'vehicles-20261115-031500', '');
test(isForeign, 'vehicles-20261115-031500-001', '');
test(isForeign, 'vehicles-20261115-031500-0001-copy', '');
test(isForeign, 'vehicles-20261115-031500-build', '');
test(isForeign, 'old-vehicles-20261115-031500-0001', '');
test(isForeign, 'plates-20261115-031500-0001', '');
test(isForeign, 'vehicles-20261115-031500-0001', 'test-');
test(isForeign, 'testXvehicles-20261115-031500-0001', 'test.');
test(isForeign, 'VEHICLES-20261115-031500-0001', '');
