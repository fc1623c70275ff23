import test from 'ava';
import {exitCodes} from '#core/command-line/errors.ts';
import {
  changeChecks,
  extractChecks,
  numberChecks,
  promotionChecks,
} from '#indexer/generations/gate.ts';
import {variables} from '../../docs/generate/tables.ts';
import {readPage} from './pages.ts';

/** The part of a page under a heading. */
const section = async (page: string, title: string): Promise<string> => {
  const {text} = await readPage(page);
  return new RegExp(`^#+ ${title}\n([\\s\\S]*?)(?=^#+ |(?![\\s\\S]))`, 'm').exec(text)?.[1] ?? '';
};

const found = (part: string, pattern: RegExp): readonly string[] =>
  [...new Set(Array.from(part.matchAll(pattern), ([, match]) => String(match)))].toSorted();

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
