import test from 'ava';
import {csvOf, inOrder, type Question, type Row, toPlot} from '#src/site/assets/explorer/plot.ts';

const row = (values: readonly string[], count: number, average: number | null = null): Row => ({
  groups: values.map(value => ({value, name: value})),
  count,
  metrics: {'avg:seats': average},
});

const make = {name: 'make', scale: 'none'};
const month = {name: 'firstRegisteredMonth', scale: 'month'};

/** Makes from A to T, those with most vehicles first. Of A no average is known. */
const makes = Array.from({length: 20}, (_, index) =>
  row([String.fromCharCode(65 + index)], 100 - index, index || null),
);

const plotOf = (question: Partial<Question>) =>
  toPlot({rows: makes, measure: 'count', groupings: [make], otherCount: 0, ...question});

const namesOf = (named: readonly {readonly name: string}[]) =>
  named.map(({name}) => name).join(' ');

test('categories come by their counts, and the last is all others, with those that were not answered', t => {
  const {categories, series} = plotOf({rows: makes.toReversed(), otherCount: 7});
  t.is(namesOf(categories), 'A B C D E F G H I J K L M N Other');
  t.is(series[0]?.figures.at(-1), 86 + 85 + 84 + 83 + 82 + 81 + 7);
  t.is(namesOf(plotOf({rows: makes.slice(0, 15)}).categories), 'A B C D E F G H I J K L M N O');
});

test('averages of others are not known: the greatest groups that have one are drawn, and that is said', t => {
  const {categories, isCut} = plotOf({measure: 'avg:seats', otherCount: 7});
  t.is(namesOf(categories), 'B C D E F G H I J K L M N O P');
  t.true(isCut);
});

test('averages that none of the drawn categories has get no panel', t => {
  const many = makes
    .slice(0, 12)
    .map(({groups: [{value = ''} = {}]}, at) => row([value, 'car'], 50 - at, 1));
  const rows = [...many, row(['T', 'trailer'], 1, 1)];
  const groupings = [make, {name: 'kind', scale: 'none'}];
  const {series, isCut} = plotOf({rows, measure: 'avg:seats', groupings});
  t.is(namesOf(series), 'car');
  t.true(isCut);
});

test('averages of two kinds of groups fit on a screen, on a phone with fewer', t => {
  const rows = makes.flatMap(({groups: [{value = ''} = {}]}) =>
    makes.map(each => row([value, each.groups[0]?.value ?? ''], 1, 1)),
  );
  const groupings = [make, {name: 'model', scale: 'none'}];
  const sizes = [false, true].map(isNarrow => {
    const question = {rows, measure: 'avg:seats', groupings, otherCount: 0};
    const {categories, series, isCut} = toPlot(question, isNarrow);
    return [series.length, categories.length, isCut];
  });
  t.deepEqual(sizes, [
    [6, 8, true],
    [4, 5, true],
  ]);
});

test('months are all there in their order, as far apart as they are, whichever grouping they are', t => {
  const texts = Array.from(
    {length: 300},
    (_, index) => `${2000 + Math.floor(index / 12)}-${`${(index % 12) + 1}`.padStart(2, '0')}`,
  );
  const rows = texts
    .toSpliced(5, 1)
    .map((text, index) => row([index % 2 === 0 ? 'A' : 'B', text], 1000 + index));
  const {categories, series, unit} = plotOf({rows, groupings: [make, month], otherCount: 7});
  t.is(categories.length, 299);
  t.is(namesOf(categories.slice(4, 6)), '2000-05 2000-07');
  t.is(Number(categories[298]?.place) - Number(categories[0]?.place), 299);
  t.is(unit, 1);
  t.deepEqual(
    series.map(({name, figures}) => [name, ...figures.slice(0, 3)]),
    [
      ['A', 1000, null, 1002],
      ['B', null, 1001, null],
    ],
  );
  t.deepEqual(inOrder(rows.toReversed(), [make, month]), rows);
});

test('the sixth color is that of all other series, which no figure is lost of', t => {
  const rows = makes.flatMap(({groups, count}) =>
    ['x', 'y'].map(value => row([value, `${groups[0]?.value}`], count)),
  );
  const {series} = plotOf({rows, groupings: [make, {name: 'color', scale: 'none'}]});
  t.is(namesOf(series), 'A B C D E Other');
  t.is(
    series.flatMap(({figures}) => figures).reduce<number>((sum, each) => sum + (each ?? 0), 0),
    2 * 1810,
  );
});

test('models of one id under different makes are two, and without groups all vehicles are one', t => {
  const groups = ['1', '2'].map(makeId => ({value: '7', name: makeId, makeId}));
  t.is(
    namesOf(plotOf({rows: groups.map(group => ({...row([], 1), groups: [group]}))}).categories),
    '1 2',
  );
  t.is(namesOf(plotOf({rows: [row([], 5)], groupings: []}).categories), 'All vehicles');
});

test('a name that a spreadsheet would take for a formula is text in a table that is saved', t => {
  const groups = [{value: '7', name: "=cmd|' /C calc'!A0"}];
  const rows = [{groups, count: 1, metrics: {'min:seats': -1}}];
  const saved = csvOf({rows, groupings: [make], measure: 'count', otherCount: 0});
  t.is(saved, "\uFEFFmake,make.name,count,min:seats\r\n7,'=cmd|' /C calc'!A0,1,-1\r\n");
});
