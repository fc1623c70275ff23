import {exitCodes, OperationalError} from '#core/command-line/errors.ts';
import {digits} from '#core/command-line/figures.ts';
import {ExtractRefused} from '../read/extract-refused.ts';

/** The finding of a check of the gate, in words for the operator and the build log. */
export type Verdict = {
  readonly passed: boolean;
  /** The figures found. */
  readonly found: string;
  /** The figures allowed, with the variable that sets them. */
  readonly limit: string;
  /** An operator's next step when it failed. */
  readonly advice: string;
};

export type Check = Verdict & {readonly name: string};

/** 12.34 % */
export const percent = (part: number, all: number): string =>
  `${((all === 0 ? 0 : part / all) * 100).toFixed(2)} %`;

/** Names come from the file: a terminal must not obey control characters in them. */
const printable = (name: string): string => name.slice(0, 400).replaceAll(/\p{C}/gu, '?');

/** The first five names, and how many more there are. */
export const someOf = (names: readonly string[]): string => {
  const more = names.length - 5;
  const first = names.slice(0, 5).map(printable).join(', ');
  return first + (more > 0 ? ` and ${digits(more)} more` : '');
};

export const toSentence = ({name, found, limit, advice}: Check): string =>
  `${name}: ${found}; limit: ${limit}. ${advice}`;

export const wayPast = 'To put it live anyway: --force "<reason>".';

/** Why an extract was refused. */
export type Refusal = {
  /** The names of the failed checks, or the code of a refused file. */
  readonly reason: string;
  /** For the operator. */
  readonly message: string;
  /** All that were made. */
  readonly checks: readonly Check[];
};

/** The extract failed checks of the gate, or the same content was refused before. */
export class GateRefused extends OperationalError {
  override readonly exitCode = exitCodes.extractRefused;
  readonly reason: string;
  readonly checks: readonly Check[];

  constructor({reason, message, checks}: Refusal) {
    super(message);
    this.reason = reason;
    this.checks = checks;
  }
}

/**
 * Throws `GateRefused` when a check failed, unless an operator forces it. The message says which, with
 * what was found, the limit and what to do.
 */
export const requirePassed = (checks: readonly Check[], forced?: string): void => {
  const failed = checks.filter(({passed}) => !passed);
  if (forced !== undefined || failed.length === 0) return;
  const reason = failed.map(({name}) => name).join(', ');
  const message = [...failed.map(toSentence), wayPast].join('\n');
  throw new GateRefused({reason, message, checks});
};

/** Why an extract was refused; undefined for any other error. */
export const refusalOf = (error: unknown): Refusal | undefined => {
  if (error instanceof ExtractRefused) {
    return {reason: error.code, message: error.message, checks: []};
  }
  if (!(error instanceof GateRefused)) return undefined;
  const {reason, message, checks} = error;
  return {reason, message, checks};
};
