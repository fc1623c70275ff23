import {createInterface} from 'node:readline/promises';
import type {ReadStream, WriteStream} from 'node:tty';
import {Refusal} from './refusal.ts';

type Terminal = {
  readonly stdin: Pick<ReadStream, 'isTTY'> & NodeJS.ReadableStream;
  /** Not standard output: what a command prints may go into a file or another command. */
  readonly stderr: Pick<WriteStream, 'isTTY'> & NodeJS.WritableStream;
};

/** Asks before something is destroyed; where nobody can be asked, `--yes` has to say so. */
export const confirm = async (
  question: string,
  yes: boolean,
  {stdin, stderr}: Terminal = process,
): Promise<void> => {
  if (yes) return;
  if (!stdin.isTTY) throw new Refusal('Nobody can be asked here. Confirm with --yes.');
  const terminal = createInterface({input: stdin, output: stderr});
  try {
    const answer = await terminal.question(`${question} Type yes to go on: `).catch(noAnswer);
    if (answer.trim() !== 'yes') throw new Refusal('Nothing is changed.');
  } finally {
    terminal.close();
  }
};

/** Ctrl-C and Ctrl-D at the question. */
const noAnswer = (error: Error): string => {
  if (error.name === 'AbortError') return '';
  throw error;
};
