import {readFile} from 'node:fs/promises';
import test from 'ava';
import {errors} from '#src/api/errors.ts';
import {endpoints} from '#src/api/index.ts';
import {rules} from '#src/api/rules.ts';
import {withTables} from '../../docs/generate/readme-tables.ts';

const root = new URL('../../', import.meta.url);
const readme = await readFile(new URL('README.md', root), 'utf8');
const {scripts} = JSON.parse(await readFile(new URL('package.json', root), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

const firstCells = (pattern: RegExp) => Array.from(readme.matchAll(pattern), ([, cell]) => cell);

test('the tables of the README are what the declarations say', t => {
  t.is(readme, withTables(readme));
});

test('the README lists every error code, and no other', t => {
  t.deepEqual(firstCells(/^\| \d{3} \| `(\w+)`/gm), Object.keys(errors));
});

test('the README lists every endpoint, and no other', t => {
  t.deepEqual(
    firstCells(/^\| (?:GET|POST) \| `([^`]+)`/gm),
    endpoints.map(({path}) => path),
  );
});

test('the README lists every rule, and no other', t => {
  t.deepEqual(firstCells(/^\| `([A-Z][a-z][A-Za-z]+)` \|/gm), Object.keys(rules));
});

test('every npm command of the README exists', t => {
  const commands = firstCells(/npm run (?:--silent )?([a-z:]+)/g);
  t.true(commands.length > 5);
  for (const command of commands) t.true(command !== undefined && command in scripts, command);
});

test('every file the README links to exists', async t => {
  for (const path of firstCells(/\]\((?!http)([^)]+)\)/g)) {
    await t.notThrowsAsync(readFile(new URL(path ?? '', root)).catch(orFolder), path);
  }
});

const orFolder = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EISDIR') throw error;
};
