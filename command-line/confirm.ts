import {createInterface} from 'node:readline/promises';
import {Refusal} from './refusal.ts';

/** Asks before something is destroyed; where nobody can be asked, `--yes` has to say so. */
export const confirm = async (question: string, yes: boolean): Promise<void> => {
  if (yes) return;
  if (!process.stdin.isTTY) throw new Refusal('Nobody can be asked here. Confirm with --yes.');
  const terminal = createInterface({input: process.stdin, output: process.stdout});
  try {
    const answer = await terminal.question(`${question} Type yes to go on: `);
    if (answer.trim() !== 'yes') throw new Refusal('Nothing is changed.');
  } finally {
    terminal.close();
  }
};
