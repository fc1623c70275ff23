import type {ReferenceSightings} from '../document/collect-references.ts';
import {type MemoryPool, memoryPool} from './memory-pool.ts';
import type {PreparedBatch} from './prepare-batch.ts';
import type {Answer, Piece, WorkerSettings} from './worker-protocol.ts';
import {startThread} from './worker-thread.ts';

/** A batch is about a quarter of its block. In bytes. */
const batchBytes = 2 * 1024 * 1024;

/** A batch, and reference entries that its worker handed over with it. */
export type Prepared = Omit<Answer, 'used'>;

/**
 * Threads that turn pieces of the extract into batches. Each keeps the reference entries it saw;
 * `sightings` collects them. A pool of our own, since a task queue alone cannot ask every thread.
 *
 * @param blocks Where the memory of the blocks comes from, and goes back to.
 */
export const startWorkers = (count: number, settings: WorkerSettings, blocks: MemoryPool) => {
  const threads = Array.from({length: count}, () => startThread(settings));
  const batches = memoryPool(batchBytes);
  return {
    prepare: async (piece: Piece): Promise<Prepared> => {
      const [idlest] = threads.toSorted((a, b) => a.load() - b.load());
      if (!idlest) throw new Error('There is no worker to prepare the extract.');
      const memory = batches.take();
      const moved = 'block' in piece ? [memory, piece.block.bytes.buffer] : [memory];
      const {used, ...prepared} = await idlest.ask<Answer>({piece, memory}, moved);
      if (used) blocks.give(used);
      return prepared;
    },
    /** To be told when a batch is no longer needed, so that its memory can hold the next. */
    release: ({body}: PreparedBatch): void => batches.give(body.buffer),
    /** What no batch has brought yet, thread by thread; asked for once all pieces are prepared. */
    sightings: async function* (): AsyncGenerator<ReferenceSightings> {
      for (const thread of threads) yield await thread.ask<ReferenceSightings>('sightings');
    },
    stop: async (): Promise<void> => {
      await Promise.all(threads.map(thread => thread.stop()));
    },
  };
};
