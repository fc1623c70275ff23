/** What can be wrong with the world around the service. */
export type Trouble = 'redis' | 'elasticsearch' | 'crowd';

type Span = {readonly from: number; to: number};

/**
 * What was wrong when, and what was live when, by the clock of `performance.now`: an answer is judged
 * by what was the case while it was made.
 */
export const createHistory = () => {
  const troubles = new Map<Trouble, Span[]>();
  const live: {readonly version: string; readonly since: number; until: number}[] = [];

  return {
    /** Notes a trouble between these times. */
    note: (trouble: Trouble, from: number, to: number): void => {
      troubles.set(trouble, [...(troubles.get(trouble) ?? []), {from, to}]);
    },

    /** Notes a trouble for as long as this work takes. */
    during: async <Value>(trouble: Trouble, work: () => Promise<Value>): Promise<Value> => {
      const span = {from: performance.now(), to: Number.POSITIVE_INFINITY};
      troubles.set(trouble, [...(troubles.get(trouble) ?? []), span]);
      try {
        return await work();
      } finally {
        span.to = performance.now();
      }
    },

    /** Whether there was such trouble between these times, or up to `graceMs` before. */
    had: (trouble: Trouble, from: number, to: number, graceMs: number): boolean =>
      (troubles.get(trouble) ?? []).some(span => span.from <= to && span.to + graceMs >= from),

    /** Notes that a generation goes live in this flip; until that is done, both may be answered from. */
    flip: async (version: string, flip: () => Promise<unknown>): Promise<void> => {
      const last = live.at(-1);
      live.push({version, since: performance.now(), until: Number.POSITIVE_INFINITY});
      await flip();
      if (last) last.until = performance.now();
    },

    /** Whether this generation was live between these times, or up to `graceMs` before. */
    wasLive: (version: string, from: number, to: number, graceMs: number): boolean =>
      live.some(
        each => each.version === version && each.since <= to && each.until + graceMs >= from,
      ),

    current: (): string => live.at(-1)?.version ?? '',
  };
};

export type History = ReturnType<typeof createHistory>;
