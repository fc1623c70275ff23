import {cp, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {execa} from 'execa';
import {parseAllDocuments} from 'yaml';
import {z} from 'zod';
import {ProgramMissing} from '#local/prerequisites/need.ts';
import {needKubernetesValidate, needKustomize} from '#local/prerequisites/packages.ts';
import {aFile, aFolder} from '../helpers/extracts/files.ts';
import {fileScope} from '../helpers/scope.ts';

/** The oldest Kubernetes that has everything the manifests use, and the newest with known schemas. */
const releases = ['1.31', '1.37'];

const manifests = join(import.meta.dirname, '../../deploy/kubernetes');

const secrets = {
  api: {REDIS_URL: 'redis://:p$ss@redis:6379', ELASTICSEARCH_API_KEY: 'read'},
  indexer: {EXTRACT_URL: 'ftp://user:p%24ss@example.org/folder/', ELASTICSEARCH_API_KEY: 'write'},
};

const scope = fileScope(test);

/** What Kustomize makes of the example, and the program that validates it. */
let example: {readonly yaml: string; readonly validator: string} | undefined;

test.before('Kustomize builds the example, with secrets beside it', async t => {
  // The first time on a machine, Go compiles Kustomize.
  t.timeout(600_000);
  const print = (line: string) => t.log(line);
  try {
    const [kustomize, validator] = [
      await needKustomize(print),
      await needKubernetesValidate(print),
    ];
    const folder = aFolder(scope);
    await cp(manifests, folder, {recursive: true});
    for (const [name, variables] of Object.entries(secrets)) {
      const lines = Object.entries(variables).map(pair => `${pair.join('=')}\n`);
      await writeFile(join(folder, 'example', `${name}.env`), lines.join(''));
    }
    const {stdout: yaml} = await execa(kustomize, ['build', join(folder, 'example')]);
    example = {yaml, validator};
  } catch (error) {
    // Where the programs cannot be installed, the tests pass.
    if (!(error instanceof ProgramMissing)) throw error;
    t.log(`The manifests are not validated. ${error.message}`);
  }
});

const validate = async (t: ExecutionContext, program: string, release: string, yaml: string) => {
  const file = await aFile(t, yaml, 'manifests.yaml');
  const args = ['--strict', '--kubernetes-version', release, file];
  return await execa(program, args, {all: true, reject: false});
};

const Resource = z
  .object({kind: z.string(), metadata: z.object({name: z.string(), namespace: z.string()})})
  .loose();

const resourcesOf = (yaml: string) =>
  parseAllDocuments(yaml).map(document => Resource.parse(document.toJS()));

test('the example for Kubernetes has the form that its releases ask for', async t => {
  if (!example) return void t.pass();
  const {yaml, validator} = example;
  t.is(resourcesOf(yaml).length, 15);
  // The autoscaler alone says how many copies run.
  t.notRegex(yaml, /^ *replicas:/m);
  for (const release of releases) {
    const {exitCode, all} = await validate(t, validator, release, yaml);
    t.is(exitCode, 0, `${release}: ${all}`);
  }
});

const refused = test.macro({
  title: (_, what) => `a manifest for Kubernetes with ${what} is refused`,
  async exec(t, _what: string, correct: string, wrong: string, reason: RegExp) {
    if (!example) return void t.pass();
    const {yaml, validator} = example;
    t.true(yaml.includes(correct));
    for (const release of releases) {
      const broken = yaml.replace(correct, wrong);
      const {exitCode, all} = await validate(t, validator, release, broken);
      t.not(exitCode, 0, release);
      t.regex(all ?? '', reason);
    }
  },
});

test(
  refused,
  'a misspelt field',
  'readOnlyRootFilesystem:',
  'readonlyRootFilesystem:',
  /'readonlyRootFilesystem' was unexpected/,
);
test(
  refused,
  'a number in place of a boolean',
  'suspend: true',
  'suspend: 1',
  /1 is not of type 'boolean'/,
);
test(
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

test('in the example for Kubernetes a node of Elasticsearch may restart', async t => {
  if (!example) return void t.pass();
  const settings = resourcesOf(example.yaml).filter(
    ({kind, metadata: {name}}) => kind === 'ConfigMap' && name.startsWith('indexer-'),
  );
  t.is(settings.length, 1);
  t.like(settings[0]?.['data'], {INDEX_REPLICAS: '1', INDEXER_DIRECTORY: '/var/lib/vehicle-data'});
});

test('the example for Kubernetes refers to what it makes, and runs one image', async t => {
  if (!example) return void t.pass();
  const {yaml} = example;
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

test('the example for Kubernetes takes secrets as they stand in their files', async t => {
  if (!example) return void t.pass();
  const resources = resourcesOf(example.yaml);
  const found = resources.filter(({kind}) => kind === 'Secret').map(secret => Secret.parse(secret));
  const decoded = found.map(({data}) =>
    Object.fromEntries(Object.entries(data).map(([key, value]) => [key, atob(value)])),
  );
  t.deepEqual(decoded, [secrets.api, secrets.indexer]);
});
