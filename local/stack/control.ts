import {mkdir, mkdtemp, realpath, rm, statfs, symlink} from 'node:fs/promises';
import {join} from 'node:path';
import type {Print} from '../processes/run.ts';
import {ensureRunning, isTaken, processesOf, type Service, stop} from '../processes/service.ts';
import {withLock} from '../processes/wait.ts';
import {dataOf, engines, needPrograms} from './engines.ts';
import type {Stack} from './stack.ts';

const memory = '/dev/shm';

/** Far more than tests write. Below 2 GiB, Elasticsearch would allocate no shards there. */
const neededBytes = 4 * 1024 ** 3;

/** Makes an erased stack keep the data of its Elasticsearch in memory, if there is room. */
export const keepInMemory = async ({folder}: Stack): Promise<void> => {
  const found = await statfs(memory).catch(() => undefined);
  if (found === undefined || found.bavail * found.bsize < neededBytes) return;
  const data = dataOf(folder);
  await mkdir(join(data, '..'), {recursive: true});
  await symlink(await mkdtemp(join(memory, 'elasticsearch-')), data);
};

const scarceBytes = 5 * 1024 ** 3;

const warnWhenDiskIsScarce = async ({folder}: Stack, print: Print): Promise<void> => {
  const {bavail, bsize} = await statfs(folder);
  if (bavail * bsize >= scarceBytes) return;
  const free = (bavail * bsize) / 1024 ** 3;
  print(
    `Only ${free.toFixed(1)} GB are free on the disk of ${folder}. Below 1 GB, Elasticsearch accepts no new index; below 0.5 GB, no writes.`,
  );
};

/** Engines are started or stopped by one process at a time. */
const lockOf = ({folder}: Stack): string => join(folder, 'lock');

/** Starts those engines that do not run, and returns once both are healthy. */
export const up = (stack: Stack, print: Print, signal?: AbortSignal): Promise<void> => {
  const start = async () => {
    await warnWhenDiskIsScarce(stack, print);
    await needPrograms(stack, print);
    for (const service of engines(stack)) await ensureRunning(service, print, signal);
  };
  return withLock(lockOf(stack), start, {signal});
};

/** Stops both engines, and returns once their processes have ended. Their data stays. */
export const down = (stack: Stack): Promise<void> =>
  withLock(lockOf(stack), async () => {
    await Promise.all(engines(stack).map(stop));
  });

export const erase = async (stack: Stack): Promise<void> => {
  await down(stack);
  // The data of Elasticsearch may be behind a link into memory.
  const kept = await realpath(dataOf(stack.folder)).catch(() => undefined);
  if (kept !== undefined) await rm(kept, {recursive: true});
  for (const data of ['elasticsearch', 'redis']) {
    await rm(join(stack.folder, data), {recursive: true, force: true});
  }
};

const stateOf = async ({port, isHealthy}: Service, isRunning: boolean): Promise<string> => {
  if (isRunning) return (await isHealthy()) ? 'healthy' : 'not healthy';
  return (await isTaken(port)) ? 'stopped; port in use by another program' : 'stopped';
};

/** The state of both engines, with the process ids of those that run. */
export const status = (stack: Stack) =>
  Promise.all(
    engines(stack).map(async service => {
      const {name, address} = service;
      const [first] = await processesOf(service);
      return {name, address, state: await stateOf(service, first !== undefined), pid: first?.group};
    }),
  );
