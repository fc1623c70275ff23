import {shape} from './elements.js';
import {figureText, shortened} from './values.js';

const height = 340;
const margin = {top: 12, right: 24, bottom: 32, left: 64};
const characterWidth = 8;

/** Where a value lies on its scale; undefined if it has none. */
const placeOf = {
  year: Number,
  step: Number,
  month: value => {
    const [year, month] = value.split('-').map(Number);
    return year * 12 + month;
  },
};

/** Round ticks, the first at or below the least figure and the last at or above the greatest. */
const ticksOver = (least, greatest) => {
  const rough = (greatest - least || 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(factor => factor * power).find(each => each >= rough);
  const first = Math.floor(least / step);
  const last = Math.max(Math.ceil(greatest / step), first + 1);
  return Array.from({length: last - first + 1}, (_, index) => (first + index) * step);
};

/** Figures that are close to each other would be a flat line over 0. */
const startOf = (least, greatest) => (least > greatest / 2 ? least : Math.min(least, 0));

const between = (value, from, to, start, end) =>
  to === from ? (start + end) / 2 : start + ((value - from) / (to - from)) * (end - start);

const inOrder = (categories, scale) => {
  const place = placeOf[scale];
  if (!place) return categories.map((category, index) => ({...category, place: index}));
  return categories
    .map(category => ({...category, place: place(category.value)}))
    .toSorted((a, b) => a.place - b.place);
};

const draw = ({categories, series, width, label, scale}) => {
  const ordered = inOrder(categories, scale);
  const figures = series
    .flatMap(({points}) => [...points.values()])
    .filter(figure => figure !== null);
  const [least, greatest] = [Math.min(...figures), Math.max(...figures)];
  const ticks = figures.length > 0 ? ticksOver(startOf(least, greatest), greatest) : [0, 1];
  const [left, right] = [margin.left, width - margin.right];
  const bottom = height - margin.bottom;
  const x = place => between(place, ordered[0].place, ordered.at(-1).place, left, right);
  const y = figure => between(figure, ticks[0], ticks.at(-1), bottom, margin.top);

  const grid = ticks.flatMap(tick => [
    shape('line', {class: 'grid', x1: left, x2: right, y1: y(tick), y2: y(tick)}),
    shape('text', {x: left - 8, y: y(tick), 'text-anchor': 'end'}, figureText(tick)),
  ]);

  const texts = ordered.map(({name, value}) => shortened(scale === 'none' ? name : value, 12));
  const textWidth = (Math.max(...texts.map(({length}) => length)) + 2) * characterWidth;
  const every = Math.ceil((ordered.length * textWidth) / (right - left));
  const names = ordered.flatMap(({place}, index) =>
    index % every === 0
      ? [shape('text', {x: x(place), y: bottom + 18, 'text-anchor': 'middle'}, texts[index])]
      : [],
  );

  const line = ({name: ofSeries, points}, index) => {
    const known = ordered
      .map(({key, name, place}) => ({name, place, figure: points.get(key) ?? null}))
      .filter(({figure}) => figure !== null);
    const path = known.map(({place, figure}) => `${x(place)},${y(figure)}`).join(' ');
    return [
      shape('polyline', {class: `line series-${index}`, points: path}),
      ...known.map(({name, place, figure}) =>
        shape(
          'circle',
          {class: `series-${index}`, cx: x(place), cy: y(figure), r: 3.5},
          shape('title', {}, `${name}, ${ofSeries}: ${figureText(figure)}`),
        ),
      ),
    ];
  };

  return shape(
    'svg',
    {role: 'img', 'aria-label': label, width, height},
    ...grid,
    ...names,
    ...series.flatMap(line),
  );
};

/** Lines over the values of the first grouping, which lie on its scale if it has one. */
export const lineChart = {kindName: 'Line chart', most: 200, draw};
