import {createInterface} from 'node:readline/promises';
import type {ReadStream, WriteStream} from 'node:tty';
import {UsageError} from './errors.ts';

type Terminal = {
  readonly stdin: Pick<ReadStream, 'isTTY'> & NodeJS.ReadableStream;
  /** Not standard output: what a command prints may go into a file or another command. */
  readonly stderr: Pick<WriteStream, 'isTTY'> & NodeJS.WritableStream;
};

/**
 * Asks on standard error before something is destroyed. Throws `UsageError` when the answer is not
 * `yes`, or when there is neither `--yes` nor a terminal to ask on.
 */
export const confirm = async (
  question: string,
  yes: boolean,
  {stdin, stderr}: Terminal = process,
): Promise<void> => {
  if (yes) return;
  if (!stdin.isTTY) throw new UsageError('Not a terminal; pass --yes.');
  const terminal = createInterface({input: stdin, output: stderr});
  try {
    const answer = await terminal.question(`${question} Type yes to continue: `).catch(noAnswer);
    if (answer.trim() !== 'yes') throw new UsageError('Cancelled.');
  } finally {
    terminal.close();
  }
};

/** Ctrl-C and Ctrl-D at the question. */
const noAnswer = (error: Error): string => {
  if (error.name === 'AbortError') return '';
  throw error;
};
