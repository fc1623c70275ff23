import test from 'ava';
import fc from 'fast-check';
import {didYouMean, nearest} from '#core/domain/nearest.ts';
import {searchNamesOf, toSearchName} from '#core/domain/search-name.ts';

const isReadAs = test.macro({
  title: (_, text: string, form: string) => `${JSON.stringify(text)} is compared as "${form}"`,
  exec(t, text: string, form: string) {
    t.is<string, string>(toSearchName(text), form);
  },
});

test(isReadAs, 'CITROËN', 'citroen');
test(isReadAs, 'Citroe\u0308n', 'citroen');
test(isReadAs, 'ŠKODA', 'skoda');
test(isReadAs, 'Blå', 'blå');
test(isReadAs, 'BLA\u030A', 'blå');
test(isReadAs, 'Ångström', 'ångstrom');
test(isReadAs, 'ÆRØ', 'ærø');
test(isReadAs, ' VW  GOLF ', 'vw  golf');
test(isReadAs, 'Weiß', 'weiss');
test(isReadAs, 'GROẞ', 'gross');
test(isReadAs, 'İstanbul', 'istanbul');
test(isReadAs, 'ΟΔΟΣ', 'οδοσ');
test(isReadAs, 'οδος', 'οδοσ');
test(isReadAs, "3'ER *?\\", "3'er *?\\");
test(isReadAs, '', '');
test(isReadAs, ' \u0301\u0308 ', '');

const options = {seed: 20_261_121, numRuns: 5_000};
const special = fc.constantFrom(...'aAåÅæÆøØßẞſςσΣıİIﬁŉǅⓞ \u00A0\u0301\u0307\u0308\u0345');
// The unit "binary" of fast-check has the same characters, and takes a second to list them.
const isWhole = (point: number): boolean => point < 0xd800 || point > 0xdfff;
const character = fc
  .integer({min: 0, max: 0x10ffff})
  .filter(isWhole)
  .map(point => String.fromCodePoint(point));
const texts = fc.string({unit: fc.oneof(special, character)});

test('the beginning of a name is found as the beginning of its form', t => {
  fc.assert(
    fc.property(texts, texts, (start, rest) => {
      t.true(toSearchName(start + rest).startsWith(toSearchName(start)));
    }),
    options,
  );
});

test('a form is its own form', t => {
  fc.assert(
    fc.property(texts, text => {
      const form = toSearchName(text);
      t.is(toSearchName(form), form);
    }),
    options,
  );
});

test('upper and lower case of Latin letters are one form', t => {
  const latin = fc.integer({min: 0x20, max: 0x24f}).map(point => String.fromCodePoint(point));
  fc.assert(
    fc.property(fc.string({unit: latin}), text => {
      t.is(toSearchName(text.toUpperCase()), toSearchName(text));
      t.is(toSearchName(text.toLowerCase()), toSearchName(text));
    }),
    options,
  );
});

const isFoundAs = test.macro({
  title: (_, name: string, forms: readonly string[]) =>
    `${JSON.stringify(name)} is found as ${forms.join(', ')}`,
  exec(t, name: string, forms: readonly string[]) {
    t.deepEqual<readonly string[], readonly string[]>(searchNamesOf(name), forms);
  },
});

test(isFoundAs, 'ŠKODA', ['skoda']);
test(isFoundAs, 'Blå', ['blå', 'bla', 'blaa']);
test(isFoundAs, 'SAAB', ['saab']);
test(isFoundAs, 'PRØVE', ['prøve', 'proeve', 'prove']);
test(isFoundAs, 'ÆRØ', ['ærø', 'æroe', 'æro', 'aerø', 'aeroe', 'aero', 'arø', 'aroe', 'aro']);

test('a name is found by its other wording, too, and by one form once', t => {
  t.deepEqual<readonly string[], readonly string[]>(searchNamesOf('Blue', 'Blå'), [
    'blue',
    'blå',
    'bla',
    'blaa',
  ]);
  t.deepEqual<readonly string[], readonly string[]>(searchNamesOf('Orange', 'ORANGE'), ['orange']);
});

const words = ['Diesel', 'Electricity', 'Petrol', 'primaryFuel', 'Blå', 'SKODA', 'fuel'];

const suggests = test.macro({
  title: (_, text: string, found: readonly string[]) =>
    `for ${JSON.stringify(text)}, ${found.join(', ') || 'nothing'} is suggested`,
  exec(t, text: string, found: readonly string[]) {
    t.deepEqual(nearest(text, words), found);
  },
});

test(suggests, 'diesle', ['Diesel']);
test(suggests, 'ELECTRICTY', ['Electricity']);
test(suggests, 'škoda', ['SKODA']);
test(suggests, 'bla', ['Blå']);
test(suggests, 'Fuel', ['fuel', 'primaryFuel']);
test(suggests, 'Electric', ['Electricity']);
test(suggests, 'zzzzzz', []);
test(suggests, ' \u0301', []);
test(suggests, 'x'.repeat(100_000), []);

test('suggestions are a question, and none is no question', t => {
  t.is(didYouMean('fuel', words), 'Did you mean fuel or primaryFuel?');
  t.is(didYouMean('zzzzzz', words), undefined);
});
