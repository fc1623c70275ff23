import {setTimeout as sleep} from 'node:timers/promises';

export type Patience = {
  readonly seconds: number;
  readonly everyMs?: number;
  readonly signal?: AbortSignal | undefined;
};

/** Asks until the answer is yes (`true`) or patience ends (`false`). Throws when aborted. */
export const waitUntil = async (
  ask: () => Promise<boolean>,
  {seconds, everyMs = 200, signal}: Patience,
): Promise<boolean> => {
  const deadline = performance.now() + seconds * 1_000;
  for (;;) {
    signal?.throwIfAborted();
    if (await ask()) return true;
    if (performance.now() >= deadline) return false;
    await sleep(everyMs, undefined, signal ? {signal} : {});
  }
};
