import {readFileSync} from 'node:fs';
import test from 'ava';
import fc from 'fast-check';
import {registerHead, sampleRecords} from './register-xml.ts';
import {comparedWithTrees} from './same-as-tree.ts';

const quirks = readFileSync(new URL('../../fixtures/register-quirks.xml', import.meta.url), 'utf8');
const records = [
  ...sampleRecords,
  ...(quirks.match(/<ns:Statistik>[\s\S]*?<\/ns:Statistik>/g) ?? []),
];

const names = [...new Set(records.join('').match(/(?<=<ns:)(?!Statistik>)\w+(?=>)/g))];

/** Values at the edges of what the readers take. */
const texts = [
  ['0', '0.0', '-0', '-1', '1', '2.50', '007', '1e3', '4.7E-4', '0.00000012', '1.', '.5', '1.2.3'],
  ['0.30000000000000004', '12345678.1234567890', '123456789012345678.5', '5000', '5001', '0x10'],
  ['999999999999999999', '9223372036854775807', '9223372036854775808', '2027', '2028', '1885'],
  ['-', '', ' ', '  x ', '\n', '\t', ' å', 'å ', '\u00a0x', 'x\u2003', '½', 'x½', '🚗', 'a\u2028b'],
  ['a&amp;b', '&lt;', '"q"', '\\', 'a]b', 'x]]', '&#65;', '&x;', '<![CDATA[x]]>', '<!-- c -->x'],
  ['true', 'false', 'El', 'Brint', 'Benzin', 'Registreret', 'PeriodiskSyn', 'constructor', '1\r\n'],
  ['2020-02-29', '2019-02-29', '2020-02-30+01:00', '2020-13-01', '1885-01-01', '2028-01-01'],
  ['2020-03-12T10:21:15.000+01:00', '2020-03-12T10:21:15', '2020-03-12T24:21:15.000+01:00'],
  ['2020-03-12T10:21:15.000+14:00', '2020-03-12T10:21:15.000+13:60', '2020-03-12Z'],
  ['2020-03-12+1:00', 'ab12345', 'AB 12-345', 'AB12345678901', '\uffff', '\uFEFFz'],
].flat();

/** What may stand between two lines of a record. */
const foreign = [
  ['<ns:Ny>x</ns:Ny>', '<ns:Ny><ns:A>1</ns:A></ns:Ny>', '<ns:Ny/>', '<ns:Statistik>', 'text'],
  ['<o:A xmlns:o="x">1</o:A>', '<ns:A x="1">2</ns:A>', '<!-- c -->', '\r'],
  ['<ns:EjerBrugerSamling><ns:X><ns:Y>1</ns:Y></ns:X></ns:EjerBrugerSamling>'],
].flat();

/** What is done to the lines of a record, beginning at one of them. */
type Edit = (lines: string[], at: number) => void;

/** The lines of the element that starts at a line. */
const elementAt = (lines: readonly string[], at: number): readonly string[] => {
  const tag = /^( *)<ns:(\w+)>$/.exec(lines[at] ?? '');
  if (!tag) return lines.slice(at, at + 1);
  const end = lines.indexOf(`${tag[1]}</ns:${tag[2]}>`, at);
  return lines.slice(at, end === -1 ? at + 1 : end + 1);
};

const textOf = fc.constantFrom(...texts);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 6,
    arbitrary: textOf.map<Edit>(text => (lines, at) => {
      lines[at] = (lines[at] ?? '').replace(/>[^<]*</, () => `>${text}<`);
    }),
  },
  // An element is gone, there twice, or somewhere else.
  fc.constant<Edit>((lines, at) => lines.splice(at, elementAt(lines, at).length)),
  fc.constant<Edit>((lines, at) => lines.splice(at, 0, ...elementAt(lines, at))),
  fc.nat(200).map<Edit>(to => (lines, at) => {
    const moved = lines.splice(at, elementAt(lines, at).length);
    lines.splice(1 + (to % (lines.length - 1)), 0, ...moved);
  }),
  // It has another name, or another content.
  fc.constantFrom(...names, 'Ny', 'A').map<Edit>(name => (lines, at) => {
    lines[at] = (lines[at] ?? '').replaceAll(/(?<=ns:)\w+(?=>)/g, name);
  }),
  fc.constantFrom('></$1>', '/>', '> </$1>', '>x</$1>').map<Edit>(content => (lines, at) => {
    const element = elementAt(lines, at);
    const start = (element[0] ?? '').replace(/<(ns:\w+)>.*$/, `<$1${content}`);
    lines.splice(at, element.length, start, ...(at % 2 ? element : []));
  }),
  fc.constantFrom(...foreign).map<Edit>(line => (lines, at) => lines.splice(at, 0, line)),
);

const edited = fc
  .tuple(
    fc.constantFrom(...records),
    fc.array(fc.tuple(edit, fc.nat(300)), {minLength: 1, maxLength: 4}),
  )
  .map(([record, edits]) => {
    const lines = record.split('\n');
    for (const [apply, at] of edits)
      if (lines.length > 2) apply(lines, 1 + (at % (lines.length - 2)));
    return lines.join('\n');
  });

for (const seed of [20_261_122, 20_261_123]) {
  test(`a record that was edited at random (${seed}) is read as its tree is`, t => {
    const xml = comparedWithTrees(registerHead);
    let accepted = 0;
    fc.assert(
      fc.property(edited, fc.constantFrom('', '\n', 'x', '<!-- c -->'), (record, between) => {
        accepted += xml(t, record + between + (records[0] ?? '')).documents.length;
      }),
      {seed, numRuns: 600},
    );
    t.true(accepted > 900, `${accepted} records were accepted`);
  });
}

test('a record whose elements are in reverse order is read as its tree is', t => {
  const reversed = (lines: readonly string[]): string[] => {
    const elements: string[][] = [];
    for (let at = 0; at < lines.length; at += elements.at(-1)?.length ?? 1) {
      elements.push([...elementAt(lines, at)]);
    }
    return elements.toReversed().flatMap(element => {
      const [first = '', ...rest] = element;
      const last = rest.pop();
      return last === undefined ? [first] : [first, ...reversed(rest), last];
    });
  };
  const xml = comparedWithTrees(registerHead);
  for (const record of records) {
    const [first = '', ...rest] = record.split('\n');
    const last = rest.pop() ?? '';
    const turned = [first, ...reversed(rest), last].join('\n');
    t.is(turned.length, record.length);
    t.is(xml(t, turned + record + turned).documents.length, 1);
  }
});
