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
 * `yes`, or when there is neither `--yes` nor a terminal to ask on, and the reason of the signal.
 */
export const confirm = async (
  question: string,
  {yes, signal}: {readonly yes: boolean; readonly signal?: AbortSignal},
  {stdin, stderr}: Terminal = process,
): Promise<void> => {
  signal?.throwIfAborted();
  if (yes) return;
  if (!stdin.isTTY) throw new UsageError('Not a terminal; pass --yes.');
  const terminal = createInterface({input: stdin, output: stderr});
  try {
    const asked = terminal.question(`${question} Type yes to continue: `, {signal});
    const answer = await asked.catch(noAnswer);
    signal?.throwIfAborted();
    if (answer.trim() !== 'yes') throw new UsageError('Cancelled.');
  } finally {
    terminal.close();
  }
};

/** Ctrl-C and Ctrl-D at the question, and an abort. */
const noAnswer = (error: Error): string => {
  if (error.name === 'AbortError') return '';
  throw error;
};
