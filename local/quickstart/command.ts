import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {run} from '../processes/run.ts';
import {Unable} from '../processes/service.ts';

export type Command = {
  /** The program's entry file, seen from the checkout: `indexer/main.ts`. */
  readonly entry: string;
  readonly args: readonly string[];
};

export type Place = {readonly checkout: string; readonly env: NodeJS.ProcessEnv};

const failed = ({entry, args}: Command, code: number, output = ''): Unable =>
  new Unable(`node ${entry} ${args.join(' ')} ended with exit code ${code}.\n${output}`.trimEnd());

/** Runs one of our own commands and returns what it printed as its result. */
export const resultOf = async (command: Command, {checkout, env}: Place): Promise<string> => {
  const args = [command.entry, ...command.args];
  const {code, stdout, output} = await run(process.execPath, args, {cwd: checkout, env});
  if (code !== 0) throw failed(command, code, output);
  return stdout;
};

/** Runs one of our own commands. Its progress is shown on a terminal, and else only its failure. */
export const perform = async (command: Command, place: Place): Promise<void> => {
  if (!process.stdout.isTTY) {
    await resultOf(command, place);
    return;
  }
  const child = spawn(process.execPath, [command.entry, ...command.args], {
    cwd: place.checkout,
    env: place.env,
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw failed(command, code ?? 1);
};
