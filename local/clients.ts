import {cp, mkdir, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import which from 'which';
import {OperationalError} from '#core/command-line/errors.ts';
import {runCommand} from '#core/command-line/run.ts';
import {nodePackages, pythonEnvironment} from './prerequisites/packages.ts';
import {run} from './processes/run.ts';
import {apiCommand, loadTest, runningApi} from './quickstart/key.ts';
import {checkout} from './stack/stack.ts';

const folder = join(checkout, '.local/clients');
const settings = join(checkout, 'clients/generated');

const program = apiCommand(
  'clients',
  'Lints the description of a running API, generates clients from it, compiles them, and has each look vehicles up.',
  'a new one',
);

const python = 'generated/openapi_python_client';
const java = 'generated/openapi-generator-java';

/** The steps that lint the description, generate clients from it, and compile them. */
const steps = [
  'spectral lint openapi.json --ruleset spectral.yaml --fail-severity warn',
  'openapi-typescript openapi.json --output generated/openapi-typescript.ts',
  'openapi-ts --input openapi.json --output generated/hey-api --silent',
  'orval --config orval.config.mjs',
  `openapi-python-client generate --path openapi.json --output-path ${python}`,
  'tsc --project .',
  'mypy --strict --follow-imports=silent programs/openapi_python_client.py',
];

const programs = [
  'tsx programs/openapi-typescript.ts',
  'tsx programs/hey-api.ts',
  'tsx programs/orval.ts',
  'python programs/openapi_python_client.py',
];

const openApiGenerator = (language: string, properties = ''): string =>
  `openapi-generator-cli generate --input-spec openapi.json --generator-name ${language} ` +
  `--output generated/openapi-generator-${language} --additional-properties ${properties}`;

/** Clients in languages that not every machine has: the programs that a step needs, the step, and whether it prints. */
const others: readonly (readonly [needs: string, line: string, prints?: 'prints'])[] = [
  [
    'go',
    'go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 ' +
      '-generate types,client -package api -o generated/oapi-codegen/api.go openapi.json',
  ],
  ['go', 'go run ./programs/oapi-codegen', 'prints'],
  ['go java', openApiGenerator('go', 'packageName=api,withGoMod=false')],
  ['go java', 'go run ./programs/openapi-generator-go', 'prints'],
  ['mvn java', openApiGenerator('java', 'library=native,useSingleRequestParameter=true')],
  ['mvn java', `mvn -q -B -f ${java} -DskipTests compile dependency:copy-dependencies`],
  [
    'mvn java',
    `java -cp ${java}/target/classes:${java}/target/dependency/* ` +
      'programs/openapi-generator-java/Main.java',
    'prints',
  ],
  ['java', openApiGenerator('csharp')],
  ['dotnet java', 'dotnet build generated/openapi-generator-csharp'],
];

await runCommand(async () => {
  const {address, key} = await runningApi(loadTest, program);
  const requirements = join(settings, 'requirements.txt');
  const paths = [
    await nodePackages(folder, settings),
    await pythonEnvironment(join(folder, 'venv'), requirements, console.log),
  ];
  const env = {
    API_ADDRESS: address,
    API_KEY: key,
    PATH: [...paths, process.env['PATH']].join(':'),
    PYTHONPATH: join(folder, python),
    MYPYPATH: join(folder, python),
  };
  // No argument has a space.
  const runLine = (line: string) => {
    const [command = '', ...args] = line.split(' ');
    return run(command, args, {cwd: folder, env});
  };
  const step = (line: string) => {
    console.log(line);
    return runLine(line);
  };

  await rm(join(folder, 'generated'), {recursive: true, force: true});
  await mkdir(join(folder, 'generated'));
  await cp(settings, folder, {recursive: true});
  const description = await fetch(`${address}/openapi.json`);
  await writeFile(join(folder, 'openapi.json'), await description.text());
  for (const line of steps) await step(line);

  const outputs: unknown[] = [];
  for (const line of programs) {
    const output: unknown = JSON.parse(await runLine(line));
    console.log(`${line}: ${JSON.stringify(output)}`);
    outputs.push(output);
  }
  if (!outputs.every(output => isDeepStrictEqual(output, outputs[0]))) {
    throw new OperationalError('The clients do not find the same.');
  }

  const {lookup} = outputs[0] as {readonly lookup: string};
  await mkdir(join(folder, 'generated/oapi-codegen'));
  for (const [needs, line, prints] of others) {
    const missing = needs.split(' ').find(name => which.sync(name, {nothrow: true}) === null);
    if (missing !== undefined) {
      console.log(`Skipped, because there is no ${missing}: ${line}`);
      continue;
    }
    const output = await step(line);
    if (!prints) continue;
    console.log(output);
    if (JSON.parse(output).lookup === lookup) continue;
    throw new OperationalError(`${line} does not find what the other clients find.`);
  }
});
