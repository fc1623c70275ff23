import type {BuildEvent} from '#mappings/build-event.ts';
import type {ImportCounts} from '../progress/counts.ts';
import {rate} from '../progress/progress-line.ts';

type Reached = Pick<
  BuildEvent,
  'records' | 'vehicles' | 'repeats' | 'rejects' | 'bytesRead' | 'totalBytes'
>;

/** To the millisecond. */
export const secondsOf = (milliseconds: number): number => Math.round(milliseconds) / 1000;

/** How far a build has come, and how fast it got there. */
export const tally = (now: () => number) => {
  const started = now();
  let reached: Reached = {};
  let [lastTime, lastVehicles] = [started, 0];
  const recorded = new Map<string, number>();
  let byReason: Readonly<Record<string, number>> = {};

  return {
    advance: (counts: ImportCounts, bytesRead: number, totalBytes: number | null): void => {
      const {records, vehicles, repeats, rejects} = counts;
      const size = totalBytes === null ? {} : {totalBytes};
      reached = {records, vehicles, repeats, rejects, bytesRead, ...size};
      byReason = counts.rejectsByReason;
    },
    reached: (): Reached => reached,
    /** Vehicles a second since it was asked last. */
    recentRate: (): number => {
      const [time, vehicles] = [now(), reached.vehicles ?? 0];
      const recent = rate(vehicles - lastVehicles, time - lastTime);
      [lastTime, lastVehicles] = [time, vehicles];
      return recent;
    },
    /** All of it, for the end. */
    whole: () => {
      const took = now() - started;
      const {vehicles} = reached;
      const overall = vehicles === undefined ? {} : {vehiclesPerSecond: rate(vehicles, took)};
      return {...reached, ...overall, durationSeconds: secondsOf(took)};
    },
    /** The reasons with more rejected records than when it was asked last. */
    grownRejects: (): readonly (readonly [reason: string, count: number])[] => {
      const grown = Object.entries(byReason).filter(
        ([reason, count]) => recorded.get(reason) !== count,
      );
      for (const [reason, count] of grown) recorded.set(reason, count);
      return grown;
    },
  };
};
