import {spawn} from 'node:child_process';
import {once} from 'node:events';

export type Outcome = {readonly code: number; readonly output: string};

type Options = {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
};

/** Runs a program to its end and keeps what it printed. Throws only when it cannot be started. */
export const run = async (
  command: string,
  args: readonly string[],
  options: Options = {},
): Promise<Outcome & {readonly stdout: string}> => {
  const child = spawn(command, args, {...options, stdio: ['ignore', 'pipe', 'pipe']});
  let output = '';
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return {code: code ?? 1, output, stdout};
};
