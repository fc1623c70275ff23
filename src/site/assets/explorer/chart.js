import {barChart} from './bar-chart.js';
import {element} from './elements.js';
import {lineChart} from './line-chart.js';

/** Series that can be told apart. */
const mostSeries = 6;

const keyOf = ({value, makeId}) => (makeId === undefined ? value : `${makeId}:${value}`);

const allVehicles = {value: '', name: 'All vehicles'};

/**
 * The first grouping as categories, the second as series: of each series a point by the key of its
 * category, the series with most vehicles first.
 */
const read = (data, measure) => {
  const categories = new Map();
  const series = new Map();
  for (const {groups, count, metrics} of data) {
    const [category = allVehicles, ofSeries = allVehicles] = groups;
    const key = keyOf(category);
    categories.set(key, {...category, key});
    const {name, points, total} = series.get(keyOf(ofSeries)) ?? {
      name: ofSeries.name,
      points: new Map(),
      total: 0,
    };
    points.set(key, measure === 'count' ? count : metrics[measure]);
    series.set(keyOf(ofSeries), {name, points, total: total + count});
  }
  return {
    categories: [...categories.values()],
    series: [...series.values()].toSorted((a, b) => b.total - a.total),
  };
};

const legend = series =>
  element(
    'ul',
    {class: 'legend'},
    ...series.map(({name}, index) =>
      element('li', {}, element('span', {class: `swatch series-${index}`}), name),
    ),
  );

const shortage = (shown, all, what) => (shown < all ? [`${shown} of ${all} ${what}`] : []);

/** Draws into a place, and again when its width changes. */
export const drawChart = (place, {data, kind, measure, title, scale}) => {
  const {categories, series: all} = read(data, measure);
  const series = all.slice(0, mostSeries);
  const {draw, most, kindName} = kind === 'line' ? lineChart : barChart;
  const shown = categories.slice(0, most);
  const label = `${kindName}: ${title}. The table has the same figures.`;
  const left = [
    ...shortage(series.length, all.length, 'series, those with most vehicles'),
    ...shortage(shown.length, categories.length, 'groups'),
  ];
  const redraw = () => {
    const width = place.clientWidth;
    if (width === 0) return;
    place.replaceChildren(
      element('h3', {}, title),
      ...(all.length > 1 ? [legend(series)] : []),
      draw({categories: shown, series, width, label, scale}),
      ...(left.length > 0
        ? [
            element(
              'p',
              {},
              element('small', {}, `Drawn are ${left.join(' and ')}. The table has all.`),
            ),
          ]
        : []),
    );
  };
  observers.get(place)?.disconnect();
  let drawnAt = place.clientWidth;
  const observer = new ResizeObserver(() => {
    if (place.clientWidth === drawnAt) return;
    drawnAt = place.clientWidth;
    redraw();
  });
  observers.set(place, observer);
  observer.observe(place);
  redraw();
};

const observers = new WeakMap();
