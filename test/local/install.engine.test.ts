import {copyFile, mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {aFolder} from '../helpers/extracts/files.ts';
import {run} from './command.ts';

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
