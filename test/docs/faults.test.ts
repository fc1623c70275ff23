import {readFile} from 'node:fs/promises';
import test from 'ava';
import {readPage, root} from './pages.ts';

const {text} = await readPage('docs/faults.md');

/** The cells of each row of the tables. */
const rows = text
  .split('\n')
  .filter(line => /^\| \d+ \|/.test(line))
  .map(line => line.slice(2, -2).split(' | '));

/** What a row says in place of a test while there is none. */
const notYet = 'not yet';

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
  if (proof === notYet) continue;
  test(`the tests that prove row ${row} of docs/faults.md exist: ${fault}`, async t => {
    for (const named of proof.split('<br>')) {
      const [, path = '', name = ''] = /^`(test\/[\w./-]+\.test\.ts)`: (.+)$/.exec(named) ?? [];
      t.true(titlesIn(await readFile(new URL(path, root), 'utf8')).includes(name), named);
    }
  });
}
