import type {BuildEvent} from '#mappings/build-event.ts';
import {rate} from '../../core/command-line/progress.ts';
import type {ImportCounts} from '../write/counts.ts';

type Reached = Pick<
  BuildEvent,
  'records' | 'vehicles' | 'repeats' | 'rejects' | 'bytesRead' | 'totalBytes'
>;

/** To the millisecond. */
export const secondsOf = (milliseconds: number): number => Math.round(milliseconds) / 1000;

/** The latest counts of a build, and its speed. */
export const tally = (now: () => number) => {
  const started = now();
  let reached: Reached = {};
  let [lastTime, lastVehicles] = [started, 0];
  const logged = new Map<string, number>();
  let byReason: Readonly<Record<string, number>> = {};

  return {
    advance: (counts: ImportCounts, bytesRead: number, totalBytes: number | null): void => {
      const {records, vehicles, repeats, rejects} = counts;
      const size = totalBytes === null ? {} : {totalBytes};
      reached = {records, vehicles, repeats, rejects, bytesRead, ...size};
      byReason = counts.rejectsByReason;
    },
    reached: (): Reached => reached,
    /** Vehicles per second since the previous call. */
    recentRate: (): number => {
      const [time, vehicles] = [now(), reached.vehicles ?? 0];
      const recent = rate(vehicles - lastVehicles, time - lastTime);
      [lastTime, lastVehicles] = [time, vehicles];
      return recent;
    },
    /** Counts, speed and duration of the whole build. */
    whole: () => {
      const took = now() - started;
      const {vehicles} = reached;
      const overall = vehicles === undefined ? {} : {vehiclesPerSecond: rate(vehicles, took)};
      return {...reached, ...overall, durationSeconds: secondsOf(took)};
    },
    /** The reasons whose number of rejected records changed since the previous call. */
    grownRejects: (): readonly (readonly [reason: string, count: number])[] => {
      const grown = Object.entries(byReason).filter(
        ([reason, count]) => logged.get(reason) !== count,
      );
      for (const [reason, count] of grown) logged.set(reason, count);
      return grown;
    },
  };
};
