/** One figure, measured once a round; of no round where there was nothing to measure. */
export type Figure = {
  readonly median: number;
  readonly least: number;
  readonly most: number;
  readonly rounds: readonly number[];
};

/** Three digits that matter. */
const rounded = (value: number): number => Number(value.toPrecision(3));

export const figure = (rounds: readonly number[]): Figure => {
  const sorted = rounds.map(rounded).toSorted((a, b) => a - b);
  const at = (place: number): number => sorted[Math.floor(place)] ?? Number.NaN;
  const last = sorted.length - 1;
  return {
    median: rounded((at(last / 2) + at(sorted.length / 2)) / 2),
    least: at(0),
    most: at(last),
    rounds: rounds.map(rounded),
  };
};

/** Figures by name, of rounds that each have a value by that name. */
export const figures = (
  rounds: readonly Readonly<Record<string, number>>[],
): Readonly<Record<string, Figure>> => {
  const names = new Set(rounds.flatMap(round => Object.keys(round)));
  return Object.fromEntries(
    [...names].map(name => [name, figure(rounds.map(round => round[name] ?? 0))]),
  );
};

/** As `12,300 (11,900–12,800)`: the median, the least and the most. A dash where nothing was measured. */
export const spread = ({median, least, most, rounds}: Figure): string => {
  if (rounds.length === 0) return '–';
  const [middle, low, high] = [median, least, most].map(value => value.toLocaleString('en'));
  return rounds.length > 1 ? `${middle} (${low}–${high})` : `${middle}`;
};
