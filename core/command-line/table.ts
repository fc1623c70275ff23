import {digits} from './figures.ts';

/** A number is a quantity; a process id, for example, is text. */
type Cell = string | number | null | undefined;

const textOf = (cell: Cell): string => (typeof cell === 'number' ? digits(cell) : (cell ?? ''));

/**
 * Rows under their headings, each column as wide as its widest cell. Numbers are grouped, and an absent
 * value is an empty cell.
 */
export const table = (headings: readonly string[], rows: readonly (readonly Cell[])[]): string => {
  const lines = [headings, ...rows].map(line => line.map(textOf));
  const widths = headings.map((_, column) =>
    Math.max(...lines.map(line => line[column]?.length ?? 0)),
  );
  return lines
    .map(line => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)))
    .map(cells => cells.join('  ').trimEnd())
    .join('\n');
};
