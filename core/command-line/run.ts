import {inspect} from 'node:util';
import {CommanderError} from 'commander';
import {exitCodes, OperationalError} from './errors.ts';

/** How a command that failed ends. */
export type Exit = {
  readonly code: number;
  /** For the operator. */
  readonly sentence: string;
  /** Of an unexpected error, with its causes. */
  readonly stack?: string | undefined;
};

/** The exit for an error that a command threw: the code of an `OperationalError`, else 1. */
export const toExit = (error: unknown): Exit => {
  const sentence = error instanceof Error ? error.message : String(error);
  if (error instanceof OperationalError) return {code: error.exitCode, sentence};
  return {
    code: exitCodes.failure,
    sentence,
    stack: error instanceof Error ? inspect(error) : undefined,
  };
};

/** Commander has printed its message by the time it throws; help is no failure. */
const commanderExit = ({exitCode}: CommanderError): number =>
  exitCode === 0 ? exitCodes.ok : exitCodes.usage;

/**
 * Runs the command of a process and sets its exit code: the one the command returns, or that of what
 * it threw, which is printed to standard error. Exit code 2 always means wrong usage.
 */
export const runCommand = async (
  command: () => Promise<unknown>,
  exitFor: (error: unknown) => Exit = toExit,
): Promise<void> => {
  try {
    const code = await command();
    process.exitCode = typeof code === 'number' ? code : exitCodes.ok;
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = commanderExit(error);
      return;
    }
    const {code, sentence, stack} = exitFor(error);
    process.stderr.write(`${sentence}\n${stack ? `${stack}\n` : ''}`);
    process.exitCode = code;
  }
};
