/** A value of a grouping, as in a response. */
type Group = {readonly value: string; readonly name: string; readonly makeId?: string};

/** The shown members of a group of a statistic. */
export type Row = {
  readonly groups: readonly Group[];
  readonly count: number;
  readonly share?: number;
  readonly metrics: Readonly<Record<string, number | null>>;
};

export type Grouping = {
  readonly name: string;
  /** The scale of its values: `year`, `month`, `step`, or `none`. */
  readonly scale: string;
};

/** The question that a chart answers: a measure of groups, which is `count` or a metric. */
export type Question = {
  readonly rows: readonly Row[];
  readonly measure: string;
  readonly groupings: readonly Grouping[];
  /** Number of vehicles in groups that the response left out. */
  readonly otherCount: number;
};

/** A value of a grouping, and its place along the axis. */
type Category = {readonly key: string; readonly name: string; readonly place: number};

/** A series with its figures by category; null means no figure. */
export type Series = {
  readonly key: string;
  readonly name: string;
  readonly figures: readonly (number | null)[];
};

/** A measure along an axis: a category for each place on it, a series for each color. */
export type Plot = ReturnType<typeof toPlot>;

/** The most series whose colors can be distinguished, and the most categories that fit on a screen. */
const most = {series: 6, categories: 15};

/** The same for figures that do not add up: each series has a panel of its own. */
const mostInPanels = {wide: {series: 6, categories: 8}, narrow: {series: 4, categories: 5}};

const allVehicles = {value: '', name: 'All vehicles'};

/** Everything that is not drawn by itself. No value is a blank, so this key is free. */
export const rest = {key: ' ', name: 'Other'};

const groupAt = ({groups}: Row, at: number): Group => groups[at] ?? allVehicles;

const keyAt = (row: Row, at: number): string => {
  const {value, makeId} = groupAt(row, at);
  return makeId === undefined ? value : `${makeId}:${value}`;
};

/** The number of a value on its scale; for a month, the number of months before it. */
const placeOf = ({value}: Group): number => {
  const [, year, month] = /^(\d+)-(\d+)$/.exec(value) ?? [];
  return month === undefined ? Number(value) : Number(year) * 12 + Number(month) - 1;
};

/** The sum of the figures that are not null; null if all are. */
export const sum = (figures: readonly (number | null)[]): number | null =>
  figures.reduce((total, figure) => (figure === null ? total : (total ?? 0) + figure), null);

/** The place of the first grouping on a scale; -1 if there is none. */
const scaledAt = (groupings: readonly Grouping[]): number =>
  groupings.findIndex(({scale}) => scale !== 'none');

/** Groups on a scale in its order, other groups in that of the response. */
export const inOrder = (rows: readonly Row[], groupings: readonly Grouping[]): readonly Row[] => {
  const at = scaledAt(groupings);
  const place = (row: Row) => placeOf(groupAt(row, at));
  return at < 0 ? rows : rows.toSorted((a, b) => place(a) - place(b));
};

/** The values of a grouping, those with the most vehicles first. */
const ranked = (rows: readonly Row[], at: number): readonly Category[] =>
  [...Map.groupBy(rows, row => keyAt(row, at))]
    .map(([key, each]) => ({
      key,
      group: each[0] ? groupAt(each[0], at) : allVehicles,
      count: sum(each.map(({count}) => count)) ?? 0,
    }))
    .toSorted((a, b) => b.count - a.count)
    .map(({key, group}) => ({key, name: group.name, place: placeOf(group)}));

/** Draws all years, months or steps along the axis, in their order; of other values, the greatest and the rest. */
export const toPlot = ({rows, measure, groupings, otherCount}: Question, isNarrow = false) => {
  const at = Math.max(scaledAt(groupings), 0);
  const axis = groupings[at] ?? {name: '', scale: 'none'};
  const isScaled = axis.scale !== 'none';
  /** Whether figures add up, so that series can be stacked and the others be summed. */
  const adds = measure === 'count' || (measure.startsWith('sum:') && otherCount === 0);
  const inPanels = mostInPanels[isNarrow ? 'narrow' : 'wide'];
  const others = adds && !isScaled ? otherCount : 0;
  const withRest = (all: readonly Category[], most: number, hasOthers: boolean) => {
    const isWhole = all.length + Number(hasOthers) <= most;
    if (!adds) return all.slice(0, most);
    return isWhole && !hasOthers ? all : [...all.slice(0, most - 1), {...rest, place: 0}];
  };
  const figureOf = ({count, metrics}: Row) =>
    measure === 'count' ? count : (metrics[measure] ?? null);
  const counted = rows.filter(row => figureOf(row) !== null);
  const some = counted.length > 0 ? counted : rows;
  const [values, colored] = [ranked(isScaled ? rows : some, at), ranked(some, 1 - at)];
  const series = withRest(
    colored,
    adds ? most.series : inPanels.series,
    others > 0 && groupings.length > 1,
  );
  const room = series.length > 1 && !adds ? inPanels.categories : most.categories;
  const categories = isScaled
    ? values.toSorted((a, b) => a.place - b.place)
    : withRest(values, room, others > 0).map((each, place) => ({...each, place}));

  const keyIn = (shown: readonly Category[]) => {
    const keys = new Set(shown.map(({key}) => key));
    return (key: string) => (keys.has(key) ? key : rest.key);
  };
  const [placed, of] = [keyIn(categories), keyIn(series)];
  const points = rows.map(row => ({
    cell: `${placed(keyAt(row, at))}\n${of(keyAt(row, 1 - at))}`,
    figure: figureOf(row),
  }));
  if (others > 0) points.push({cell: `${rest.key}\n${series.at(-1)?.key}`, figure: others});
  const cells = Map.groupBy(points, ({cell}) => cell);
  const figureAt = (cell: string) => sum((cells.get(cell) ?? []).map(({figure}) => figure));
  const gaps = categories.slice(1).map(({place}, at) => place - (categories[at]?.place ?? 0));
  const all = series.map(({key, name}): Series => {
    const figures = categories.map(category => figureAt(`${category.key}\n${key}`));
    return {key, name, figures};
  });
  const known = all.filter(({figures}) => figures.some(figure => figure !== null));
  return {
    axis,
    measure,
    adds,
    categories,
    /** Series without any figure are left out, as their panels would be empty. */
    series: known.length > 0 ? known : all,
    /** The distance between the categories on a scale. */
    unit: gaps.length > 0 ? Math.min(...gaps) : 1,
    /** Whether some groups are not drawn. */
    isCut: !adds && (categories.length < values.length || series.length < colored.length),
  };
};

/**
 * The rows as CSV (RFC 4180), with the names of the API. The mark at the beginning tells spreadsheets that it is UTF-8,
 * and the quote before a name that begins like a formula that it is text.
 */
export const csvOf = ({rows, groupings}: Question): string => {
  const records = rows.map(({groups, count, share, metrics}) => ({
    ...Object.fromEntries(
      groupings.flatMap(({name}, at) => [
        [name, groups[at]?.value],
        [`${name}.name`, groups[at]?.name],
      ]),
    ),
    count,
    ...(share !== undefined && {share}),
    ...metrics,
  }));
  const cell = (value: unknown) => {
    const isFormula = typeof value === 'string' && /^[=+@\t\r-]/.test(value);
    const text = `${isFormula ? "'" : ''}${value ?? ''}`;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [Object.keys(records[0] ?? {}), ...records.map(record => Object.values(record))];
  return `\uFEFF${lines.map(line => `${line.map(cell).join(',')}\r\n`).join('')}`;
};
