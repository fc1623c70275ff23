import fc from 'fast-check';
import {addElement, contentOf, emptyTree, type GrowingTree} from '#indexer/read/source-record.ts';

/** XML and the text or element that it stands for. */
type Text = {readonly xml: string; readonly text: string};
type Element = {readonly name: string; readonly xml: string; readonly value: string | GrowingTree};

const names = ['KoeretoejIdent', 'Navn', 'A', 'B', 'Navn2', 'constructor', '__proto__', 'toString'];
const same = (text: string): Text => ({xml: text, text});

/** Texts the register writes, and some that only a parser understands. */
const text: fc.Arbitrary<Text> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('1', '2020-03-12+01:00', 'BMW', '', ' ', '\n\t').map(same),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom('Påhængsvogn', 'ÆØÅæøå', '🚗 x', '"7\'', '>', ']]').map(same),
  },
  fc.constantFrom({xml: 'R&amp;D &lt;b&gt; &quot;&apos;', text: 'R&D <b> "\''}),
  fc.constantFrom(
    {xml: '&#230;&#x1F697;', text: 'æ🚗'},
    {xml: 'a<!-- b -->c', text: 'ac'},
    {xml: '<![CDATA[<&]]>', text: '<&'},
    {xml: 'a\r\nb\rc', text: 'a\nb\nc'},
    {xml: 'a<?b c?>d', text: 'ad'},
  ),
);

const space = fc.constantFrom('', '', '\n', '\n      ', ' \t');

const element = (
  name: string,
  content: {xml: string; value: string | GrowingTree},
  style: number,
): Element => {
  const {xml, value} = content;
  if (xml === '' && style > 7) return {name, xml: `<ns:${name}/>`, value};
  const attributes = style === 0 ? ' x="1"' : '';
  const [prefix, declared] =
    style === 1 ? ['n', ' xmlns:n="http://skat.dk/dmr/2007/05/31/"'] : ['ns', ''];
  return {
    name,
    xml: `<${prefix}:${name}${declared}${attributes}>${xml}</${prefix}:${name}>`,
    value,
  };
};

const children = (elements: readonly (readonly [Element, string])[], first: string) => {
  const tree = emptyTree();
  for (const [{name, value}] of elements) addElement(tree, name, value);
  return {tree, xml: first + elements.map(([{xml}, after]) => xml + after).join('')};
};

const {list} = fc.letrec<{list: {tree: GrowingTree; xml: string}}>(tie => ({
  list: fc
    .tuple(
      fc.array(
        fc.tuple(
          fc
            .tuple(
              fc.constantFrom(...names),
              fc.oneof(
                {depthSize: 'small', withCrossShrink: true},
                text.map(({xml, text}) => ({xml, value: text as string | GrowingTree})),
                tie('list').map(({xml, tree}) => ({xml, value: contentOf(tree)})),
              ),
              fc.nat(40),
            )
            .map(([name, content, style]) => element(name, content, style)),
          space,
        ),
        {minLength: 1, maxLength: 6},
      ),
      space,
    )
    .map(([elements, first]) => children(elements, first)),
}));

/** A record in the register's shape, and the tree it stands for. */
export const arbitraryRecord = list.map(({xml, tree}) => ({
  xml: `<ns:Statistik>${xml}</ns:Statistik>`,
  tree,
}));
