import test from 'ava';
import {didYouMean, nearest} from '#core/domain/nearest.ts';

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
