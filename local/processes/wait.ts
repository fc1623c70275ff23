import {readFile, writeFile} from 'node:fs/promises';
import {setTimeout as sleep} from 'node:timers/promises';
import {OperationalError} from '#core/command-line/errors.ts';
import {lockFile} from '#core/command-line/file-lock.ts';

const intervalMs = 200;

/** Polls a condition until it holds (`true`) or the time is up (`false`). Throws when aborted. */
export const waitUntil = async (
  condition: () => Promise<boolean>,
  {seconds, signal}: {readonly seconds: number; readonly signal?: AbortSignal | undefined},
): Promise<boolean> => {
  const deadline = performance.now() + seconds * 1_000;
  for (;;) {
    signal?.throwIfAborted();
    if (await condition()) return true;
    if (performance.now() >= deadline) return false;
    await sleep(intervalMs, undefined, {signal});
  }
};

type Options = {readonly seconds?: number; readonly signal?: AbortSignal | undefined};

/** Does `work` while no other process with this lock file does; waits up to `seconds` for its turn. */
export const withLock = async <Result>(
  file: string,
  work: () => Promise<Result>,
  {seconds = 300, signal}: Options = {},
): Promise<Result> => {
  const holder = `${file}.pid`;
  let lock: ReturnType<typeof lockFile>;
  const take = async () => {
    lock = lockFile(file);
    return lock !== undefined;
  };
  if (!(await waitUntil(take, {seconds, signal}))) {
    const pid = await readFile(holder, 'utf8');
    throw new OperationalError(
      `Process ${pid} is already doing this and holds ${file}. Wait until it has finished.`,
    );
  }
  try {
    await writeFile(holder, String(process.pid));
    return await work();
  } finally {
    lock?.close();
  }
};
