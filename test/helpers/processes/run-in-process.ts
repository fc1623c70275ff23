import {execFile} from 'node:child_process';
import type {EventEmitter} from 'node:events';
import {fileURLToPath} from 'node:url';
import pLimit from 'p-limit';
import {env as ownEnv} from '../environment.ts';

export type Variables = Readonly<Record<string, string>>;
export type Outcome = {readonly code: number; readonly stdout: string; readonly stderr: string};

/** One run at a time: a command reads the arguments and variables of its process, and writes to its streams. */
const oneAtATime = pLimit(1);
let runs = 0;

const streams = [process.stdout, process.stderr] as const;
/** The events that a program listens to for as long as its process lives. */
const events: readonly (readonly [EventEmitter, string])[] = [
  [process, 'SIGINT'],
  [process, 'SIGTERM'],
  ...streams.map(stream => [stream, 'error'] as const),
];

/** Runs a command of a program in the process of the test, which saves the start of another one. */
export const runInProcess = (
  main: URL,
  env: Variables,
  args: readonly string[],
): Promise<Outcome> =>
  oneAtATime(async () => {
    const before = {argv: process.argv, env: process.env};
    const writes = streams.map(({write}) => write);
    const listeners = events.map(([emitter, event]) => emitter.rawListeners(event));
    const said = ['', ''];
    process.argv = [process.execPath, fileURLToPath(main), ...args];
    process.env = {...process.env, ...env};
    for (const [index, stream] of streams.entries()) {
      stream.write = (text: string | Uint8Array) => {
        said[index] += String(text);
        return true;
      };
    }
    try {
      // Only the first import of an address runs its module.
      await import(`${main.href}?run=${++runs}`);
      const [stdout = '', stderr = ''] = said;
      return {code: Number(process.exitCode ?? 0), stdout, stderr};
    } finally {
      Object.assign(process, before);
      process.exitCode = undefined;
      for (const [index, stream] of streams.entries()) {
        if (writes[index]) stream.write = writes[index];
      }
      for (const [index, [emitter, event]] of events.entries()) {
        const added = emitter.rawListeners(event).filter(each => !listeners[index]?.includes(each));
        for (const each of added) emitter.removeListener(event, each as () => void);
      }
    }
  });

/** Runs a command as an operator's script starts it: in a process of its own, without a terminal. */
export const runAsProcess = (
  main: URL,
  env: Variables,
  args: readonly string[],
): Promise<Outcome> =>
  new Promise(resolve => {
    const options = {env: {...ownEnv, ...env}};
    const command = [fileURLToPath(main), ...args];
    const child = execFile(process.execPath, command, options, (_, stdout, stderr) =>
      resolve({code: child.exitCode ?? -1, stdout, stderr}),
    );
    child.stdin?.end();
  });
