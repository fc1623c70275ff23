import {readFile} from 'node:fs/promises';
import {runs} from './own-group.ts';
import {isTaken} from './port.ts';
import {logFile, type Say, type Service, Unable} from './service.ts';
import {start} from './start.ts';
import {stop} from './stop.ts';
import {waitUntil} from './wait-until.ts';

const startDeadlineSeconds = 120;
const logLinesShown = 20;

const lastLogLines = async (service: Service): Promise<string> => {
  const lines = (await readFile(logFile(service), 'utf8')).trimEnd().split('\n');
  return lines.slice(-logLinesShown).join('\n');
};

/** Waits until a started service answers. One that cannot is ended, and its last words are shown. */
export const becomeHealthy = async (service: Service, signal?: AbortSignal): Promise<void> => {
  let ended = false;
  const settled = async () => {
    ended = !(await runs(service));
    return ended || (await service.isHealthy());
  };
  try {
    const inTime = await waitUntil(settled, {seconds: startDeadlineSeconds, signal});
    if (inTime && !ended) return;
  } catch (error) {
    await stop(service);
    throw error;
  }
  await stop(service);
  const fault = ended ? 'ended while starting' : `did not answer in ${startDeadlineSeconds} s`;
  throw new Unable(
    `${service.name} ${fault}. The end of ${logFile(service)}:\n${await lastLogLines(service)}`,
  );
};

/** Throws when something that we did not start listens where the service would. */
export const refuseTakenPort = async ({
  name,
  port,
  portVariable,
}: Pick<Service, 'name' | 'port' | 'portVariable'>): Promise<void> => {
  if (!(await isTaken(port))) return;
  throw new Unable(
    `Port ${port} is in use by another program: stop that one, or set ${portVariable} to a free port for ${name}.`,
  );
};

/** Starts a service unless it runs, and returns once it answers. */
export const ensureRunning = async (
  service: Service,
  say: Say,
  signal?: AbortSignal,
): Promise<void> => {
  if (await runs(service)) {
    await becomeHealthy(service, signal);
    say(`${service.name} runs already on ${service.address}`);
    return;
  }
  await refuseTakenPort(service);
  const launch = await service.prepare();
  say(`Starting ${service.name} on ${service.address} …`);
  (await start(service, launch)).unref();
  await becomeHealthy(service, signal);
};
