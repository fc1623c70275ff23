import type {ChartConfiguration, Chart as ChartJs, Plugin, Scale} from 'chart.js';
import {downloads} from './downloads.ts';
import {element, fill} from './elements.ts';
import {type Plot, type Question, rest, type Series, sum, toPlot} from './plot.ts';
import {figureText, withUnit} from './values.ts';

/** Chart.js, loaded with the first chart. Its file defines a global. */
const library = async (): Promise<typeof ChartJs> => {
  await import(new URL('../chart.js', import.meta.url).href);
  return (globalThis as unknown as {readonly Chart: typeof ChartJs}).Chart;
};

const darkness = matchMedia('(prefers-color-scheme: dark)');
const narrowness = matchMedia('(max-width: 40rem)');

/** The colors of the series, on light and on dark paper. The last is for all others together. */
const colors = [
  ['#0b57d0', '#8ab4f8'],
  ['#b3541e', '#f0a878'],
  ['#1e7d4f', '#7fd1a6'],
  ['#8a2f9c', '#d9a0e6'],
  ['#6b6b00', '#d0cf6a'],
  ['#5c5c66', '#c3c8cb'],
] as const;

const paper = (): string => (darkness.matches ? '#1c2022' : '#fff');

const colorOf = (plot: Plot, {key}: Pick<Series, 'key'>): string | undefined =>
  colors.at(key === rest.key ? -1 : plot.series.findIndex(each => each.key === key))?.[
    Number(darkness.matches)
  ];

/** As much of a name as fits, by the width of most capital letters. */
const shortened = (name: string, room: number): string => {
  const most = Math.floor(room / 9);
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
};

/** Room for the sums at the ends of bars, in pixels. */
const roomForSums = 60;

export type Chart = Question & {
  /** `line`; anything else means bars. */
  readonly kind: string;
  readonly title: string;
};

/** The content of one canvas: series that share their axes. */
type Panel = {
  readonly plot: Plot;
  readonly series: readonly Series[];
  readonly isLine: boolean;
  /** The range of the figures of all canvases. */
  readonly span: Readonly<Record<'suggestedMin' | 'suggestedMax', number>> & {
    readonly beginAtZero: boolean;
    readonly max?: number;
  };
};

/** Possible distances between labels, in months. */
const monthSteps = [1, 3, 6, 12, 24, 60, 120, 240, 600];
const numberSteps = [1, 10, 100, 1000, 1e4, 1e5].flatMap(each => [each, 2 * each, 5 * each]);

const monthText = (place: number): string => {
  const [year, month] = [Math.floor(place / 12), (place % 12) + 1];
  return month === 1 ? `${year}` : `${year}-${String(month).padStart(2, '0')}`;
};

/** The axis of the categories: each at its place on a scale, or one below another. */
const categoryAxis = ({plot: {axis, categories, unit}, isLine}: Panel) => {
  const shared = {stacked: !isLine, grid: {display: false}};
  if (axis.scale === 'none') {
    const text = function (this: Scale, _: unknown, index: number): string {
      // The library gives an axis half of the chart at most, and 16 pixels of that are marks.
      const room = (this.chart.width - roomForSums) / 2 - 16;
      return shortened(categories[index]?.name ?? '', Math.min(room, 300));
    };
    return {...shared, type: 'category' as const, ticks: {autoSkip: false, callback: text}};
  }
  const isMonth = axis.scale === 'month';
  const [from, to] = [categories[0]?.place ?? 0, categories.at(-1)?.place ?? 0];
  const callback = (place: string | number) =>
    isMonth ? monthText(Number(place)) : figureText(Number(place), axis.name);
  const room = 16 + 8 * callback(to).length;
  /** Labels whole steps. The library would begin with the least value, which is half a year. */
  const afterBuildTicks = (scale: Scale): void => {
    const fits = (step: number) => ((to - from) / step) * room < scale.chart.width;
    const step = (isMonth ? monthSteps : numberSteps).find(fits) ?? 1e6;
    const first = Math.ceil(scale.min / step);
    const last = Math.floor(scale.max / step);
    scale.ticks = Array.from({length: last - first + 1}, (_, at) => ({value: (first + at) * step}));
  };
  return {
    ...shared,
    type: 'linear' as const,
    // As wide as the bars. A step begins at its value, a year is in the middle of its bar.
    offset: false,
    min: from - (unit === 1 ? 0.5 : 0),
    max: to + (unit === 1 ? 0.5 : unit),
    ticks: {callback, maxRotation: 0, autoSkip: false},
    afterBuildTicks,
  };
};

/** The figure of all series at a category. */
const sumAt = (series: readonly Series[], index: number): number | null =>
  sum(series.map(({figures}) => figures[index] ?? null));

/** Writes each sum at the end of its bar, or inside a bar that is cut off, to be read without hovering. */
const sums = ({plot, series}: Panel): Plugin => ({
  id: 'sums',
  afterDatasetsDraw: ({ctx, scales, options, chartArea: {left, right}}) => {
    const {x, y} = scales as Record<'x' | 'y', Scale>;
    ctx.textBaseline = 'middle';
    for (const index of plot.categories.keys()) {
      const figure = sumAt(series, index);
      const end = Math.max(x.getPixelForValue(figure ?? 0), left);
      const isCut = end > right + 1;
      const text = figureText(figure, plot.measure);
      ctx.textAlign = isCut ? 'right' : 'left';
      ctx.fillStyle = isCut ? paper() : String(options.color);
      ctx.fillText(
        isCut ? `${text}, bar cut off` : text,
        isCut ? right - 6 : end + 6,
        y.getPixelForValue(index),
      );
    }
  },
});

/** Draws the background into a chart, so that it stays readable elsewhere, such as on white paper in print. */
const background: Plugin = {
  id: 'background',
  beforeDraw: ({ctx, width, height}) => {
    ctx.fillStyle = paper();
    ctx.fillRect(0, 0, width, height);
  },
};

const configuration = (panel: Panel): ChartConfiguration => {
  const {plot, series, isLine, span} = panel;
  const isScaled = plot.axis.scale !== 'none';
  const figureAxis = {
    ...span,
    stacked: !isLine,
    ticks: {
      maxTicksLimit: 7,
      includeBounds: false,
      ...(!plot.measure.includes(':') && {precision: 0}),
      callback: (figure: unknown) => figureText(Number(figure), plot.measure),
    },
  };
  const isOne = plot.series.length === 1;
  const datasets = series.map(each => ({
    label: shortened(each.name, 220),
    data: plot.categories.map(({place}, index) => {
      const figure = each.figures[index] ?? (plot.adds ? 0 : null);
      return isScaled ? {x: plot.unit === 1 ? place : place + plot.unit / 2, y: figure} : figure;
    }),
    backgroundColor: plot.categories.map(({key}) => colorOf(plot, key === rest.key ? rest : each)),
    borderColor: colorOf(plot, each),
    ...(isScaled && {barPercentage: 1, categoryPercentage: plot.categories.length > 150 ? 1 : 0.9}),
    ...(isLine && {borderWidth: 2, pointRadius: plot.categories.length > 100 ? 0 : 3}),
  }));
  const [along, across] = isScaled ? (['x', 'y'] as const) : (['y', 'x'] as const);
  return {
    type: isLine ? 'line' : 'bar',
    data: {labels: plot.categories.map(({name}) => name), datasets: datasets as never},
    plugins: isScaled ? [background] : [background, sums(panel)],
    options: {
      animation: false,
      maintainAspectRatio: false,
      indexAxis: along,
      interaction: {mode: 'index', axis: along, intersect: false},
      layout: {padding: isScaled ? 0 : {right: roomForSums}},
      scales: {[along]: categoryAxis(panel), [across]: figureAxis},
      plugins: {
        legend: {display: !isOne && series.length > 1, align: 'start', labels: {boxWidth: 12}},
        title: {display: !isOne && series.length === 1, align: 'start', text: datasets[0]?.label},
        tooltip: {
          callbacks: {
            title: ([item]) => plot.categories[item?.dataIndex ?? 0]?.name ?? '',
            label: ({datasetIndex, parsed}) => {
              const text = withUnit(parsed[across], plot.measure);
              return isOne ? text : `${series[datasetIndex]?.name}: ${text}`;
            },
          },
        },
      },
    },
  };
};

/**
 * The range of the figures. Bars begin at 0, except those of years; lines that are close to each other do not. The bar
 * of all others is cut off if it is many times as long as any named one.
 */
const spanOf = ({adds, categories, measure, series}: Plot, isLine: boolean): Panel['span'] => {
  const figures = series.flatMap(({figures}) => figures.filter(each => each !== null));
  const sums = categories.map(({key}, index) => ({key, sum: sumAt(series, index) ?? 0}));
  const named = Math.max(...sums.flatMap(({key, sum}) => (key === rest.key ? [] : sum)), 0);
  const greatest =
    adds && !isLine ? Math.max(...sums.map(({sum}) => sum)) : Math.max(...figures, 0);
  const least = Math.min(...figures);
  const isClose =
    figures.length > 0 && (isLine || measure.endsWith('Year')) && least > greatest / 2;
  return {
    beginAtZero: !isClose,
    suggestedMin: isClose ? least : 0,
    suggestedMax: greatest,
    ...(adds && greatest > 4 * named && named > 0 && {max: 1.1 * named}),
  };
};

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
};

/** Lets the arrow keys show the figures of one category after another, as hovering does. */
const readByKeys = (canvas: HTMLCanvasElement, chart: ChartJs, count: number): void => {
  let at = -1;
  canvas.addEventListener('keydown', event => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    at = Math.min(Math.max(at + step, 0), count - 1);
    const items = chart.data.datasets.map((_, datasetIndex) => ({datasetIndex, index: at}));
    const {x, y} = chart.getDatasetMeta(0).data[at]?.getProps(['x', 'y']) ?? {x: 0, y: 0};
    chart.tooltip?.setActiveElements(items, {x: x ?? 0, y: y ?? 0});
    chart.update();
  });
};

/** The greatest figure in words, unless a category has several. */
const summary = ({adds, categories, measure}: Plot, series: readonly Series[]): string => {
  const [greatest] = categories
    .map(({key, name}, index) => ({key, name, figure: sumAt(series, index)}))
    .filter(({key}) => key !== rest.key && (adds || series.length === 1))
    .toSorted((a, b) => (b.figure ?? -1) - (a.figure ?? -1));
  if (!greatest) return '';
  return `Highest: ${greatest.name}, ${withUnit(greatest.figure, measure)}. `;
};

/** Makes the canvases of a chart. Series that add up or are lines share one; others have their own, on one scale. */
const laidOut = (place: HTMLElement, asked: Chart) => {
  const {title} = asked;
  const plot = toPlot(asked, narrowness.matches);
  const isScaled = plot.axis.scale !== 'none';
  const isLine = isScaled && asked.kind === 'line';
  const isMany = !plot.adds && !isLine && plot.series.length > 1;
  const height = isScaled ? (isMany ? 200 : 340) : 70 + 26 * plot.categories.length;
  const span = spanOf(plot, isLine);
  const panels = (isMany ? plot.series.map(each => [each]) : [plot.series]).map(series => {
    const name = [title, isMany && series[0]?.name].filter(Boolean).join(', ');
    const label = `${isLine ? 'Line' : 'Bar'} chart: ${name}. ${summary(plot, series)}The table has all figures.`;
    const canvas = element('canvas', {role: 'img', tabindex: 0, 'aria-label': label});
    return {canvas: canvas as HTMLCanvasElement, panel: {plot, series, isLine, span}};
  });
  const canvases = panels.map(({canvas}) => canvas);
  const boxes = canvases.map(canvas => element('div', canvas));
  for (const box of boxes) box.style.height = `${height}px`;
  fill(
    place,
    element('h3', title),
    element('div', {class: isScaled ? 'panels narrow' : 'panels'}, boxes),
    plot.isCut &&
      element(
        'p',
        element('small', 'The chart shows the groups with the most vehicles; the table shows all.'),
      ),
    downloads(canvases, asked, title),
  );
  return panels;
};

/** Draws charts into a place, and again if the reader's colors change. */
export const drawing = (place: HTMLElement) => {
  let latest: Chart | undefined;
  let charts: readonly ChartJs[] = [];
  const draw = async (): Promise<void> => {
    if (!latest) return;
    for (const chart of charts) chart.destroy();
    charts = [];
    const panels = laidOut(place, latest);
    const Library = await library().catch(() => undefined);
    if (!panels.every(({canvas}) => place.contains(canvas))) return;
    if (!Library) {
      fill(place, element('p', 'The chart could not be loaded. The table has the same figures.'));
      return;
    }
    const {color, fontFamily} = getComputedStyle(place);
    Library.defaults.color = color;
    Library.defaults.borderColor = '#8884';
    Library.defaults.font.family = fontFamily;
    charts = panels.map(({canvas, panel}) => {
      const chart = new Library(canvas, configuration(panel));
      readByKeys(canvas, chart, panel.plot.categories.length);
      return chart;
    });
  };
  darkness.addEventListener('change', draw);
  return (chart: Chart): Promise<void> => {
    latest = chart;
    return draw();
  };
};
