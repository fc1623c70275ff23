import {Worker} from 'node:worker_threads';
import type {SourceRecord} from '../source/source-record.ts';
import {mergeSightings, type ReferenceSightings} from '../stages/collect-references.ts';
import type {Block} from '../xml/cut-blocks.ts';
import type {PreparedBatch} from './prepare-batch.ts';

/** A piece of the extract: bytes of XML, or records that are parsed already. */
export type Piece = {readonly block: Block} | {readonly records: readonly SourceRecord[]};
export type Task = Piece | 'finish';

export type WorkerSettings = {
  /** Namespace prefix of the extract's elements, with its colon; '' for a default namespace. */
  readonly prefix: string;
  readonly latestYear: number;
};

type Waiting = {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: unknown) => void;
};

/** One thread. It answers in the order it is asked, so the oldest question gets the next answer. */
const startWorker = (settings: WorkerSettings) => {
  const worker = new Worker(new URL('worker.ts', import.meta.url), {workerData: settings});
  const waiting: Waiting[] = [];
  const fail = (error: unknown) => {
    for (const {reject} of waiting.splice(0)) reject(error);
  };
  worker.on('message', answer => waiting.shift()?.resolve(answer as never));
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('A worker of the import stopped before it was done.')));

  return {
    load: () => waiting.length,
    ask: <Answer>(task: Task): Promise<Answer> =>
      new Promise((resolve, reject) => {
        waiting.push({resolve: resolve as Waiting['resolve'], reject});
        worker.postMessage(
          task,
          'block' in Object(task) ? [(task as {block: Block}).block.bytes.buffer] : [],
        );
      }),
    stop: async () => {
      await worker.terminate();
    },
  };
};

/**
 * Threads that turn pieces of the extract into batches. Each keeps the reference entries it saw;
 * `finish` collects them. A pool of our own, since a task queue alone cannot ask every thread.
 */
export const startWorkers = (count: number, settings: WorkerSettings) => {
  const workers = Array.from({length: count}, () => startWorker(settings));
  return {
    prepare: (piece: Piece): Promise<PreparedBatch> => {
      const [idlest] = workers.toSorted((a, b) => a.load() - b.load());
      if (!idlest) throw new Error('There is no worker to prepare the extract.');
      return idlest.ask(piece);
    },
    finish: async (): Promise<ReferenceSightings> => {
      const sightings: ReferenceSightings = new Map();
      for (const worker of workers) mergeSightings(sightings, await worker.ask('finish'));
      return sightings;
    },
    stop: async (): Promise<void> => {
      await Promise.all(workers.map(worker => worker.stop()));
    },
  };
};
