import {setTimeout as wait} from 'node:timers/promises';

/** Time as the lock needs it, in milliseconds; tests bring their own. */
export type LockClock = {
  /** The time of day, which a person or a server may set. */
  readonly date: () => Date;
  /** Only ever goes on. */
  readonly now: () => number;
  /** Throws the reason of the signal when it aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
};

export const systemClock: LockClock = {
  date: () => new Date(),
  now: () => performance.now(),
  wait: (milliseconds, signal) =>
    wait(milliseconds, undefined, {signal}).catch(() => signal.throwIfAborted()),
};
