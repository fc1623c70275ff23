import {readFileSync} from 'node:fs';
import test from 'ava';
import {generated, golden} from './golden.ts';

test('the documents and reference entries of all generated vehicles are those of the golden digests', t => {
  t.timeout(600_000);
  const {vehicles} = JSON.parse(readFileSync(new URL('generated.json', golden), 'utf8'));
  t.deepEqual(generated.vehicles(), vehicles);
});
