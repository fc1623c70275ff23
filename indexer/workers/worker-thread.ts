import {Worker} from 'node:worker_threads';
import type {Question, WorkerSettings} from './worker-protocol.ts';

/**
 * In MiB, unless Node's flags say otherwise. Trees and documents die young: with less room they would
 * be taken for old and pile up. What does grow old is little, and bounded so that V8 collects it early.
 */
const heap = {maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 512};

type Waiting = {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * One thread. It answers in the order it is asked, so the oldest question gets the next answer. Once
 * it has ended, every question is answered with why.
 */
export const startThread = (settings: WorkerSettings) => {
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    workerData: settings,
    resourceLimits: heap,
  });
  const waiting: Waiting[] = [];
  let ended: {readonly cause: unknown} | undefined;
  const end = (cause: unknown) => {
    ended ??= {cause};
    for (const {reject} of waiting.splice(0)) reject(ended.cause);
  };
  worker.on('message', answer => waiting.shift()?.resolve(answer as never));
  worker.on('messageerror', end);
  worker.on('error', cause => end(new Error(`A worker of the import failed: ${cause}`, {cause})));
  worker.on('exit', () => end(new Error('A worker of the import stopped before it was done.')));

  return {
    /** Questions that are not answered yet. */
    load: () => waiting.length,
    ask: <Reply>(question: Question, moved: readonly ArrayBuffer[] = []): Promise<Reply> =>
      new Promise((resolve, reject) => {
        if (ended) throw ended.cause;
        worker.postMessage(question, moved);
        waiting.push({resolve: resolve as Waiting['resolve'], reject});
      }),
    stop: async (): Promise<void> => {
      await worker.terminate();
    },
  };
};
