import {ConfigurationError} from '#core/config/config.ts';
import {type Say, Unable, WrongUsage} from './processes/service.ts';

/** Ours, or that of `parseArgs`. */
const isWrongUsage = (error: unknown): error is Error =>
  error instanceof WrongUsage ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));

const diskFaults = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'];

/** A file or folder that we may not write, or that has no room; Node's message names it. */
const isDiskFault = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && diskFaults.includes(String(error.code));

const isExpected = (error: unknown): error is Error =>
  error instanceof Unable ||
  error instanceof ConfigurationError ||
  isDiskFault(error) ||
  isWrongUsage(error);

/**
 * Runs a command and sets the exit code it returns. What the user can put right is said in its own
 * words, with exit code 2 for wrong usage and 1 otherwise; a fault of ours ends with its stack.
 */
export const commandLine = async (command: (say: Say) => Promise<number>): Promise<void> => {
  // What root makes, the account of the engines must be able to read. A secret says so itself.
  if (process.getuid?.() === 0) process.umask(0o022);
  try {
    process.exitCode = await command(line => console.log(line));
  } catch (error) {
    if (!isExpected(error)) throw error;
    console.error(error.message);
    process.exitCode = isWrongUsage(error) ? 2 : 1;
  }
};
