import {execFile} from 'node:child_process';
import {fileURLToPath} from 'node:url';

const main = fileURLToPath(new URL('../../admin/main.ts', import.meta.url));

export type Outcome = {readonly code: number; readonly stdout: string; readonly stderr: string};

/** Runs the admin tool as an operator's script would: without a terminal. */
export const runAdmin = (
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Outcome> =>
  new Promise(resolve => {
    const options = {env: {...process.env, ...env}};
    const tool = execFile(process.execPath, [main, ...args], options, (_, stdout, stderr) =>
      resolve({code: tool.exitCode ?? -1, stdout, stderr}),
    );
    tool.stdin?.end();
  });
