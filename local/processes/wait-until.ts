import {setTimeout as sleep} from 'node:timers/promises';

type Options = {readonly seconds: number; readonly signal?: AbortSignal | undefined};

const intervalMs = 200;

/** Polls a condition until it holds (`true`) or the time is over (`false`). Throws when aborted. */
export const waitUntil = async (
  condition: () => Promise<boolean>,
  {seconds, signal}: Options,
): Promise<boolean> => {
  const deadline = performance.now() + seconds * 1_000;
  for (;;) {
    signal?.throwIfAborted();
    if (await condition()) return true;
    if (performance.now() >= deadline) return false;
    await sleep(intervalMs, undefined, signal ? {signal} : {});
  }
};
