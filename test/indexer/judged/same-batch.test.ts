import {readFileSync} from 'node:fs';
import test from 'ava';
import fc from 'fast-check';
import {someRecords} from '../../helpers/extracts/extract-files.ts';
import {treeOf} from '../../helpers/extracts/record-trees.ts';
import {arbitraryRecord} from '../read/arbitrary-record.ts';
import {headOf, registerHead, sample, sampleRecords} from '../read/register-xml.ts';
import {judge} from './judge.ts';

const quirks = readFileSync(new URL('../../fixtures/register-quirks.xml', import.meta.url));

for (const [name, content] of Object.entries({'sample-dmr': sample, 'register-quirks': quirks})) {
  test(`a batch of ${name} is what the plain way makes of it`, async t => {
    const head = await headOf(content);
    const list = content.subarray(head.length, content.lastIndexOf('</ns:StatistikSamling>'));
    t.true(judge(head).xml(t, list).documents.length > 10);
  });
}

for (const seed of [1, 2, 3]) {
  test(`batches of generated extract ${seed} are what the plain way makes of them`, t => {
    const {xml} = judge(registerHead);
    const records = someRecords(400, seed);
    for (let from = 0; from < records.length; from += 50) {
      xml(t, records.slice(from, from + 50).join(''), `from record ${from}`);
    }
    t.true(records.length >= 400);
  });
}

test('records of one vehicle in one batch are folded as the plain way does', t => {
  const {xml} = judge(registerHead);
  const idents = [/(?<=KoeretoejIdent>)\d+/, '9000000009000001'] as const;
  const repeated = someRecords(40, 4).map(record => record.replace(...idents));
  for (let from = 0; from < 40; from += 4) {
    const {documents} = xml(t, repeated.slice(from, from + 4).join(''));
    t.is(documents.length, 1);
  }
});

const namespace = 'http://skat.dk/dmr/2007/05/31/';
const prefixes = {
  'another prefix': ['dmr:', 'xmlns:dmr'],
  'a prefix of more than letters': ['d-m.r:', 'xmlns:d-m.r'],
  'the default namespace': ['', 'xmlns'],
} as const;

for (const [what, [prefix, xmlns]] of Object.entries(prefixes)) {
  test(`a batch of records with ${what} is what the plain way makes of it`, async t => {
    const root = `<${prefix}ESStatistikListeModtag_I ${xmlns}="${namespace}">`;
    const head = await headOf(`${root}<${prefix}StatistikSamling>`);
    const xml = sampleRecords.join('\n').replaceAll(/(?<=<\/?)ns:/g, prefix);
    t.true(judge(head).xml(t, xml).documents.length > 10);
  });
}

test('a batch of trees, as JSON gives them, is what the plain way makes of it', t => {
  const {trees} = judge(registerHead);
  const records = [...sampleRecords, ...someRecords(300, 6)];
  const sources = records.map((record, ordinal) => ({ordinal, tree: treeOf(record)}));
  t.true(trees(t, sources).documents.length > 300);
});

test('whatever register-like record there is, its batch is what the plain way makes of it', t => {
  const {xml} = judge(registerHead);
  let accepted = 0;
  fc.assert(
    fc.property(arbitraryRecord, record => {
      const ident = '<ns:Statistik><ns:KoeretoejIdent>1</ns:KoeretoejIdent>';
      accepted += xml(t, record.xml.replace('<ns:Statistik>', ident)).documents.length;
    }),
    {seed: 20_261_122, numRuns: 1500},
  );
  t.true(accepted > 1000, `${accepted} records were accepted`);
});
