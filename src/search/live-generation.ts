import {performance} from 'node:perf_hooks';
import {setTimeout as wait} from 'node:timers/promises';
import type {Client} from '@elastic/elasticsearch';
import type {Bulkhead} from './engine/bulkhead.ts';
import {coalesce} from './engine/coalesce.ts';
import {type Generation, type Installation, readGeneration} from './read-generation.ts';

/** Time in milliseconds; tests bring their own. */
export type Clock = {
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
};

const systemClock: Clock = {now: () => performance.now(), wait};

/** How long a read of the live generation is reused. */
const reusedForMs = 1_000;

/** From first sight on until no copy answers from the generation before; timers fire a bit early. */
const settledAfterMs = reusedForMs + 50;

type Read = {readonly generation: Generation; readonly firstSeenAt: number};

export type LiveGeneration = {
  /** The live generation as of at most a second ago. */
  readonly recent: () => Promise<Generation>;
  /** The live generation as of now. */
  readonly latest: () => Promise<Generation>;
  /** The live generation as of now, returned only when every copy of the API answers from it. */
  readonly settled: () => Promise<Generation>;
};

/**
 * The generation this copy of the API answers from. Reads are shared and their age counts from when
 * they were asked for, because Elasticsearch may have answered from any moment after. So a second after one
 * copy has seen a new generation none answers from the one before: `settled` waits that long. Thus a
 * client's "compare `importedAt` before and after" holds across any number of copies.
 */
export const liveGeneration = (
  client: Client,
  installation: Installation,
  {bulkhead, timeoutMs}: {readonly bulkhead: Bulkhead; readonly timeoutMs: number},
  {now, wait}: Clock = systemClock,
): LiveGeneration => {
  let last: {readonly askedAt: number; readonly result: Promise<Read>} | undefined;
  let seen: {readonly version: string; readonly at: number} | undefined;

  const read = async (signal: AbortSignal): Promise<Read> => {
    const generation = await readGeneration(client, installation, signal);
    if (seen?.version !== generation.version) seen = {version: generation.version, at: now()};
    return {generation, firstSeenAt: seen.at};
  };

  /** Those who want it as of now share the next read, for one in flight may be older. */
  const readNext = coalesce((_, signal) => read(signal), {batchSize: 1, bulkhead, timeoutMs});

  const refresh = async (): Promise<Read> => {
    const reading = {askedAt: now(), result: readNext('live')};
    last = reading;
    try {
      return await reading.result;
    } catch (error) {
      if (last === reading) last = undefined;
      throw error;
    }
  };

  return {
    recent: async () => {
      const read = last && now() - last.askedAt < reusedForMs ? last.result : refresh();
      return (await read).generation;
    },
    latest: async () => (await refresh()).generation,
    settled: async () => {
      const {generation, firstSeenAt} = await refresh();
      const remaining = firstSeenAt + settledAfterMs - now();
      if (remaining > 0) await wait(remaining);
      return generation;
    },
  };
};
