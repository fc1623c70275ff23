import {mkdir, rm, statfs} from 'node:fs/promises';
import {join} from 'node:path';
import {type Account, accountFor} from '../processes/account.ts';
import {ensureRunning} from '../processes/ensure-running.ts';
import {withLock} from '../processes/lock.ts';
import {ownGroup} from '../processes/own-group.ts';
import {isTaken} from '../processes/port.ts';
import type {Say, Service} from '../processes/service.ts';
import {stop} from '../processes/stop.ts';
import {elasticsearch} from './elasticsearch.ts';
import {stackHome} from './home.ts';
import {redis} from './redis.ts';
import type {StackSettings} from './settings.ts';

const checkout = join(import.meta.dirname, '../..');
const scarceBytes = 5 * 1024 ** 3;

/** An Elasticsearch and a Redis on their own ports, with data of their own. */
export type Stack = {
  readonly settings: StackSettings;
  /** What all stacks of this checkout share. */
  readonly home: string;
  /** What is this stack's alone. */
  readonly folder: string;
  /** Who its programs run as; `undefined` when that is who we are. */
  readonly account: Account | undefined;
};

/** Finds the place of a stack, whether it runs or not. */
export const stackOf = async (settings: StackSettings, say: Say): Promise<Stack> => {
  const account = await accountFor(checkout);
  const home = await stackHome(checkout, account, say);
  const folder = join(home, `stack-${settings.elasticsearchPort}-${settings.redisPort}`);
  await mkdir(folder, {recursive: true});
  return {settings, home, folder, account};
};

const services = (stack: Stack, say: Say): readonly Service[] => [
  redis(stack, say),
  elasticsearch(stack, say),
];

/** What a program needs in its environment to use this stack. */
export const addresses = ({settings}: Stack) => ({
  ELASTICSEARCH_NODES: `http://127.0.0.1:${settings.elasticsearchPort}`,
  REDIS_URL: `redis://127.0.0.1:${settings.redisPort}`,
});

const warnWhenDiskIsScarce = async ({folder}: Stack, say: Say): Promise<void> => {
  const {bavail, bsize} = await statfs(folder);
  if (bavail * bsize >= scarceBytes) return;
  const free = (bavail * bsize) / 1024 ** 3;
  say(
    `Only ${free.toFixed(1)} GB are free on the disk of ${folder}: from 1 GB down Elasticsearch accepts no new index, from 0.5 GB no write.`,
  );
};

const oneAtATime = <Result>({folder}: Stack, work: () => Promise<Result>, signal?: AbortSignal) =>
  withLock(join(folder, 'lock'), work, signal ? {signal} : {});

/** Starts what does not run, and returns once both answer. Throws `Unable` with what to do about it. */
export const up = async (stack: Stack, say: Say, signal?: AbortSignal): Promise<void> =>
  oneAtATime(
    stack,
    async () => {
      await warnWhenDiskIsScarce(stack, say);
      for (const service of services(stack, say)) await ensureRunning(service, say, signal);
    },
    signal,
  );

/** Ends both and waits until nothing of them is left. Their data stays. */
export const down = async (stack: Stack): Promise<void> =>
  oneAtATime(stack, async () => {
    await Promise.all(services(stack, () => {}).map(stop));
  });

/** Ends both and deletes their data. */
export const erase = async (stack: Stack): Promise<void> => {
  await down(stack);
  for (const data of ['elasticsearch', 'redis']) {
    await rm(join(stack.folder, data), {recursive: true, force: true});
  }
};

export type ServiceStatus = {
  readonly name: string;
  readonly address: string;
  readonly state: 'healthy' | 'not answering' | 'stopped' | 'stopped, its port in use by another';
  readonly pid: number | undefined;
};

const statusOf = async (service: Service): Promise<ServiceStatus> => {
  const {name, address} = service;
  const [leader] = await ownGroup(service);
  if (leader) {
    const state = (await service.isHealthy()) ? 'healthy' : 'not answering';
    return {name, address, state, pid: leader.group};
  }
  const taken = await isTaken(service.port);
  const state = taken ? 'stopped, its port in use by another' : 'stopped';
  return {name, address, state, pid: undefined};
};

export const status = (stack: Stack): Promise<readonly ServiceStatus[]> =>
  Promise.all(services(stack, () => {}).map(statusOf));
