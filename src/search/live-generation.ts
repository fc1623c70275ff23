import {performance} from 'node:perf_hooks';
import {setTimeout as wait} from 'node:timers/promises';
import type {Client} from '@elastic/elasticsearch';
import {beforeDeadline, servingPatienceMs} from './engine/deadline.ts';
import {type Generation, readGeneration} from './generation.ts';

/** Time as this module needs it, in milliseconds; tests bring their own. */
export type Clock = {
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
};

export const systemClock: Clock = {now: () => performance.now(), wait};

/** How long a read of the live generation answers for those that come after it. */
const reusedForMs = 1_000;

/** From first sight on until no copy answers from the generation before; timers fire a bit early. */
const settledAfterMs = reusedForMs + 50;

type Sighting = {readonly generation: Generation; readonly firstSeenAt: number};

export type LiveGeneration = {
  /** The live generation as of at most a second ago. */
  readonly read: () => Promise<Generation>;
  /** The live generation as of now. */
  readonly readAnew: () => Promise<Generation>;
  /** The live generation as of now, told only when every copy of the API answers from it. */
  readonly fresh: () => Promise<Generation>;
};

/**
 * Which generation this copy answers from. Reads are shared and counted from when they were sent,
 * for Elasticsearch may have answered from any moment after. So a second after one copy has seen a
 * new generation none answers from the one before: `fresh` waits that long. This is what makes a
 * client's "compare `importedAt` before and after" hold across any number of copies.
 */
export const liveGeneration = (
  client: Client,
  indexPrefix: string,
  {now, wait}: Clock = systemClock,
  patienceMs = servingPatienceMs,
): LiveGeneration => {
  let last: {readonly sentAt: number; readonly sighting: Promise<Sighting>} | undefined;
  let seen: {readonly version: string; readonly at: number} | undefined;

  const look = async (): Promise<Sighting> => {
    const generation = await beforeDeadline(readGeneration(client, indexPrefix), patienceMs);
    if (seen?.version !== generation.version) seen = {version: generation.version, at: now()};
    return {generation, firstSeenAt: seen.at};
  };

  const lookNow = async (): Promise<Sighting> => {
    const looking = {sentAt: now(), sighting: look()};
    last = looking;
    try {
      return await looking.sighting;
    } catch (error) {
      if (last === looking) last = undefined;
      throw error;
    }
  };

  return {
    read: async () => {
      const recent = last && now() - last.sentAt < reusedForMs ? last.sighting : lookNow();
      return (await recent).generation;
    },
    readAnew: async () => (await lookNow()).generation,
    fresh: async () => {
      const {generation, firstSeenAt} = await lookNow();
      const remaining = firstSeenAt + settledAfterMs - now();
      if (remaining > 0) await wait(remaining);
      return generation;
    },
  };
};
