import {inspect} from 'node:util';
import {CommanderError} from 'commander';
import {exitCodes, isDiskFull, isUnwritable, OperationalError} from './errors.ts';

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
  if (isDiskFull(error)) {
    return {
      code: exitCodes.tryLater,
      sentence: `${sentence}. Make room there, then run this again.`,
    };
  }
  const isExplained = isUnwritable(error) || !(error instanceof Error);
  return {code: exitCodes.failure, sentence, stack: isExplained ? undefined : inspect(error)};
};

const passOver = () => undefined;

/** The reader of a pipe can be gone, as with `| head`, and the disk of a log full. That must not end a build. */
const surviveLostOutput = (): void => {
  if (process.stderr.listeners('error').includes(passOver)) return;
  process.stderr.on('error', passOver);
  process.stdout.on('error', ({code, message}: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    process.stderr.write(`The result cannot be printed: ${message}\n`);
    process.exitCode = exitCodes.failure;
  });
};

/**
 * Runs the command of a process and sets its exit code: the number that the command returns, if any, or
 * that of the error it throws, which is printed to standard error. Exit code 2 means wrong usage.
 */
export const runCommand = async (
  command: () => Promise<unknown>,
  exitFor: (error: unknown) => Exit = toExit,
): Promise<void> => {
  surviveLostOutput();
  try {
    const code = await command();
    if (typeof code === 'number') process.exitCode = code;
  } catch (error) {
    if (error instanceof CommanderError) {
      // It has printed its message; help is no failure.
      process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
      return;
    }
    const {code, sentence, stack} = exitFor(error);
    process.stderr.write(`${sentence}\n${stack ? `${stack}\n` : ''}`);
    process.exitCode = code;
  }
};
