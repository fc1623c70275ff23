import {join} from 'node:path';
import {Command} from 'commander';
import {runCommand} from '#core/command-line/run.ts';
import {pythonEnvironment} from './prerequisites/packages.ts';
import {exitCodeOf} from './processes/run.ts';
import {type ApiOptions, loadTest, runningApi} from './quickstart/key.ts';
import {checkout} from './stack/stack.ts';

const folder = join(checkout, '.local/schemathesis');
const settings = join(import.meta.dirname, 'schemathesis');

const program = new Command('npm run schemathesis --')
  .description('Tests a running API with requests that its own description allows and forbids.')
  .option('--url <url>', 'address of the API (default: that of the quickstart)')
  .option('--key <key>', 'API key (default: a new one of the quickstart)')
  .argument('[arguments...]', 'after another --, options of schemathesis')
  .exitOverride();

await runCommand(async () => {
  program.parse();
  const {address, key} = await runningApi(loadTest, program.opts<ApiOptions>());
  const requirements = join(settings, 'requirements.txt');
  const programs = await pythonEnvironment(join(folder, 'venv'), requirements, console.log);
  const config = ['--config-file', join(settings, 'schemathesis.toml')];
  const args = [...config, 'run', `${address}/openapi.json`, '--url', address, ...program.args];
  const env = {API_KEY: key, HOOKS: join(settings, 'hooks.py')};
  return exitCodeOf(join(programs, 'schemathesis'), args, {cwd: folder, env});
});
