import {cp, mkdir, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {Command} from 'commander';
import {OperationalError} from '#core/command-line/errors.ts';
import {runCommand} from '#core/command-line/run.ts';
import {nodePackages} from './prerequisites/node-packages.ts';
import {pythonEnvironment} from './prerequisites/python-environment.ts';
import {run} from './processes/run.ts';
import {loadTest} from './quickstart/key.ts';
import {type ApiOptions, runningApi} from './quickstart/running-api.ts';
import {checkout} from './stack/stack.ts';

const folder = join(checkout, '.local/clients');
const settings = join(checkout, 'clients/generated');

const program = new Command('npm run clients --')
  .description(
    'Lints the description of a running API, generates clients from it, compiles them, and has each look vehicles up.',
  )
  .option('--url <url>', 'address of the API (default: that of the quickstart)')
  .option('--key <key>', 'API key (default: a new one of the quickstart)')
  .exitOverride();

type Line = readonly [command: string, ...args: string[]];

const python = 'generated/openapi_python_client';

const lint: Line = [
  'spectral',
  'lint',
  'openapi.json',
  '--ruleset',
  'spectral.yaml',
  '--fail-severity',
  'warn',
];

const generators: readonly Line[] = [
  ['openapi-typescript', 'openapi.json', '--output', 'generated/openapi-typescript.ts'],
  ['openapi-ts', '--input', 'openapi.json', '--output', 'generated/hey-api', '--silent'],
  ['orval', '--config', 'orval.config.mjs'],
  ['openapi-python-client', 'generate', '--path', 'openapi.json', '--output-path', python],
];

const compilers: readonly Line[] = [
  ['tsc', '--project', '.'],
  ['mypy', '--strict', '--follow-imports=silent', 'programs/openapi_python_client.py'],
];

const programs: readonly Line[] = [
  ['tsx', 'programs/openapi-typescript.ts'],
  ['tsx', 'programs/hey-api.ts'],
  ['tsx', 'programs/orval.ts'],
  ['python', 'programs/openapi_python_client.py'],
];

/** The folders of the programs, for the PATH. */
const installed = async (): Promise<readonly string[]> => [
  await nodePackages(folder, settings, console.log),
  await pythonEnvironment(join(folder, 'venv'), join(settings, 'requirements.txt'), console.log),
];

await runCommand(async () => {
  const {address, key} = await runningApi(loadTest, program.parse().opts<ApiOptions>());
  const paths = await installed();
  const env = {
    API_ADDRESS: address,
    API_KEY: key,
    PATH: [...paths, process.env['PATH']].join(':'),
    PYTHONPATH: join(folder, python),
    MYPYPATH: join(folder, python),
  };
  const step = async ([command, ...args]: Line) => {
    console.log([command, ...args].join(' '));
    await run(command, args, {cwd: folder, env});
  };

  await rm(join(folder, 'generated'), {recursive: true, force: true});
  await mkdir(join(folder, 'generated'));
  await cp(settings, folder, {recursive: true});
  const description = await fetch(`${address}/openapi.json`);
  await writeFile(join(folder, 'openapi.json'), await description.text());
  for (const line of [lint, ...generators, ...compilers]) await step(line);

  const outputs: unknown[] = [];
  for (const [command, ...args] of programs) {
    const output: unknown = JSON.parse(await run(command, args, {cwd: folder, env}));
    console.log(`${command} ${args.join(' ')}: ${JSON.stringify(output)}`);
    outputs.push(output);
  }
  if (outputs.every(output => isDeepStrictEqual(output, outputs[0]))) return;
  throw new OperationalError('The clients do not find the same.');
});
