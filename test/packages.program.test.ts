import {cp, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {execa} from 'execa';
import {z} from 'zod';
import {aFolder} from './helpers/extracts/files.ts';

const checkout = join(import.meta.dirname, '..');
const read = async (...path: readonly string[]): Promise<unknown> =>
  JSON.parse(await readFile(join(...path), 'utf8'));

const Lock = z.object({
  packages: z.record(z.string(), z.object({version: z.string(), dev: z.boolean().default(false)})),
});

/** Each as name@version. */
const packagesOf = async (lock: readonly string[]): Promise<readonly string[]> =>
  Object.entries(Lock.parse(await read(...lock)).packages)
    .filter(([path, {dev}]) => path !== '' && !dev)
    .map(([path, {version}]) => `${path.replace(/^.*node_modules\//, '')}@${version}`);

const distinct = (values: readonly string[]) => [...new Set(values)].toSorted();

/** The commands of the Dockerfile that install packages; what it removes afterwards is the developer's here. */
const commands = async (): Promise<readonly string[]> => {
  const dockerfile = await readFile(join(checkout, 'Dockerfile'), 'utf8');
  const [, instruction = ''] = /^RUN (.*npm ci.*)$/m.exec(dockerfile.replaceAll('\\\n', '')) ?? [];
  return instruction.split('&&').filter(command => /npm (?:ci|pkg|sbom) /.test(command));
};

/** Installs packages as the image does, and returns the folder. */
const install = async (t: ExecutionContext): Promise<string> => {
  const folder = aFolder(t);
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    await cp(join(checkout, file), join(folder, file));
  }
  const script = (await commands()).join('&&');
  t.regex(script, /npm ci --omit=dev --ignore-scripts/);
  const env = {npm_config_prefer_offline: 'true', npm_config_loglevel: 'error'};
  await execa('sh', ['-c', script], {cwd: folder, env});
  return folder;
};

const Bom = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      licenses: z.array(z.unknown()).min(1),
      hashes: z.array(z.unknown()).min(1),
    }),
  ),
});

test('the image has the packages that are not for development, and its bill of materials lists them', async t => {
  t.timeout(300_000);
  const folder = await install(t);
  const locked = distinct(await packagesOf([checkout, 'package-lock.json']));
  t.true(locked.length > 100);
  t.deepEqual(distinct(await packagesOf([folder, 'node_modules/.package-lock.json'])), locked);
  const {components} = Bom.parse(await read(folder, 'sbom.json'));
  t.deepEqual(distinct(components.map(({name, version}) => `${name}@${version}`)), locked);
});
