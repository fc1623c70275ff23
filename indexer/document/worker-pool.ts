import {addAbortListener} from 'node:events';
import {Worker} from 'node:worker_threads';
import {ExtractRefused} from '../read/extract-refused.ts';
import {type MemoryPool, memoryPool, type WorkItem} from '../read/split-extract.ts';
import type {PreparedBatch} from './prepare-batch.ts';
import type {ReferenceSightings} from './references.ts';
import type {BatchResponse, Prepared, WorkerRequest, WorkerSettings} from './worker.ts';

/** A batch is about a quarter of its block. In bytes. */
const batchBytes = 2 * 1024 * 1024;

/**
 * In MiB; flags of Node override them. Garbage of a record dies young; twice the room saves no
 * time. The old generation is bounded so that V8 collects it early.
 */
const heap = {maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 512};

/**
 * Some 25 MB in all threads together, however many entries the register has. An entry that is handed
 * over is written; if it is seen again, it is held and written again. With a fifth of this, an import wrote
 * two entries for each vehicle.
 */
const sightingsHeld = 100_000;

/**
 * Threads that make batches of work items. Each keeps the reference entries it saw; `sightings`
 * collects them by asking every thread, which no library's task queue can do.
 *
 * @param blocks The pool that the memory of the blocks comes from and goes back to.
 * @param signal Ends the threads at once; their pending requests are rejected with its reason.
 * @param held Reference entries that all threads together hold before they hand some over.
 */
export const startWorkers = (
  count: number,
  settings: Omit<WorkerSettings, 'mostSightings'>,
  blocks: MemoryPool,
  signal: AbortSignal,
  held = sightingsHeld,
) => {
  const mostSightings = held / count;
  const threads = Array.from({length: count}, () => startThread({...settings, mostSightings}));
  const listening = addAbortListener(signal, () => {
    for (const thread of threads) void thread.stop(signal.reason);
  });
  const batches = memoryPool(batchBytes);
  const ask = async (thread: Thread, item: WorkItem | 'open records'): Promise<Prepared> => {
    const prepared = await thread.ask<BatchResponse>({item, memory: batches.take()});
    if ('refused' in prepared) throw new ExtractRefused(prepared.refused);
    return prepared;
  };
  return {
    /** Makes the batch of an item. Throws `ExtractRefused` if the item shows that the extract must not go live. */
    prepare: async (item: WorkItem): Promise<Prepared> => {
      const [idlest] = threads.toSorted((a, b) => a.load() - b.load());
      if (!idlest) throw new Error('There is no worker to prepare the extract.');
      const prepared = await ask(idlest, item);
      if ('block' in item) blocks.give(item.block.bytes.buffer);
      return prepared;
    },
    /** The batches of the held records, thread by thread. Call it after all items are prepared. */
    open: async function* (): AsyncGenerator<Prepared> {
      for (const thread of threads) yield await ask(thread, 'open records');
    },
    /** Frees the memory of a batch that is no longer needed, for a later one. */
    release: ({body}: PreparedBatch): void => batches.give(body.buffer),
    /** The entries that came with no batch, thread by thread. Call it after all items are prepared. */
    sightings: async function* (): AsyncGenerator<ReferenceSightings> {
      for (const thread of threads) {
        for (;;) {
          const sightings = await thread.ask<ReferenceSightings>('sightings');
          if (sightings.size === 0) break;
          yield sightings;
        }
      }
    },
    stop: async (): Promise<void> => {
      listening[Symbol.dispose]();
      await Promise.all(threads.map(thread => thread.stop()));
    },
  };
};

type Pending = {
  readonly resolve: (response: never) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * One thread. It responds in order, so each response belongs to the oldest request. Once the thread
 * has ended, every request is rejected with the cause.
 */
const startThread = (settings: WorkerSettings) => {
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    workerData: settings,
    resourceLimits: heap,
  });
  const pending: Pending[] = [];
  let ended: {readonly cause: unknown} | undefined;
  const end = (cause: unknown) => {
    ended ??= {cause};
    for (const {reject} of pending.splice(0)) reject(ended.cause);
  };
  worker.on('message', response => pending.shift()?.resolve(response as never));
  worker.on('messageerror', end);
  worker.on('error', cause => end(new Error(`A worker of the import failed: ${cause}`, {cause})));
  worker.on('exit', () => end(stopped()));

  return {
    /** Requests without a response. */
    load: () => pending.length,
    ask: <Response>(request: WorkerRequest): Promise<Response> =>
      new Promise((resolve, reject) => {
        if (ended) throw ended.cause;
        worker.postMessage(request);
        pending.push({resolve: resolve as Pending['resolve'], reject});
      }),
    /** Ends the thread at once, even in the middle of a record. */
    stop: async (cause: unknown = stopped()): Promise<void> => {
      end(cause);
      await worker.terminate();
    },
  };
};

type Thread = ReturnType<typeof startThread>;

const stopped = () => new Error('A worker of the import stopped before it was done.');
