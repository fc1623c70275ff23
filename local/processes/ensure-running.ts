import {readFile} from 'node:fs/promises';
import {OperationalError} from '#core/command-line/errors.ts';
import {isTaken} from './probe.ts';
import type {Print} from './run.ts';
import {isRunning, logFile, type Service, start, stop} from './service.ts';
import {waitUntil} from './wait-until.ts';

const startDeadlineSeconds = 120;
const logLinesShown = 20;

/** Waits until a started service is healthy. Otherwise stops it and throws with the end of its log. */
export const becomeHealthy = async (service: Service, signal?: AbortSignal): Promise<void> => {
  let ended = false;
  const settled = async () => {
    ended = !(await isRunning(service));
    return ended || (await service.isHealthy());
  };
  try {
    const inTime = await waitUntil(settled, {seconds: startDeadlineSeconds, signal});
    if (inTime && !ended) return;
  } catch (error) {
    await stop(service);
    throw error;
  }
  const explanation = ended ? undefined : await service.explain?.().catch(String);
  await stop(service);
  const log = (await readFile(logFile(service), 'utf8')).trimEnd().split('\n');
  const end = log.slice(-logLinesShown).join('\n');
  const failure = ended ? 'exited while starting' : `did not answer in ${startDeadlineSeconds} s`;
  const why = explanation === undefined ? '' : ` ${explanation}`;
  throw new OperationalError(
    `${service.name} ${failure}.${why} The end of ${logFile(service)}:\n${end}`,
  );
};

type Listener = Pick<Service, 'name' | 'port' | 'portVariable'>;

/** Throws when another program listens on the port of a service. */
export const requireFreePort = async ({name, port, portVariable}: Listener): Promise<void> => {
  if (!(await isTaken(port))) return;
  throw new OperationalError(
    `Port ${port} is in use by another program. Stop that program, or set ${portVariable} to a free port for ${name}.`,
  );
};

/** Starts a service unless it runs, and returns once it is healthy. */
export const ensureRunning = async (
  service: Service,
  print: Print,
  signal?: AbortSignal,
): Promise<void> => {
  if (await isRunning(service)) {
    await becomeHealthy(service, signal);
    print(`${service.name} is already running on ${service.address}`);
    return;
  }
  await requireFreePort(service);
  const program = await service.prepare(print);
  print(`Starting ${service.name} on ${service.address} …`);
  (await start(service, program)).unref();
  await becomeHealthy(service, signal);
};
