import {cp, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {execa} from 'execa';
import {parseAllDocuments} from 'yaml';
import {z} from 'zod';
import {ProgramMissing} from '#local/prerequisites/need.ts';
import {needKubernetesValidate, needKustomize} from '#local/prerequisites/packages.ts';
import {aFolder} from '../helpers/extracts/files.ts';

/** The oldest Kubernetes that has everything the manifests use, and the newest with known schemas. */
const releases = ['1.31', '1.37'];

const manifests = join(import.meta.dirname, '../../deploy/kubernetes');

/** The programs, or undefined where they cannot be installed; then the test says so and passes. */
const tools = async (t: ExecutionContext) => {
  // The first time on a machine, Go compiles Kustomize.
  t.timeout(600_000);
  const print = (line: string) => t.log(line);
  try {
    return {
      kustomize: await needKustomize(print),
      validate: await needKubernetesValidate(print),
    };
  } catch (error) {
    if (!(error instanceof ProgramMissing)) throw error;
    t.log(`The manifests were not validated. ${error.message}`);
    t.pass();
    return undefined;
  }
};

const secrets = {
  api: {REDIS_URL: 'redis://:p$ss@redis:6379', ELASTICSEARCH_API_KEY: 'read'},
  indexer: {EXTRACT_URL: 'ftp://user:p%24ss@example.org/folder/', ELASTICSEARCH_API_KEY: 'write'},
};

/** What Kustomize makes of the example, with secrets beside it. */
const render = async (t: ExecutionContext, kustomize: string): Promise<string> => {
  const folder = aFolder(t);
  await cp(manifests, folder, {recursive: true});
  for (const [name, variables] of Object.entries(secrets)) {
    const lines = Object.entries(variables).map(pair => `${pair.join('=')}\n`);
    await writeFile(join(folder, 'example', `${name}.env`), lines.join(''));
  }
  return (await execa(kustomize, ['build', join(folder, 'example')])).stdout;
};

const validate = async (t: ExecutionContext, program: string, release: string, yaml: string) => {
  const file = join(aFolder(t), 'manifests.yaml');
  await writeFile(file, yaml);
  const args = ['--strict', '--kubernetes-version', release, file];
  return await execa(program, args, {all: true, reject: false});
};

const Resource = z
  .object({kind: z.string(), metadata: z.object({name: z.string(), namespace: z.string()})})
  .loose();

const resourcesOf = (yaml: string) =>
  parseAllDocuments(yaml).map(document => Resource.parse(document.toJS()));

test.serial('the example for Kubernetes has the form that its releases ask for', async t => {
  const programs = await tools(t);
  if (!programs) return;
  const yaml = await render(t, programs.kustomize);
  t.is(resourcesOf(yaml).length, 15);
  // The autoscaler alone says how many copies run.
  t.notRegex(yaml, /^ *replicas:/m);
  for (const release of releases) {
    const {exitCode, all} = await validate(t, programs.validate, release, yaml);
    t.is(exitCode, 0, `${release}: ${all}`);
  }
});

const refused = test.macro({
  title: (_, what) => `a manifest for Kubernetes with ${what} is refused`,
  async exec(t, _what: string, correct: string, wrong: string, reason: RegExp) {
    const programs = await tools(t);
    if (!programs) return;
    const yaml = await render(t, programs.kustomize);
    t.true(yaml.includes(correct));
    for (const release of releases) {
      const broken = yaml.replace(correct, wrong);
      const {exitCode, all} = await validate(t, programs.validate, release, broken);
      t.not(exitCode, 0, release);
      t.regex(all ?? '', reason);
    }
  },
});

test.serial(
  refused,
  'a misspelt field',
  'readOnlyRootFilesystem:',
  'readonlyRootFilesystem:',
  /'readonlyRootFilesystem' was unexpected/,
);
test.serial(
  refused,
  'a number in place of a boolean',
  'suspend: true',
  'suspend: 1',
  /1 is not of type 'boolean'/,
);
test.serial(
  refused,
  'a required field left out',
  'schedule: 0 5 * * *',
  '',
  /'schedule' is a required property/,
);

/** Every reference to a ConfigMap or Secret, as the name of what it refers to. */
const referencesIn = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    /^(?:configMap|secret)(?:Key)?Ref$/.test(key)
      ? [z.object({name: z.string()}).parse(member).name]
      : referencesIn(member),
  );
};

test.serial('in the example for Kubernetes a node of Elasticsearch may restart', async t => {
  const programs = await tools(t);
  if (!programs) return;
  const settings = resourcesOf(await render(t, programs.kustomize)).filter(
    ({kind, metadata: {name}}) => kind === 'ConfigMap' && name.startsWith('indexer-'),
  );
  t.is(settings.length, 1);
  t.like(settings[0]?.['data'], {INDEX_REPLICAS: '1', INDEXER_DIRECTORY: '/var/lib/vehicle-data'});
});

test.serial('the example for Kubernetes refers to what it makes, and runs one image', async t => {
  const programs = await tools(t);
  if (!programs) return;
  const yaml = await render(t, programs.kustomize);
  const resources = resourcesOf(yaml);
  const names = resources.map(({metadata: {name}}) => name);
  const references = referencesIn(resources);
  t.true(references.length > 0);
  t.deepEqual(
    references.filter(name => !names.includes(name)),
    [],
  );
  const images = [...new Set(Array.from(yaml.matchAll(/image: (\S+)/g), ([, image]) => image))];
  t.regex(images.join(), /^registry\.example\.org\/vehicle-data-lookup-api@sha256:[0-9a-f]{64}$/);
  t.true(resources.every(({metadata: {namespace}}) => namespace === 'vehicle-data'));
});

const Secret = z.object({kind: z.literal('Secret'), data: z.record(z.string(), z.base64())});

test.serial('the example for Kubernetes takes secrets as they stand in their files', async t => {
  const programs = await tools(t);
  if (!programs) return;
  const resources = resourcesOf(await render(t, programs.kustomize));
  const found = resources.filter(({kind}) => kind === 'Secret').map(secret => Secret.parse(secret));
  const decoded = found.map(({data}) =>
    Object.fromEntries(Object.entries(data).map(([key, value]) => [key, atob(value)])),
  );
  t.deepEqual(decoded, [secrets.api, secrets.indexer]);
});
