import {readFileSync} from 'node:fs';
import test from 'ava';
import {documentVersion} from '#mappings/vehicle-document.ts';
import {digestOf, fixtures, generated, golden, madeOfFixture} from './golden.ts';

const read = (name: string): string => readFileSync(new URL(name, golden), 'utf8');

for (const name of fixtures) {
  test(`what is made of ${name} is in its golden file`, async t => {
    t.deepEqual((await madeOfFixture(name)).split('\n'), read(`${name}.ndjson`).split('\n'));
  });
}

type Digests = {readonly [What in keyof typeof generated]: readonly string[]};
const digests: Digests = JSON.parse(read('generated.json'));

test('the documents and reference entries of some generated vehicles are those of the golden digests', t => {
  t.deepEqual(generated.vehicles(3_000), digests.vehicles.slice(0, 3));
});

test('documents that have changed have another version', t => {
  const files = [...fixtures.map(name => `${name}.ndjson`), 'generated.json'];
  const digest = digestOf(files.map(read));
  t.deepEqual(JSON.parse(read('version.json')), {documentVersion, digest});
});

test('what is made of odd records is that of the golden digests', t => {
  t.deepEqual(generated.oddRecords(), digests.oddRecords);
});
