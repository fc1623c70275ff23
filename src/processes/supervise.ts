import cluster, {type Worker} from 'node:cluster';
import type {Log} from '#core/log/log.ts';
import type {Config} from '../config.ts';
import {listen, stopAtOnce, stopSignal} from '../http/server/lifecycle.ts';
import {createOpsServer} from '../ops/ops-server.ts';
import {serviceHealth} from './service-health.ts';

/** This many deaths within a minute are a fault that another start does not cure. */
const mostDeaths = 10;

const minuteMs = 60_000;

/** When a process that could not be started is tried again. */
const againMs = 5_000;

/**
 * Closes the connection that was handed to a process which died before taking it. Node hands over one at a time, and
 * would forget that one, so that its client would wait for ever.
 */
const closeUntaken = ({process: child}: Worker): void => {
  const send = child.send.bind(child) as (...args: readonly unknown[]) => boolean;
  let given: {readonly close?: () => void} | undefined;
  const sendNoting = (message: unknown, handle: typeof given, ...rest: readonly unknown[]) => {
    if (handle?.close) given = handle;
    return send(message, handle, ...rest);
  };
  Object.assign(child, {send: sendNoting});
  child.once('exit', () => given?.close?.());
};

/**
 * Runs `count` processes of this program on one port, and replaces those that die; `listening` holds those that
 * get requests. The first must listen before the others start, so that an obstacle to serving is reported once: if it
 * cannot listen, the service ends with its exit code. Too many deaths end the service with 1.
 */
const startWorkers = (count: number, listening: Set<Worker>, log: Log) => {
  const living = new Set<Worker>();
  const ended = Promise.withResolvers<number>();
  let deaths: readonly number[] = [];
  let exitCode: number | undefined;

  const start = (): void => {
    const worker = cluster.fork();
    living.add(worker);
    // Each unanswered question adds a listener.
    worker.setMaxListeners(0);
    if (worker.process.pid !== undefined) {
      closeUntaken(worker);
      return;
    }
    // If the machine has no room for it, or its program was deleted, it emits no exit.
    worker.once('error', err => {
      living.delete(worker);
      log.error({err}, 'A process of the API cannot be started.');
      if (exitCode !== undefined) endIfGone();
      else if (listening.size === 0) stop(1);
      else setTimeout(startMissing, againMs).unref();
    });
  };

  const startMissing = (): void => {
    while (exitCode === undefined && living.size < count) start();
  };

  const endIfGone = (): void => {
    if (exitCode !== undefined && living.size === 0) ended.resolve(exitCode);
  };

  const stop = (code: number): void => {
    if (exitCode !== undefined) return;
    exitCode = code;
    for (const worker of living) worker.process.kill('SIGTERM');
    endIfGone();
  };

  const replace = (worker: Worker, code: number, signal: string | null): void => {
    const now = Date.now();
    deaths = [...deaths.filter(at => now - at < minuteMs), now];
    log.error({pid: worker.process.pid, exitCode: code, signal}, 'A process of the API died.');
    if (deaths.length < mostDeaths) start();
    else {
      log.error(`${deaths.length} processes of the API died within a minute.`);
      stop(1);
    }
  };

  cluster.on('listening', worker => {
    listening.add(worker);
    startMissing();
  });

  cluster.on('exit', (worker, code, signal) => {
    living.delete(worker);
    const isReplaced = listening.delete(worker) || listening.size > 0;
    if (exitCode !== undefined) endIfGone();
    else if (isReplaced) replace(worker, code, signal);
    else stop(code || 1);
  });

  start();
  return {
    /** Lets all of them finish their requests, and end. */
    stop: () => stop(0),
    /** Resolves to the exit code of the service when all of them have ended. */
    ended: ended.promise,
  };
};

/**
 * Serves with several processes until a stop signal. This process serves only the operators, on behalf of all.
 * Returns the exit code.
 */
export const supervise = async (config: Config, log: Log): Promise<number> => {
  const {processes: count, port, opsPort, opsHost} = config;
  const listening = new Set<Worker>();
  let isStopping = false;
  const ops = createOpsServer(serviceHealth(listening, count, () => isStopping));

  const signal = stopSignal();
  await listen(ops, opsPort, opsHost);
  cluster.once('listening', () =>
    log.info({port, opsPort, processes: count}, 'The API is listening.'),
  );
  const workers = startWorkers(count, listening, log);
  void signal.then(() => {
    isStopping = true;
    log.info('Stopping after the requests in progress are answered.');
    workers.stop();
  });
  const exitCode = await workers.ended;
  await stopAtOnce(ops);
  if (exitCode === 0) log.info('Stopped.');
  return exitCode;
};
