import {execa} from 'execa';
import {OperationalError} from '#core/command-line/errors.ts';

export type Print = (line: string) => void;

type Options = {
  readonly cwd?: string;
  /** Added to the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Whether the program shares the terminal. */
  readonly inherit?: boolean;
};

/** Runs a program, and returns its output. Throws `OperationalError` with command, exit code and output if it fails. */
export const run = async (
  command: string,
  args: readonly string[],
  {inherit = false, ...options}: Options = {},
): Promise<string> => {
  const stdio = inherit ? 'inherit' : (['ignore', 'pipe', 'pipe'] as const);
  const result = await execa(command, args, {...options, stdio, reject: false});
  if (result.failed) throw new OperationalError(result.message ?? `${command} failed.`);
  return result.stdout ?? '';
};

/** Runs a program that shares the terminal, and returns its exit code. Ctrl-C reaches it directly. */
export const exitCodeOf = async (
  command: string,
  args: readonly string[],
  options: Omit<Options, 'inherit'>,
): Promise<number> => {
  const result = await execa(command, args, {...options, stdio: 'inherit', reject: false});
  return result.exitCode ?? 1;
};
