import {readdir} from 'node:fs/promises';
import test from 'ava';
import {readPage, root} from './pages.ts';

const folder = 'docs/decisions/';

const decisions = await Promise.all(
  (await readdir(new URL(folder, root)))
    .filter(name => name !== 'README.md')
    .map(async name => ({name, text: (await readPage(`${folder}${name}`)).text})),
);

const {text: index} = await readPage(`${folder}README.md`);

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
