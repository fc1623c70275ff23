import {execFile} from 'node:child_process';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {dirname, join, relative} from 'node:path';
import {promisify} from 'node:util';
import test, {type ExecutionContext} from 'ava';
import {cruise, type ICruiseResult} from 'dependency-cruiser';
import configuration, {arrows} from '../.dependency-cruiser.ts';
import {aFolder} from './helpers/extracts/files.ts';

const root = join(import.meta.dirname, '..');
const {imports} = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const {enhancedResolveOptions, ...options} = configuration.options;

const rooms = Object.keys(arrows);
const forbiddenEverywhere = ['bench', 'docs', 'test'];

const isAllowed = (room: string, other: string): boolean =>
  [room, ...(arrows[room] ?? [])].some(each => other === each || other.startsWith(`${each}/`));

/** The file that stands for a room: itself, where the room is a file. */
const fileOf = (room: string): string => (room.includes('.') ? room : `${room}/room.ts`);

type Spelling = 'relative' | 'alias';

const spelled = (from: string, to: string, spelling: Spelling): string =>
  spelling === 'alias' ? `#${to}` : `./${relative(dirname(from), to)}`.replace('./../', '../');

/** A tree of these files, cruised under our rules: each violation as its rule and its arrow. */
const violationsOf = async (t: ExecutionContext, files: Readonly<Record<string, string>>) => {
  const folder = aFolder(t);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), {recursive: true});
    await writeFile(join(folder, path), text);
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify({type: 'module', imports}));
  const {output} = await cruise(
    Object.keys(files).filter(path => !path.startsWith('node_modules/')),
    {...options, baseDir: folder, validate: true, ruleSet: {forbidden: configuration.forbidden}},
    enhancedResolveOptions,
  );
  const {violations} = (output as ICruiseResult).summary;
  return violations.map(({rule, from, to}) => ({rule: rule.name, arrow: `${from} → ${to}`}));
};

const refusesEachIllegalImport = test.macro({
  title: (_, spelling: Spelling) =>
    `an import against an arrow is refused when it is ${spelling === 'alias' ? 'an alias' : 'a relative path'}, one by one`,
  async exec(t, spelling: Spelling) {
    const others = spelling === 'alias' ? rooms : [...rooms, ...forbiddenEverywhere];
    const targetsOf = (room: string) => others.filter(other => other !== room);
    const importsOf = (room: string) =>
      targetsOf(room)
        .map(to => `import '${spelled(fileOf(room), fileOf(to), spelling)}';\n`)
        .join('');
    const files = Object.fromEntries([
      ...forbiddenEverywhere.map(room => [fileOf(room), '']),
      ...rooms.map(room => [fileOf(room), importsOf(room)]),
    ]);
    const illegal = rooms.flatMap(room =>
      targetsOf(room)
        .filter(to => !isAllowed(room, to))
        .map(to => `${fileOf(room)} → ${fileOf(to)}`),
    );

    const violations = await violationsOf(t, files);
    const refused = violations.filter(({rule}) => rule.startsWith('layers: '));
    t.true(illegal.length > 500);
    t.deepEqual(refused.map(({arrow}) => arrow).toSorted(), illegal.toSorted());
  },
});

test(refusesEachIllegalImport, 'relative');
test(refusesEachIllegalImport, 'alias');

test('a cycle of types alone is refused', async t => {
  const violations = await violationsOf(t, {
    'core/domain/a.ts': "import type {B} from './b.ts';\nexport type A = B;\n",
    'core/domain/b.ts': "import type {A} from './a.ts';\nexport type B = A | null;\n",
  });
  t.true(violations.some(({rule}) => rule === 'no cycles'));
});

test('an engine is imported only by the rooms that talk to it', async t => {
  const violations = await violationsOf(t, {
    'node_modules/ioredis/package.json': '{"name": "ioredis", "main": "index.js"}',
    'node_modules/ioredis/index.js': '',
    'core/access/room.ts': "import type {Redis} from 'ioredis';\nexport type R = Redis;\n",
    'src/api/room.ts': "import type {Redis} from 'ioredis';\nexport type R = Redis;\n",
  });
  t.deepEqual(violations, [
    {rule: 'packages: ioredis', arrow: 'src/api/room.ts → node_modules/ioredis/index.js'},
  ]);
});

test('the arrows between rooms run one way', t => {
  const inRooms = (name: string) =>
    rooms.filter(room => room === name || room.startsWith(`${name}/`));
  const standing = new Map(
    rooms.map(room => [
      room,
      (arrows[room] ?? []).flatMap(inRooms).filter(other => other !== room),
    ]),
  );
  for (let floor = [...standing]; floor.length > 0; ) {
    const lowest = floor.filter(([, above]) => above.every(other => !standing.has(other)));
    if (lowest.length === 0)
      return t.fail(`These form a cycle: ${[...standing.keys()].join(', ')}`);
    for (const [room] of lowest) standing.delete(room);
    floor = [...standing];
  }
  t.is(standing.size, 0);
});

test('every production file lies in a room, and every room has files', async t => {
  const {stdout} = await promisify(execFile)('git', ['ls-files', '*.ts'], {cwd: root});
  const files = stdout.split('\n').filter(file => file !== '');
  const production = files.filter(file => !/^(bench|clients\/generated|docs|test|\.)/.test(file));
  const isIn = (file: string) => (room: string) => file === room || file.startsWith(`${room}/`);
  t.deepEqual(
    production.filter(file => !rooms.some(isIn(file))),
    [],
  );
  t.deepEqual(
    rooms.filter(room => !files.some(file => isIn(file)(room))),
    [],
  );
});
