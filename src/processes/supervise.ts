import type {Config} from '#core/config/config.ts';
import type {Log} from '#core/log/log.ts';
import {listen, stopAtOnce, stopSignal} from '../http/server/lifecycle.ts';
import {createOpsServer} from '../ops/ops-server.ts';
import {serviceHealth} from './service-health.ts';
import {startWorkers, type WorkerProcesses} from './worker-processes.ts';

/**
 * Serves with several processes until a stop signal. This one answers nothing but the operators, for all
 * of them. Returns the exit code.
 */
export const supervise = async (config: Config, log: Log): Promise<number> => {
  const {processes: count, port, opsPort, opsHost} = config;
  let workers: WorkerProcesses | undefined;
  let isStopping = false;
  const ops = createOpsServer(
    serviceHealth({
      listening: () => workers?.listening() ?? [],
      count,
      isStopping: () => isStopping,
    }),
  );

  const signal = stopSignal();
  await listen(ops, opsPort, opsHost);
  const running = startWorkers(count, log, () =>
    log.info({port, opsPort, processes: count}, 'The API is listening.'),
  );
  workers = running;
  void signal.then(() => {
    isStopping = true;
    log.info('Stopping after the requests in progress are answered.');
    running.stop();
  });
  const exitCode = await running.ended;
  await stopAtOnce(ops);
  if (exitCode === 0) log.info('Stopped.');
  return exitCode;
};
