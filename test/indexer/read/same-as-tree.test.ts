import {readFileSync} from 'node:fs';
import test from 'ava';
import fc from 'fast-check';
import {someRecords} from '../../helpers/extracts/extract-files.ts';
import {arbitraryRecord} from './arbitrary-record.ts';
import {headOf, listOf, registerHead, sample} from './register-xml.ts';
import {comparedWithTrees} from './same-as-tree.ts';

const quirks = readFileSync(new URL('../../fixtures/register-quirks.xml', import.meta.url));

/** The sample with another prefix than `ns:`, or with none. */
const withPrefix = (prefix: string, declaration: string) =>
  Buffer.from(`${sample}`.replaceAll(/(?<=<\/?)ns:/g, prefix).replace('xmlns:ns=', declaration));

const forms = {
  'sample-dmr': sample,
  'register-quirks': quirks,
  'records with another prefix': withPrefix('dmr:', 'xmlns:dmr='),
  'records with a prefix of more than letters': withPrefix('d-m.r:', 'xmlns:d-m.r='),
  'records with the default namespace': withPrefix('', 'xmlns='),
};

for (const [form, content] of Object.entries(forms)) {
  test(`a batch of ${form} is what comes of its trees`, async t => {
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
