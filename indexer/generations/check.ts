import {whole} from '#core/command-line/figures.ts';
/** The result of one check of the gate, in words for the operator and the build log. */
export type Check = {
  readonly name: CheckName;
  readonly passed: boolean;
  /** The figures found. */
  readonly found: string;
  /** The figures allowed, with the variable that sets them. */
  readonly limit: string;
  /** An operator's next step when it failed. */
  readonly advice: string;
};

export type CheckName =
  | 'age'
  | 'whole'
  | 'refusals'
  | 'rejects'
  | 'vehicles'
  | 'kinds'
  | 'kind-shares'
  | 'reference-lists'
  | 'completeness'
  | 'canaries'
  | 'replicas';

/** 12.34 % */
export const percent = (part: number, all: number): string =>
  `${((all === 0 ? 0 : part / all) * 100).toFixed(2)} %`;

/** Names come from the file: one that was not made for a terminal must not be obeyed by it. */
const printable = (name: string): string => name.slice(0, 400).replaceAll(/\p{C}/gu, '?');

/** The first five names, and how many more there are. */
export const someOf = (names: readonly string[]): string => {
  const more = names.length - 5;
  const first = names.slice(0, 5).map(printable).join(', ');
  return first + (more > 0 ? ` and ${whole(more)} more` : '');
};
