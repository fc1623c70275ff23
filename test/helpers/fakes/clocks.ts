import type {Clock} from '#src/search/live-generation.ts';

/** The clock of a copy that reads the live generation again every few questions. */
export const fastClock = (): Clock => {
  let time = 0;
  const now = () => {
    time += 250;
    return time;
  };
  return {now, wait: async () => {}};
};

/** The clock of a copy that never reads the live generation again. */
export const stoppedClock: Clock = {now: () => 0, wait: async () => {}};
