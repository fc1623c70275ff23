import {readdir, readFile, stat} from 'node:fs/promises';
import test from 'ava';
import {pages, readPage, root} from './pages.ts';

const decisionsFolder = 'docs/decisions/';

const decisions = await Promise.all(
  (await readdir(new URL(decisionsFolder, root)))
    .filter(name => name !== 'README.md')
    .map(async name => ({name, text: (await readPage(`${decisionsFolder}${name}`)).text})),
);

const {text: index} = await readPage(`${decisionsFolder}README.md`);
const {text: faults} = await readPage('docs/faults.md');

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (text: string): readonly string[] =>
  Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchorOf(heading));

const linksOf = (text: string): readonly string[] =>
  Array.from(text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g), ([, link]) => String(link));

for (const {path, text} of pages) {
  test(`every link of ${path} leads somewhere`, async t => {
    for (const link of linksOf(text)) {
      const {href, pathname, hash} = new URL(link, new URL(path, root));
      t.true(href.startsWith(root.href), link);
      await t.notThrowsAsync(stat(new URL(pathname, root)), link);
      if (hash === '') continue;
      const target = await readPage(href.slice(root.href.length).replace(hash, ''));
      t.true(anchorsOf(target.text).includes(decodeURIComponent(hash.slice(1))), link);
    }
    t.pass();
  });
}

const folders =
  'admin|bench|clients|core|deploy|docs|doctor|indexer|kibana|local|mappings|sample|src|test|webhooks';
/** A path that a sentence names, and not a pattern such as `<name>.json`. */
const named = new RegExp(`\`((?:${folders})/[\\w./-]*)\``, 'g');

for (const {path, text} of pages) {
  test(`every file that ${path} names exists`, async t => {
    for (const [, name = ''] of text.matchAll(named)) {
      await t.notThrowsAsync(stat(new URL(name, root)), name);
    }
    t.pass();
  });
}

test('every helper that test/README.md names exists', async t => {
  const {text} = await readPage('test/README.md');
  const [, table = ''] = text.split('## Which helper');
  for (const [, name = ''] of table.matchAll(/`([\w-]+\/[\w.-]*|[\w-]+\.ts)`/g)) {
    await t.notThrowsAsync(stat(new URL(`test/helpers/${name}`, root)), name);
  }
});

test('a newcomer reads the README in one go: it has at most 8 KB', async t => {
  const {size} = await stat(new URL('README.md', root));
  t.true(size <= 8192, `${size} bytes`);
});

const isProse = (line: string): boolean => !/^\||https?:\/\//.test(line);

/** A line without the addresses of its links, which a reader does not see. */
const seen = (line: string): string => line.replaceAll(/\]\([^)]*\)/g, ']');

for (const {path, text} of pages) {
  test(`the lines of ${path} fit on a screen`, t => {
    const long = text.split('\n').filter(line => isProse(line) && seen(line).length > 120);
    t.deepEqual(long, []);
  });
}

/** Each entry of the index: the page, its title, and how it stands. */
const entries = Array.from(
  index.matchAll(/^- \[(\d+)\]\((.+)\) (.+?)(?:: (superseded.+))?$/gm),
  ([, number, name, title, standing = '']) => ({number, name, title, standing}),
);

const namesIn = (line: string): readonly string[] =>
  Array.from(line.matchAll(/\((\d{4}-[\w-]+\.md)\)/g), ([, name]) => String(name));

/** The first line of a superseded page, in the words of the index: "superseded in part by 0020 and 0034". */
const standingOf = (text: string): string => {
  const [, part = '', rest = ''] = /^Superseded( in part)? by (.+)\.\n/.exec(text) ?? [];
  const numbers = namesIn(rest).map(name => name.slice(0, 4));
  return numbers.length === 0 ? '' : `superseded${part} by ${numbers.join(' and ')}`;
};

test('the index lists every decision once, under its title', t => {
  const listed = entries.map(({number, name, title}) => [name, `# ${number} ${title}`]);
  const there = decisions.map(({name, text}) => [name, /^# \d{4} .+$/m.exec(text)?.[0]]);
  t.deepEqual(listed.toSorted(), there.toSorted());
});

test('a superseded decision begins with the link to its successor, and the index says so', t => {
  t.deepEqual(
    Object.fromEntries(entries.map(({name, standing}) => [name, standing])),
    Object.fromEntries(decisions.map(({name, text}) => [name, standingOf(text)])),
  );
});

test('whatever a decision says that it supersedes begins with a link to it', t => {
  const claims = decisions.flatMap(({name, text}) =>
    Array.from(text.matchAll(/^(?:Supersedes|Replaces) [\s\S]*?\n\n/gm), ([said]) => ({
      name,
      said,
    })),
  );
  t.true(claims.length > 5);
  for (const {name, said} of claims) {
    for (const before of decisions) {
      if (!said.includes(before.name.slice(0, 4))) continue;
      t.true(namesIn(before.text.split('\n')[0] ?? '').includes(name), `${before.name}: ${name}`);
    }
  }
});

/** The cells of each row of the tables. */
const rows = faults
  .split('\n')
  .filter(line => /^\| \d+ \|/.test(line))
  .map(line => line.slice(2, -2).split(' | '));

/** A quoted text behind `test(`, one that may be skipped included, or behind what makes the titles of a macro. */
const title =
  /(?:\b(?:t|\w+T)est(?:\.serial)?\(|\btitle:[^=]*=>)\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;

/** The titles in the source of a test file, with an ellipsis for what a template inserts. */
const titlesIn = (source: string): readonly string[] =>
  Array.from(source.matchAll(title), ([, , quoted = '']) =>
    quoted.replaceAll(/\$\{[^}]*\}/g, '…').replaceAll(/\\(.)/g, '$1'),
  );

test('docs/faults.md has each fault, by its number', t => {
  t.deepEqual(
    rows.map(([row]) => Number(row)),
    Array.from({length: 79}, (_, index) => index + 1),
  );
  for (const [row, ...cells] of rows) {
    t.is(cells.length, 3, row);
    t.true(
      cells.every(cell => cell.trim() !== ''),
      row,
    );
  }
});

for (const [row, fault, , proof = ''] of rows) {
  test(`the tests that prove row ${row} of docs/faults.md exist: ${fault}`, async t => {
    for (const named of proof.split('<br>')) {
      const [, path = '', name = ''] = /^`(test\/[\w./-]+\.test\.ts)`: (.+)$/.exec(named) ?? [];
      t.true(titlesIn(await readFile(new URL(path, root), 'utf8')).includes(name), named);
    }
  });
}
