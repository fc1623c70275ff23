import {glob, readFile} from 'node:fs/promises';
import test from 'ava';
import {exitCodes} from '#core/command-line/errors.ts';
import {
  changeChecks,
  extractChecks,
  numberChecks,
  promotionChecks,
} from '#indexer/generations/gate.ts';
import {dataErrors, errors} from '#src/api/errors.ts';
import {endpoints} from '#src/api/index.ts';
import {rules} from '#src/api/rules.ts';
import {generated} from '../../docs/generate/main.ts';
import {variables} from '../../docs/generate/tables.ts';
import {readPage, root} from './pages.ts';

const api = await readPage('docs/api.md');
const configuration = await readPage('docs/configuration.md');

const firstCells = ({text}: {readonly text: string}, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, cell]) => cell);

for (const [name, write] of Object.entries(generated)) {
  test(`docs/${name} is what the declarations say`, async t => {
    const page = await readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
    t.is(page, write(page));
  });
}

test('docs/api.md lists every error code, and no other', t => {
  t.deepEqual(firstCells(api, /^\| \d{3} \| `(\w+)`/gm), Object.keys(errors));
});

test('docs/api.md lists every endpoint, and no other', t => {
  t.deepEqual(
    firstCells(api, /^\| (?:GET|POST) \| `([^`]+)`/gm),
    endpoints.map(({path}) => path),
  );
});

test('docs/api.md lists every rule, and no other', t => {
  const [, text = ''] = api.text.split('### Validation rules');
  t.deepEqual(firstCells({text}, /^\| `([A-Z][a-z][A-Za-z]+)` \|/gm), Object.keys(rules));
});

test('docs/configuration.md lists every variable, and no other', t => {
  t.deepEqual(
    firstCells(configuration, /^\| `([A-Z_]+)`(?: or `\1_FILE`)? \|/gm),
    Object.keys(variables),
  );
});

test('what docs/api.md says of all endpoints together holds for each', t => {
  for (const {path, params, query, body, errors: own} of endpoints) {
    t.is(own.includes(errors.ValidationFailed), Boolean(params ?? query ?? body), path);
    const isFromData = path !== '/v1/usage' && !path.startsWith('/v1/exports');
    for (const kind of dataErrors) t.is(own.includes(kind), isFromData, path);
  }
});

/** The part of a page under a heading. */
const section = async (page: string, title: string): Promise<string> => {
  const {text} = await readPage(page);
  return new RegExp(`^#+ ${title}\n([\\s\\S]*?)(?=^#+ |(?![\\s\\S]))`, 'm').exec(text)?.[1] ?? '';
};

const found = (part: string, pattern: RegExp): readonly string[] =>
  [...new Set(Array.from(part.matchAll(pattern), ([, match]) => String(match)))].toSorted();

test('every variable that a tool declares is among those that are listed', async t => {
  const files = await Array.fromAsync(glob('{*,core/config}/*.ts', {cwd: root}));
  const sources = await Promise.all(files.map(file => readFile(new URL(file, root), 'utf8')));
  const declared = sources
    .filter(source => /^export const \w+Variables? = \{$/m.test(source))
    .flatMap(source => Array.from(source.matchAll(/^ {2}([A-Z_]+): /gm), ([, name]) => `${name}`));
  t.true(declared.length > 40, `${declared.length}`);
  t.deepEqual(declared.toSorted(), Object.keys(variables).toSorted());
});

test('docs/docker.md names the variables that a .env file cannot set', async t => {
  const compose = (await readPage('docker-compose.yml')).text;
  // Without a value, or with one for where .env has none.
  const settable = found(compose, /(?:^ +|\$\{)([A-Z_]+)(?::$|:-)/gm);
  const others = Object.keys(variables).filter(name => !settable.includes(name));
  const [sentence = ''] =
    /^A file `\.env`[\s\S]*?\. /m.exec((await readPage('docs/docker.md')).text) ?? [];
  t.deepEqual(found(sentence, /`([A-Z_]+)`/g), others.toSorted());
});

test('docs/importing.md has every limit of the gate', async t => {
  const limits = Object.keys(variables).filter(name => name.startsWith('GATE_'));
  const gate = await section('docs/importing.md', 'What may go live');
  t.deepEqual(found(gate, /`(GATE_\w+)`/g), limits.toSorted());
});

test('docs/importing.md has every check of the gate', async t => {
  const checks = {...extractChecks, ...promotionChecks, ...numberChecks, ...changeChecks};
  const names = Object.keys({...checks, replicas: {}});
  const gate = await section('docs/importing.md', 'What may go live');
  t.deepEqual(found(gate, /^\| `([\w-]+)` \|/gm), names.toSorted());
});

test('docs/operations.md has every exit code', async t => {
  const codes = Object.values(exitCodes).map(String).toSorted();
  t.deepEqual(found(await section('docs/operations.md', 'Exit codes'), /^\| (\d+) \|/gm), codes);
});
