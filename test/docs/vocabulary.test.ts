import {execFile} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import {promisify} from 'node:util';
import test from 'ava';
import {readPage, root} from './pages.ts';

/** Words that the code had for things which the glossary of CONTRIBUTING has the field's terms for. */
const retired = [
  ...['persist(', 'Perseverance', 'mayPass', 'isPassing', 'fruitless'],
  ...['Signpost', 'leadsTo', 'superfluous', 'wayBack'],
  ...['atMostEvery', 'writtenOver', 'heldToDeclaration', 'redis-way'],
];

const {stdout} = await promisify(execFile)('git', ['ls-files'], {cwd: root});
const production = stdout
  .split('\n')
  .filter(path =>
    /^(?:admin|bench|clients|core|deploy|doctor|indexer|kibana|local|mappings|sample|src|webhooks)\//.test(
      path,
    ),
  );

const sources = await Promise.all(
  production.map(async path => `${path}\n${await readFile(new URL(path, root), 'utf8')}`),
);

const pathOf = (source: string) => source.split('\n')[0];

for (const word of retired) {
  test(`the code does not say "${word}"`, t => {
    const places = sources.filter(text => text.includes(word)).map(pathOf);
    t.true(sources.length > 100);
    t.deepEqual(places, []);
  });
}

test('no doc comment of the code begins with "What"', t => {
  const places = sources.flatMap(text =>
    Array.from(text.matchAll(/\/\*\*\s+(?:\* )?What\b.*/g), ([line]) => `${pathOf(text)}: ${line}`),
  );
  t.deepEqual(places, []);
});

const letters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '');

test('the code uses every term of the glossary', async t => {
  const {text} = await readPage('CONTRIBUTING.md');
  const [, glossary = ''] = text.split('## Glossary');
  const terms = Array.from(
    glossary.matchAll(/^\| ([a-z][a-z ,-]+) \|/gm),
    ([, term]) => term ?? '',
  ).flatMap(cell => cell.split(', '));
  const code = letters(sources.join(' '));
  t.true(terms.length > 30);
  t.deepEqual(
    terms.filter(term => !code.includes(letters(term))),
    [],
  );
});
