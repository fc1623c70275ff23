import type {Clock} from '#src/search/live-generation.ts';

/** The clock of a copy that asks for the live generation every few questions. */
export const fastClock = (): Clock => {
  let time = 0;
  const now = () => {
    time += 250;
    return time;
  };
  return {now, wait: async () => {}};
};

/** The clock of a copy that takes what it has read for the live generation for ever. */
export const stoppedClock: Clock = {now: () => 0, wait: async () => {}};
