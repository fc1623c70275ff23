import {readFileSync} from 'node:fs';
import test from 'ava';
import fc from 'fast-check';
import {someRecords} from '../../helpers/extracts/extract-files.ts';
import {arbitraryRecord} from './arbitrary-record.ts';
import {headOf, listOf, registerHead, sample, sampleRecords} from './register-xml.ts';
import {comparedWithTrees} from './same-as-tree.ts';

const quirks = readFileSync(new URL('../../fixtures/register-quirks.xml', import.meta.url));

for (const [name, content] of Object.entries({'sample-dmr': sample, 'register-quirks': quirks})) {
  test(`a batch of ${name} is what comes of its trees`, async t => {
    const head = await headOf(content);
    t.true(comparedWithTrees(head)(t, listOf(content, head)).documents.length > 10);
  });
}

for (const seed of [1, 2, 3]) {
  test(`batches of generated extract ${seed} are what comes of their trees`, t => {
    const xml = comparedWithTrees(registerHead);
    const records = someRecords(400, seed);
    for (let from = 0; from < records.length; from += 50) {
      xml(t, records.slice(from, from + 50).join(''), `from record ${from}`);
    }
    t.true(records.length >= 400);
  });
}

const namespace = 'http://skat.dk/dmr/2007/05/31/';
const prefixes = {
  'another prefix': ['dmr:', 'xmlns:dmr'],
  'a prefix of more than letters': ['d-m.r:', 'xmlns:d-m.r'],
  'the default namespace': ['', 'xmlns'],
} as const;

for (const [what, [prefix, xmlns]] of Object.entries(prefixes)) {
  test(`a batch of records with ${what} is what comes of its trees`, async t => {
    const root = `<${prefix}ESStatistikListeModtag_I ${xmlns}="${namespace}">`;
    const head = await headOf(`${root}<${prefix}StatistikSamling>`);
    const xml = sampleRecords.join('\n').replaceAll(/(?<=<\/?)ns:/g, prefix);
    t.true(comparedWithTrees(head)(t, xml).documents.length > 10);
  });
}

test('whatever register-like record there is, its batch is what comes of its trees', t => {
  const xml = comparedWithTrees(registerHead);
  let accepted = 0;
  fc.assert(
    fc.property(arbitraryRecord(1), record => {
      accepted += xml(t, record).documents.length;
    }),
    {seed: 20_261_122, numRuns: 1500},
  );
  t.true(accepted > 1000, `${accepted} records were accepted`);
});
