import {readFile} from 'node:fs/promises';
import test from 'ava';
import {z} from 'zod';

const root = new URL('../', import.meta.url);
const read = async (file: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(file, root), 'utf8'));

const Package = z.object({
  version: z.string(),
  license: z.string().optional(),
  integrity: z.string().optional(),
  dev: z.boolean().default(false),
  optional: z.boolean().default(false),
  os: z.array(z.string()).default([]),
  hasInstallScript: z.boolean().default(false),
});
const Lock = z.object({packages: z.record(z.string(), Package)});

const {packages} = Lock.parse(await read('package-lock.json'));
const {'': _, ...others} = packages;

const contributing = await readFile(new URL('CONTRIBUTING.md', root), 'utf8');

const nameOf = (path: string): string => path.replace(/^.*node_modules\//, '');
const namesWhere = (holds: (found: z.output<typeof Package>) => boolean): readonly string[] =>
  Object.entries(others).flatMap(([path, found]) => (holds(found) ? [nameOf(path)] : []));

/** None asks more of us than to keep its text and its authors' names, as the packages themselves do. */
const accepted = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT'],
  ...['PSF-2.0', 'Python-2.0', 'Unlicense', 'Zlib'],
];

/** Asks to publish changes to its files, of which we make none and ship none. */
const acceptedForDevelopment = [...accepted, 'MPL-2.0'];

/** Whether all parts of an AND, or one of an OR, are accepted. No package nests them. */
const isAccepted = (license: string, isForDevelopment: boolean): boolean =>
  license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some(choice =>
      choice
        .split(' AND ')
        .every(part => (isForDevelopment ? acceptedForDevelopment : accepted).includes(part)),
    );

/** Programs for systems that the lock file was not made on; CONTRIBUTING.md says why it knows only their names. */
const isForOtherSystems = (name: string): boolean =>
  /^@(?:biomejs\/cli|oxc-parser\/binding)-/.test(name);

const withoutChecksum = namesWhere(({integrity = ''}) => !integrity.startsWith('sha512-'));

test('the license of every package is an accepted one', t => {
  t.true(Object.keys(others).length > 100);
  const refused = namesWhere(({license = '', dev = false}) => !isAccepted(license, dev));
  t.deepEqual(
    refused.filter(name => !withoutChecksum.includes(name)),
    [],
  );
});

test('every package is locked to the checksum of its content, but programs for other systems', t => {
  t.deepEqual(
    withoutChecksum.filter(name => !isForOtherSystems(name)),
    [],
  );
  const {length} = withoutChecksum;
  t.true(contributing.includes(`${length} entries`), `CONTRIBUTING.md says how many: ${length}`);
});

test('programs for other systems are for development, and installed on their own system alone', t => {
  const found = Object.entries(others).filter(([path]) => isForOtherSystems(nameOf(path)));
  t.true(found.every(([, {dev, optional, os}]) => dev && optional && os.length > 0));
});

test('package.json says of every package with an install script whether it may run', async t => {
  const {allowScripts} = z
    .object({allowScripts: z.record(z.string(), z.boolean())})
    .parse(await read('package.json'));
  t.deepEqual(
    namesWhere(({hasInstallScript}) => hasInstallScript).toSorted(),
    Object.keys(allowScripts).toSorted(),
  );
  const allowed = Object.keys(allowScripts).filter(name => allowScripts[name]);
  t.deepEqual(allowed, ['node']);
});
