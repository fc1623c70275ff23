import fc from 'fast-check';

const names = ['KoeretoejIdent', 'Navn', 'A', 'B', 'Navn2', 'constructor', '__proto__', 'toString'];

/** Texts the register writes, and some that only a parser understands. */
const text: fc.Arbitrary<string> = fc.oneof(
  {weight: 6, arbitrary: fc.constantFrom('1', '2020-03-12+01:00', 'BMW', '', ' ', '\n\t')},
  {weight: 3, arbitrary: fc.constantFrom('Påhængsvogn', 'ÆØÅæøå', '🚗 x', '"7\'', '>', ']]')},
  fc.constantFrom('R&amp;D &lt;b&gt; &quot;&apos;'),
  fc.constantFrom('&#230;&#x1F697;', 'a<!-- b -->c', '<![CDATA[<&]]>', 'a\r\nb\rc', 'a<?b c?>d'),
);

const space = fc.constantFrom('', '', '\n', '\n      ', ' \t');

const element = (name: string, content: string, style: number): string => {
  if (content === '' && style > 7) return `<ns:${name}/>`;
  const attributes = style === 0 ? ' x="1"' : '';
  const [prefix, declared] =
    style === 1 ? ['n', ' xmlns:n="http://skat.dk/dmr/2007/05/31/"'] : ['ns', ''];
  return `<${prefix}:${name}${declared}${attributes}>${content}</${prefix}:${name}>`;
};

const {list} = fc.letrec<{list: string}>(tie => ({
  list: fc
    .tuple(
      fc.array(
        fc.tuple(
          fc
            .tuple(
              fc.constantFrom(...names),
              fc.oneof({depthSize: 'small', withCrossShrink: true}, text, tie('list')),
              fc.nat(40),
            )
            .map(([name, content, style]) => element(name, content, style)),
          space,
        ),
        {minLength: 1, maxLength: 6},
      ),
      space,
    )
    .map(([elements, first]) => first + elements.flat().join('')),
}));

/** A record in the register's shape, with an ident among whatever else there is. */
export const arbitraryRecord = (ident: number | string): fc.Arbitrary<string> =>
  list.map(
    xml => `<ns:Statistik><ns:KoeretoejIdent>${ident}</ns:KoeretoejIdent>${xml}</ns:Statistik>`,
  );
