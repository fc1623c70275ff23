import {copyFile, mkdir, writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {aFolder} from '../helpers/extracts/files.ts';
import {runInProcess, type Variables} from '../helpers/processes/run-in-process.ts';
import {onLoopback} from '../helpers/servers/on-loopback.ts';
import {aStack, discard, run} from './command.ts';

/** Runs a command of `local/` in this process. */
const command = (name: string, env: Variables, ...args: readonly string[]) =>
  runInProcess(new URL(`../../local/${name}.ts`, import.meta.url), env, args);

test('a port that another program uses is named, with the setting that moves the stack', async t => {
  const {env} = await aStack();
  const port = await onLoopback(t, createServer());
  const settings = {...env, STACK_REDIS_PORT: String(port)};
  t.teardown(() => discard(settings));

  const {code, stderr} = await command('stack', settings, 'up');
  t.is(code, 1);
  t.regex(stderr, new RegExp(`^Port ${port} is in use by another program\\. .*STACK_REDIS_PORT`));
});

test('a stack that does not run says so, with an exit code for scripts', async t => {
  const {env} = await aStack();
  t.teardown(() => discard(env));
  const {code, stdout} = await command('stack', env, 'status');
  t.is(code, 1);
  t.is(stdout.match(/ stopped$/gm)?.length, 2);
});

test('a command that does not exist shows the ones that do', async t => {
  const {code, stderr} = await command('stack', {}, 'restart');
  t.is(code, 2);
  t.regex(stderr, / {2}up [\s\S]*\n {2}down [\s\S]*\n {2}status /);
});

type Answer = {readonly json: string; readonly exitCode: number};

const clean: Answer = {json: '{"vulnerabilities": {}}', exitCode: 0};
const vulnerable: Answer = {json: '{"vulnerabilities": {"koa": {}}}', exitCode: 1};
const signed: Answer = {json: '{"invalid": [], "missing": []}', exitCode: 0};
const forged: Answer = {json: '{"invalid": [{"name": "koa"}], "missing": []}', exitCode: 1};
const refused: Answer = {json: '{"message": "405 Method Not Allowed"}', exitCode: 1};
const unreachable: Answer = {json: '', exitCode: 1};

/** Runs the audit with a stand-in for npm that gives these answers. */
const audit = async (t: ExecutionContext, advisories: Answer, signatures: Answer) => {
  const folder = aFolder(t);
  const says = ({json, exitCode}: Answer) =>
    `case "$*" in *--json) echo '${json}';; esac; exit ${exitCode}`;
  const script = `#!/bin/sh
case "$*" in "audit signatures"*) ${says(signatures)};; *) ${says(advisories)};; esac
`;
  await writeFile(join(folder, 'npm'), script, {mode: 0o755});
  return command('audit', {PATH: `${folder}:${process.env['PATH']}`});
};

const ends = test.macro({
  title: title => title ?? '',
  async exec(t, advisories: Answer, signatures: Answer, code: number, unchecked: string[]) {
    const {code: found, stdout} = await audit(t, advisories, signatures);
    t.is(found, code);
    const skipped = Array.from(
      stdout.matchAll(/^(npm [a-z ]+): not checked/gm),
      ([, name]) => name,
    );
    t.deepEqual(skipped, unchecked);
  },
});

test('an audit that finds nothing succeeds', ends, clean, signed, 0, []);
test('an audit that finds a vulnerability fails', ends, vulnerable, signed, 1, []);
test('an audit that finds a forged signature fails', ends, clean, forged, 1, []);
test('what the registry does not offer is skipped in words', ends, refused, unreachable, 0, [
  'npm audit',
  'npm audit signatures',
]);
test('what is skipped hides nothing that is found', ends, refused, forged, 1, ['npm audit']);

type Packages = Readonly<Record<string, Readonly<Record<string, string | boolean>>>>;

const locked: Packages = {
  '': {name: 'checkout'},
  'node_modules/koa': {version: '3.3.0', integrity: 'sha512-a'},
  'node_modules/for-other-systems': {version: '1.0.0', optional: true},
};

const complete: Packages = {'node_modules/koa': {version: '3.3.0', integrity: 'sha512-a'}};

/** What a stand-in for npm does: it says how it was called, and ends as told. */
const npm = (exitCode: number) =>
  `console.log('npm', ...process.argv.slice(2)); process.exit(${exitCode});`;

/** Runs the installation in a checkout whose node_modules hold `installed`; `null` is a fresh clone. */
const install = async (t: ExecutionContext, installed: Packages | null, exitCode = 0) => {
  const checkout = aFolder(t);
  await mkdir(join(checkout, 'local'));
  await mkdir(join(checkout, 'node_modules/.bin'), {recursive: true});
  await writeFile(join(checkout, 'node_modules/.bin/node'), '');
  const script = join(checkout, 'local/install.mjs');
  await copyFile(join(import.meta.dirname, '../../local/install.mjs'), script);
  await writeFile(join(checkout, 'npm.cjs'), npm(exitCode));
  await writeFile(join(checkout, 'package-lock.json'), JSON.stringify({packages: locked}));
  if (installed !== null) {
    const file = join(checkout, 'node_modules/.package-lock.json');
    await writeFile(file, JSON.stringify({packages: installed}));
  }
  const env = {npm_execpath: join(checkout, 'npm.cjs')};
  return run(process.execPath, [script], {env});
};

test('packages that are those of the lock file are left as they are', async t => {
  t.deepEqual(await install(t, complete), {code: 0, output: '', stdout: ''});
});

const outdated: Readonly<Record<string, Packages | null>> = {
  'a fresh clone': null,
  'a package that is missing': {},
  'a package of another version': {'node_modules/koa': {version: '3.2.0', integrity: 'sha512-a'}},
  'a package of other content': {'node_modules/koa': {version: '3.3.0', integrity: 'sha512-b'}},
};

for (const [what, installed] of Object.entries(outdated)) {
  test(`${what} is installed`, async t => {
    const {code, output} = await install(t, installed);
    t.is(code, 0);
    t.regex(output, /^npm ci --include=dev/m);
  });
}

test('an installation that fails ends the command with its exit code', async t => {
  t.is((await install(t, null, 7)).code, 7);
});
