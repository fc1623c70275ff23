/** A number in digits as people read it: `20,000`. */
export const digits = (count: number): string => count.toLocaleString('en');

/** An instant as people read it, to the minute: `2026-11-15 02:15 UTC`. */
export const toMinute = (instant: string): string =>
  `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** A number is a quantity; a process id, for example, is text. */
type Cell = string | number | null | undefined;

const textOf = (cell: Cell): string => (typeof cell === 'number' ? digits(cell) : (cell ?? ''));

/** Rows under their headings, in columns. Numbers are grouped, and an absent value is an empty cell. */
export const table = (headings: readonly string[], rows: readonly (readonly Cell[])[]): string => {
  const lines = [headings, ...rows].map(line => line.map(textOf));
  // No call takes 100,000 arguments, and an installation can have as many keys.
  const widths = headings.map((_, column) =>
    lines.reduce((width, line) => Math.max(width, line[column]?.length ?? 0), 0),
  );
  return lines
    .map(line => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)))
    .map(cells => cells.join('  ').trimEnd())
    .join('\n');
};
