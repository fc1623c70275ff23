import {copyFile, mkdir, readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {Command} from 'commander';
import {runCommand} from '#core/command-line/run.ts';
import {needPython} from './prerequisites/need.ts';
import {exitCodeOf, run} from './processes/run.ts';
import {loadTest} from './quickstart/key.ts';
import {type ApiOptions, runningApi} from './quickstart/running-api.ts';
import {checkout} from './stack/stack.ts';

const folder = join(checkout, '.local/schemathesis');
const environment = join(folder, 'venv');
const settings = join(import.meta.dirname, 'schemathesis');

/** Installs schemathesis in a virtual environment, which is recreated when the requirements have changed. */
const install = async (): Promise<void> => {
  const requirements = join(settings, 'requirements.txt');
  const installed = join(environment, 'requirements.txt');
  const before = await readFile(installed, 'utf8').catch(() => undefined);
  if (before === (await readFile(requirements, 'utf8'))) return;

  const python = await needPython(console.log);
  console.log('Installing schemathesis from PyPI …');
  await mkdir(folder, {recursive: true});
  await rm(environment, {recursive: true, force: true});
  await run(python, ['-m', 'venv', environment]);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  await run(join(environment, 'bin/python'), [...pip, '--requirement', requirements]);
  await copyFile(requirements, installed);
};

const program = new Command('npm run schemathesis --')
  .description('Tests a running API with requests that its own description allows and forbids.')
  .option('--url <url>', 'address of the API (default: that of the quickstart)')
  .option('--key <key>', 'API key (default: a new one of the quickstart)')
  .argument('[arguments...]', 'after another --, options of schemathesis')
  .exitOverride();

await runCommand(async () => {
  program.parse();
  const {address, key} = await runningApi(loadTest, program.opts<ApiOptions>());
  await install();
  const config = ['--config-file', join(settings, 'schemathesis.toml')];
  const args = [...config, 'run', `${address}/openapi.json`, '--url', address, ...program.args];
  const env = {API_KEY: key, HOOKS: join(settings, 'hooks.py')};
  return exitCodeOf(join(environment, 'bin/schemathesis'), args, {cwd: folder, env});
});
