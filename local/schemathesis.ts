import {join} from 'node:path';
import {runCommand} from '#core/command-line/run.ts';
import {pythonEnvironment} from './prerequisites/packages.ts';
import {exitCodeOf} from './processes/run.ts';
import {apiCommand, loadTest, runningApi} from './quickstart/key.ts';
import {checkout} from './stack/stack.ts';

const folder = join(checkout, '.local/schemathesis');
const settings = join(import.meta.dirname, 'schemathesis');

const program = apiCommand(
  'schemathesis',
  'Tests a running API with requests that its own description allows and forbids.',
  'a new one',
).argument('[arguments...]', 'after another --, options of schemathesis');

await runCommand(async () => {
  const {address, key} = await runningApi(loadTest, program);
  const requirements = join(settings, 'requirements.txt');
  const programs = await pythonEnvironment(join(folder, 'venv'), requirements, console.log);
  const config = ['--config-file', join(settings, 'schemathesis.toml')];
  const args = [...config, 'run', `${address}/openapi.json`, '--url', address, ...program.args];
  const env = {API_KEY: key, HOOKS: join(settings, 'hooks.py')};
  return exitCodeOf(join(programs, 'schemathesis'), args, {cwd: folder, env});
});
