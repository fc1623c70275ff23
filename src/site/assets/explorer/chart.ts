import {element, fill, shape} from './elements.ts';
import {figureText, shortened} from './values.ts';

type Group = {readonly value: string; readonly name: string; readonly makeId?: string};

/** The answer to a statistic, as far as it is shown. */
export type Statistics = {
  readonly data: readonly {
    readonly groups: readonly Group[];
    readonly count: number;
    readonly share: number;
    readonly metrics: Readonly<Record<string, number | null>>;
  }[];
  readonly metadata: Readonly<
    Record<'totalCount' | 'groupCount' | 'otherCount' | 'absentCount', number>
  >;
};

type Category = Group & {readonly key: string};

/** Its points, by the keys of their categories; null is no figure. */
type Series = {readonly name: string; readonly points: Map<string, number | null>};

type Drawing = {
  readonly categories: readonly Category[];
  readonly series: readonly Series[];
  readonly width: number;
  readonly label: string;
  readonly scale: string;
};

const figuresOf = (series: readonly Series[]): readonly number[] =>
  series.flatMap(({points}) => [...points.values()]).filter(figure => figure !== null);

/** Room for the figure behind the longest bar. */
const figureWidth = 80;
const lineHeight = 20;
const gap = 8;

/** Of the series, as far as these can be told apart. */
const colors = [
  'light-dark(#0b57d0, #8ab4f8)',
  'light-dark(#b3541e, #f0a878)',
  'light-dark(#1e7d4f, #7fd1a6)',
  'light-dark(#8a2f9c, #d9a0e6)',
  'light-dark(#6b6b00, #d0cf6a)',
  'light-dark(#5c5c66, #c3c8cb)',
];

/** Bars that lie below each other, so that long names have room. */
const barChart = ({categories, series, width, label}: Drawing) => {
  // On a narrow page the name of a group stands above its bars.
  const isNarrow = width < 560;
  const above = isNarrow ? lineHeight : 0;
  const left = isNarrow ? 0 : 200;
  const nameWidth = isNarrow ? width : left - gap;
  const nameClass = isNarrow ? undefined : 'beside';
  const thickness = series.length > 1 ? 14 : lineHeight;
  const groupHeight = above + series.length * thickness + gap;
  const room = width - left - figureWidth;
  const greatest = Math.max(...figuresOf(series), 0);

  const bar = (category: Category, top: number, {name, points}: Series, index: number) => {
    const figure = points.get(category.key);
    if (figure === undefined) return [];
    const length = greatest === 0 ? 0 : (Math.max(figure ?? 0, 0) / greatest) * room;
    const y = top + index * thickness;
    const middle = y + thickness / 2;
    return [
      shape(
        'rect',
        {color: colors[index], x: left, y: y + 1, width: length, height: thickness - 2},
        shape('title', `${category.name}, ${name}: ${figureText(figure)}`),
      ),
      shape('text', {class: 'figure', x: left + length + 6, y: middle}, figureText(figure)),
    ];
  };

  const group = (category: Category, index: number) => {
    const top = index * groupHeight + above;
    const middle = isNarrow ? top - lineHeight / 2 : top + (series.length * thickness) / 2;
    const place = {y: middle - lineHeight / 2, width: nameWidth, height: lineHeight};
    const {name} = category;
    return [
      shape('foreignObject', place, element('p', {title: name, class: nameClass}, name)),
      ...series.flatMap((each, at) => bar(category, top, each, at)),
    ];
  };

  return shape(
    'svg',
    {role: 'img', 'aria-label': label, width, height: categories.length * groupHeight},
    categories.flatMap(group),
  );
};

const height = 340;
const margin = {top: 12, right: 24, bottom: 32, left: 80};
const lineCharacterWidth = 8;

/** Where a value lies on its scale; undefined if it has none. */
const placeOf: Readonly<Record<string, (value: string) => number>> = {
  year: Number,
  step: Number,
  month: value => {
    const [year = 0, month = 0] = value.split('-').map(Number);
    return year * 12 + month;
  },
};

type Span = readonly [from: number, to: number];

const ends = (values: readonly number[]): Span => [values[0] ?? 0, values.at(-1) ?? 0];

/** Round ticks, the first at or below the least figure and the last at or above the greatest. */
const ticksOver = (least: number, greatest: number): readonly number[] => {
  const rough = (greatest - least || 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5].map(factor => factor * power).find(each => each >= rough) ?? 10 * power;
  const first = Math.floor(least / step);
  const last = Math.max(Math.ceil(greatest / step), first + 1);
  return Array.from({length: last - first + 1}, (_, index) => (first + index) * step);
};

/** Figures that are close to each other would be a flat line over 0. */
const startOf = (least: number, greatest: number): number =>
  least > greatest / 2 ? least : Math.min(least, 0);

const between = (value: number, [from, to]: Span, [start, end]: Span): number =>
  to === from ? (start + end) / 2 : start + ((value - from) / (to - from)) * (end - start);

const inOrder = (categories: readonly Category[], scale: string) => {
  const place = placeOf[scale];
  if (!place) return categories.map((category, index) => ({...category, place: index}));
  return categories
    .map(category => ({...category, place: place(category.value)}))
    .toSorted((a, b) => a.place - b.place);
};

/** Lines over the values of the first grouping, which lie on its scale if it has one. */
const lineChart = ({categories, series, width, label, scale}: Drawing) => {
  const ordered = inOrder(categories, scale);
  const figures = figuresOf(series);
  const [least, greatest] = [Math.min(...figures), Math.max(...figures)];
  const ticks = figures.length > 0 ? ticksOver(startOf(least, greatest), greatest) : [0, 1];
  const [left, right] = [margin.left, width - margin.right];
  const bottom = height - margin.bottom;
  const x = (place: number) => between(place, ends(ordered.map(each => each.place)), [left, right]);
  const y = (figure: number) => between(figure, ends(ticks), [bottom, margin.top]);

  const grid = ticks.flatMap(tick => [
    shape('line', {class: 'grid', x1: left, x2: right, y1: y(tick), y2: y(tick)}),
    shape('text', {x: left - 8, y: y(tick), 'text-anchor': 'end'}, figureText(tick)),
  ]);

  const texts = ordered.map(({name, value}) => shortened(scale === 'none' ? name : value, 12));
  const textWidth = (Math.max(...texts.map(({length}) => length)) + 2) * lineCharacterWidth;
  const every = Math.ceil((ordered.length * textWidth) / (right - left));
  const names = ordered.flatMap(({place}, index) =>
    index % every === 0
      ? [shape('text', {x: x(place), y: bottom + 18, 'text-anchor': 'middle'}, texts[index] ?? '')]
      : [],
  );

  const line = ({name: ofSeries, points}: Series, index: number) => {
    const known = ordered.flatMap(({key, name, place}) => {
      const figure = points.get(key) ?? null;
      return figure === null ? [] : [{name, place, figure}];
    });
    const path = known.map(({place, figure}) => `${x(place)},${y(figure)}`).join(' ');
    return shape(
      'g',
      {color: colors[index]},
      shape('polyline', {points: path}),
      known.map(({name, place, figure}) =>
        shape(
          'circle',
          {cx: x(place), cy: y(figure), r: 3.5},
          shape('title', `${name}, ${ofSeries}: ${figureText(figure)}`),
        ),
      ),
    );
  };

  return shape(
    'svg',
    {role: 'img', 'aria-label': label, width, height},
    grid,
    names,
    series.map(line),
  );
};

const keyOf = ({value, makeId}: Group) => (makeId === undefined ? value : `${makeId}:${value}`);

const allVehicles = {value: '', name: 'All vehicles'};

/**
 * The first grouping as categories, the second as series: of each series a point by the key of its
 * category, the series with most vehicles first.
 */
const read = (data: Statistics['data'], measure: string) => {
  const categories = new Map<string, Category>();
  const series = new Map<string, Series & {total: number}>();
  for (const {groups, count, metrics} of data) {
    const [category = allVehicles, ofSeries = allVehicles] = groups;
    const key = keyOf(category);
    categories.set(key, {...category, key});
    const {name} = ofSeries;
    const each = series.get(keyOf(ofSeries)) ?? {name, points: new Map(), total: 0};
    each.points.set(key, measure === '' ? count : (metrics[measure] ?? null));
    each.total += count;
    series.set(keyOf(ofSeries), each);
  }
  return {
    categories: [...categories.values()],
    series: [...series.values()].toSorted((a, b) => b.total - a.total),
  };
};

const legend = (series: readonly Series[]) =>
  element(
    'ul',
    {class: 'legend'},
    series.map(({name}, index) =>
      element('li', shape('svg', {class: 'swatch', color: colors[index]}), name),
    ),
  );

const shortage = (shown: number, all: number, what: string) =>
  shown < all ? [`${shown} of ${all} ${what}`] : [];

const charts = {
  bar: {kindName: 'Bar chart', most: 40, draw: barChart},
  line: {kindName: 'Line chart', most: 200, draw: lineChart},
} as const;

type Chart = {
  readonly data: Statistics['data'];
  readonly kind: string;
  readonly measure: string;
  readonly title: string;
  readonly scale: string;
};

const drawn = ({data, kind, measure, title, scale}: Chart, width: number) => {
  const {categories, series: all} = read(data, measure);
  const series = all.slice(0, colors.length);
  const {draw, most, kindName} = kind === 'line' ? charts.line : charts.bar;
  const shown = categories.slice(0, most);
  const label = `${kindName}: ${title}. The table has the same figures.`;
  const left = [
    ...shortage(series.length, all.length, 'series, those with most vehicles'),
    ...shortage(shown.length, categories.length, 'groups'),
  ];
  return [
    element('h3', title),
    all.length > 1 && legend(series),
    draw({categories: shown, series, width, label, scale}),
    left.length > 0 &&
      element('p', element('small', `Drawn are ${left.join(' and ')}. The table has all.`)),
  ];
};

/** Draws charts into a place, and again when its width changes. */
export const drawing = (place: HTMLElement) => {
  let latest: Chart | undefined;
  let width = 0;
  const draw = () => {
    width = place.clientWidth;
    if (latest && width > 0) fill(place, drawn(latest, width));
  };
  new ResizeObserver(() => {
    if (place.clientWidth !== width) draw();
  }).observe(place);
  return (chart: Chart): void => {
    latest = chart;
    draw();
  };
};
