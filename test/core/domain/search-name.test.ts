import test from 'ava';
import fc from 'fast-check';
import {toSearchName} from '#core/domain/search-name.ts';

const isReadAs = test.macro({
  title: (_, text: string, form: string) => `${JSON.stringify(text)} is compared as "${form}"`,
  exec(t, text: string, form: string) {
    t.is<string, string>(toSearchName(text), form);
  },
});

test(isReadAs, 'CITROËN', 'citroen');
test(isReadAs, 'Citroe\u0308n', 'citroen');
test(isReadAs, 'ŠKODA', 'skoda');
test(isReadAs, 'Blå', 'bla');
test(isReadAs, 'Bla\u030A', 'bla');
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
const texts = fc.string({unit: fc.oneof(special, fc.string({unit: 'binary', maxLength: 1}))});

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
