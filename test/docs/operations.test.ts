import test from 'ava';
import {parse} from 'yaml';
import {exitCodes} from '#core/command-line/errors.ts';
import {Environment} from '#core/config/config.ts';
import {readPage} from './pages.ts';

const {text} = await readPage('docs/operations.md');

/** The part under a heading. */
const section = (title: string): string =>
  new RegExp(`^#+ ${title}\n([\\s\\S]*?)(?=^#+ |(?![\\s\\S]))`, 'm').exec(text)?.[1] ?? '';

const found = (part: string, pattern: RegExp): readonly string[] =>
  [...new Set(Array.from(part.matchAll(pattern), ([, match]) => String(match)))].toSorted();

type Service = {
  readonly build?: string;
  readonly environment?: Readonly<Record<string, string>>;
};

test('docs/operations.md names the variables that a .env file cannot set', async t => {
  const compose = parse((await readPage('docker-compose.yml')).text, {merge: true});
  const ours = Object.values<Service>(compose.services).filter(({build}) => build !== undefined);
  const fixed = ours.flatMap(({environment = {}}) =>
    Object.entries(environment).flatMap(([name, value]) => (value.includes('${') ? [] : name)),
  );
  const [sentence = ''] = /^A file `\.env`[\s\S]*?\. /m.exec(text) ?? [];
  t.deepEqual(found(sentence, /`([A-Z_]+)`/g), [...new Set(fixed)].toSorted());
});

test('docs/operations.md has every limit of the gate', t => {
  const limits = Object.keys(Environment.shape).filter(name => name.startsWith('GATE_'));
  t.deepEqual(found(section('What may go live'), /`(GATE_\w+)`/g), limits.toSorted());
});

test('docs/operations.md has every check of the gate', async t => {
  const [, names = ''] =
    /type CheckName =([^;]*);/.exec((await readPage('indexer/gate/check.ts')).text) ?? [];
  const documented = found(section('What may go live'), /^\| `([\w-]+)` \|/gm);
  t.deepEqual(documented, found(names, /'([\w-]+)'/g));
});

test('docs/operations.md has every exit code', t => {
  const codes = Object.values(exitCodes).map(String).toSorted();
  t.deepEqual(found(section('Exit codes'), /^\| (\d+) \|/gm), codes);
});
