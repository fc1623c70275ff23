import {execFile} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import {promisify} from 'node:util';
import test from 'ava';
import {arrows} from '../../.dependency-cruiser.ts';
import {codeBlocks, filesOfWalk, pages, readPage, root} from './pages.ts';

const {text} = await readPage('docs/architecture.md');
const {stdout} = await promisify(execFile)('git', ['ls-files'], {cwd: root});
const files = stdout.trim().split('\n');

const production = files.filter(path =>
  /^(?:admin|bench|clients|core|deploy|doctor|indexer|kibana|local|mappings|sample|src|webhooks)\//.test(
    path,
  ),
);

/** The code, each file with its path before it. */
const sources = await Promise.all(
  production.map(async path => `${path}\n${await readFile(new URL(path, root), 'utf8')}`),
);

type Picture = {
  /** The rooms, as paths, without the frames around them. */
  readonly rooms: readonly string[];
  readonly arrows: readonly (readonly [from: string, to: string])[];
};

const name = String.raw`[\w-]+`;
const label = String.raw`(?:"[^"]*"|[\w ,.-]+)`;
const shape = String.raw`(?:\[${label}\]|\(\[${label}\]\)|\[\(${label}\)\])`;
/** The part of Mermaid's flowcharts that our pictures use. */
const statements = {
  open: new RegExp(`^subgraph ${name} \\["[^"]*"\\]$`),
  close: /^end$/,
  node: new RegExp(`^(${name})${shape}$`),
  arrow: new RegExp(`^(${name})${shape}? -->(?:\\|[^|]+\\|)? (${name})${shape}?$`),
};

/** Reads a picture, and refuses what Mermaid could not. */
const readPicture = (code: string): Picture => {
  const [head = '', ...lines] = code.trim().split('\n');
  if (!/^flowchart (?:TD|LR)$/.test(head)) throw new Error(`"${head}" begins no flowchart.`);
  const nodes = new Map<string, string>();
  const found: [string, string][] = [];
  let depth = 0;
  for (const line of lines.map(each => each.trim())) {
    const node = statements.node.exec(line);
    const arrow = statements.arrow.exec(line);
    if (node) nodes.set(String(node[1]), line);
    else if (arrow) found.push([String(arrow[1]), String(arrow[2])]);
    else if (statements.open.test(line)) depth += 1;
    else if (statements.close.test(line)) depth -= 1;
    else throw new Error(`"${line}" is no statement of a flowchart.`);
  }
  if (depth !== 0) throw new Error('A subgraph has no end.');
  return {rooms: [...nodes.keys()], arrows: found};
};

for (const {path, text} of pages) {
  for (const [index, code] of codeBlocks(text, 'mermaid').entries()) {
    test(`picture ${index + 1} of ${path} is one that Mermaid draws`, t => {
      t.true(readPicture(code).arrows.length > 0);
    });
  }
}

const idOf = (room: string) => room.replaceAll(/\W/g, '-');
const [folders, api, indexer] = codeBlocks(text, 'mermaid').map(readPicture);

/** The rooms that the repository has right below these folders: folders, and files of the layer table. */
const roomsIn = (...tops: readonly string[]): readonly string[] =>
  tops.flatMap(top => {
    const inside = files.filter(file => file.startsWith(`${top}/`));
    const below = inside.map(file => file.split('/').slice(0, 2).join('/'));
    return [...new Set(below)];
  });

const topFolders = [
  ...new Set(files.filter(file => file.includes('/')).map(file => file.split('/')[0])),
]
  .filter(folder => !folder?.startsWith('.'))
  .map(String);

const shows = test.macro({
  title: (_, picture: string) => `the picture of ${picture} has every room there is, and no other`,
  exec(t, _: string, shown: Picture | undefined, rooms: readonly string[]) {
    t.deepEqual(shown?.rooms.toSorted(), rooms.map(idOf).toSorted());
  },
});

test(shows, 'the folders', folders, topFolders);
test(shows, 'the API', api, roomsIn('src', 'core'));
test(shows, 'the indexer', indexer, roomsIn('indexer'));

test('the tables describe every room of the pictures, and no other', t => {
  const described = Array.from(text.matchAll(/^\| `([^`]+)` \|/gm), ([, room]) => String(room));
  const drawn = [folders, api, indexer].flatMap(picture => picture?.rooms ?? []);
  t.deepEqual(described.map(idOf).toSorted(), drawn.toSorted());
});

/** Every arrow of the layer table, spelled out from room to room, by the ids of the pictures. */
const allowed = Object.entries(arrows).flatMap(([from, targets]) =>
  targets
    .flatMap(target =>
      Object.keys(arrows).filter(room => room === target || room.startsWith(`${target}/`)),
    )
    .filter(to => to !== from)
    .map(to => [from, to] as const),
);

const holds = test.macro({
  title: (_, picture: string) => `the arrows of ${picture} are those of the layer table`,
  exec(t, _: string, picture: Picture | undefined, toId: (room: string) => string) {
    const ways = new Set(picture?.arrows.map(String));
    const wanted = allowed
      .map(([from, to]) => [toId(from), toId(to)] as const)
      .filter(([from, to]) => from !== to)
      .filter(arrow => arrow.every(id => picture?.rooms.includes(id)));
    for (const way of ways) t.true(wanted.map(String).includes(way), way);

    // The arrows that are left out follow from those that are drawn.
    for (const [from, to] of wanted) {
      const reached = new Set([from]);
      for (const room of reached) {
        for (const [start, end] of picture?.arrows ?? []) if (start === room) reached.add(end);
      }
      t.true(reached.has(to), `${from} --> ${to}`);
    }
  },
});

test(holds, 'the folders', folders, room => idOf(room.split('/')[0] ?? room));
test(holds, 'the API', api, idOf);
test(holds, 'the indexer', indexer, idOf);

const isShort = test.macro({
  title: (_, title: string, most: number) => `${title.toLowerCase()} opens at most ${most} files`,
  async exec(t, title: string, most: number) {
    const opened = await filesOfWalk(title);
    t.true(opened.length > most / 2);
    t.true(opened.length <= most, `${opened.length} files`);
    t.is(new Set(opened).size, opened.length);
  },
});

test(isShort, 'The walk of a plate', 32);
test(isShort, 'The walk of a statistic', 34);
test(isShort, 'The walk of a key', 22);
test(isShort, 'The walk of a record', 40);

const leadsOn = test.macro({
  title: (_, title: string) => `each file of ${title.toLowerCase()} is named by one before it`,
  async exec(t, title: string, before: readonly string[]) {
    const [start = '', ...others] = [...before, ...(await filesOfWalk(title))];
    let read = (await readPage(start)).text;
    for (const path of others) {
      // Scripts are named without their extension, and JSON and TypeScript with it.
      const name =
        path
          .split('/')
          .at(-1)
          ?.replace(/\.lua$/, '') ?? path;
      t.true(read.includes(name), path);
      read += (await readPage(path)).text;
    }
  },
});

const start = ['main.ts', 'serve.ts', 'wiring.ts', 'app.ts', 'api/index.ts'].map(
  path => `src/${path}`,
);
test(leadsOn, 'The walk of a plate', start);
test(leadsOn, 'The walk of a statistic', start);
test(leadsOn, 'The walk of a key', []);
test(leadsOn, 'The walk of a record', [
  'indexer/import.ts',
  'indexer/generations/fill-candidate.ts',
  'indexer/write/fill.ts',
  'indexer/document/worker-pool.ts',
  'indexer/document/worker.ts',
]);

/** Words that the code had for things which the glossary of CONTRIBUTING has the field's terms for. */
const retired = [
  ...['persist(', 'Perseverance', 'mayPass', 'isPassing', 'fruitless'],
  ...['Signpost', 'leadsTo', 'superfluous', 'wayBack'],
  ...['atMostEvery', 'writtenOver', 'heldToDeclaration', 'redis-way'],
];

const pathOf = (source: string) => source.split('\n')[0];

test('the code says none of the words that the glossary has replaced', t => {
  t.true(sources.length > 100);
  for (const word of retired) {
    const places = sources.filter(text => text.includes(word)).map(pathOf);
    t.deepEqual(places, [], word);
  }
});

test('no doc comment of the code begins with "What"', t => {
  const places = sources.flatMap(text =>
    Array.from(text.matchAll(/\/\*\*\s+(?:\* )?What\b.*/g), ([line]) => `${pathOf(text)}: ${line}`),
  );
  t.deepEqual(places, []);
});

const letters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '');

test('the code uses every term of the glossary', async t => {
  const contributing = await readPage('CONTRIBUTING.md');
  const [, glossary = ''] = contributing.text.split('## Glossary');
  const terms = Array.from(
    glossary.matchAll(/^\| ([a-z][a-z ,-]+) \|/gm),
    ([, term]) => term ?? '',
  ).flatMap(cell => cell.split(', '));
  const code = letters(sources.join(' '));
  t.true(terms.length > 30);
  t.deepEqual(
    terms.filter(term => !code.includes(letters(term))),
    [],
  );
});
