import {MessageChannel, Worker} from 'node:worker_threads';
import type {StatisticsResult, Task} from './compute.ts';
import type {Answer, Commission, Question} from './worker.ts';

type Message =
  | {readonly id: number; readonly question: Question}
  | {readonly result: StatisticsResult}
  | {readonly error: Error};

/** In MiB. One that would need more ends the thread, and not the process. */
const heap = {maxOldGenerationSizeMb: 512};

/** A thread that nobody needs gives its memory back after so long. */
const idleMs = 10_000;

/**
 * A thread that computes statistics, so that reading, ordering and writing their thousands of groups holds up
 * no other request. It starts when there is one to compute.
 */
export const statisticsThread = () => {
  let worker: Worker | undefined;
  let underWay = 0;
  let idle: NodeJS.Timeout | undefined;

  const start = (): Worker => {
    const started = new Worker(new URL('worker.ts', import.meta.url), {resourceLimits: heap});
    const forget = () => {
      if (worker === started) worker = undefined;
    };
    started.on('error', forget);
    started.on('exit', forget);
    // The port of a computation keeps the process; a thread without one does not.
    started.unref();
    return started;
  };

  const stop = () => {
    const stopped = worker;
    // It ends a moment later, and what comes meanwhile must not be sent to it.
    worker = undefined;
    void stopped?.terminate();
  };

  const begin = (commission: Commission) => {
    clearTimeout(idle);
    underWay += 1;
    worker ??= start();
    worker.postMessage(commission, [commission.port]);
  };

  const end = () => {
    underWay -= 1;
    if (underWay === 0) idle = setTimeout(stop, idleMs).unref();
  };

  /** Computes a statistic; `answer` answers its questions, and where it fails, so does the statistic. */
  return async (
    task: Task,
    answer: (question: Question) => Promise<Answer>,
  ): Promise<StatisticsResult> => {
    const {port1: ours, port2: port} = new MessageChannel();
    const {promise, resolve, reject} = Promise.withResolvers<StatisticsResult>();
    ours.on('message', async (message: Message) => {
      if ('result' in message) return resolve(message.result);
      if ('error' in message) return reject(message.error);
      try {
        const {id, question} = message;
        const answered = await answer(question);
        // Handed over, for to copy some megabytes would take milliseconds.
        const bytes = 'response' in answered ? [answered.response.buffer] : [];
        ours.postMessage({id, answer: answered}, bytes);
      } catch (error) {
        reject(error);
      }
    });
    ours.on('close', () => reject(new Error('The thread of the statistics has ended.')));
    begin({task, port});
    try {
      return await promise;
    } finally {
      ours.close();
      end();
    }
  };
};
