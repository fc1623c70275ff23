import {stat} from 'node:fs/promises';
import test from 'ava';
import {pages, readPage, root} from './pages.ts';

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
