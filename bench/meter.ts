import {readdir, readFile} from 'node:fs/promises';
import {loadavg} from 'node:os';
import {setTimeout as wait} from 'node:timers/promises';
import type {Engines} from './bench.ts';

/** Linux counts these times in ticks of its clock. */
const toMicroseconds = (ticks: string): number => 10_000 * Number(ticks);

/**
 * Processor time of a process or thread in microseconds, user and system, from its `stat` file. Undefined
 * once it has ended.
 */
const timesOf = async (folder: string) => {
  const text = await readFile(`${folder}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const times = fields.slice(11, 15).map(toMicroseconds);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = times;
  return {name, own: user + system, ofEndedChildren: endedUser + endedSystem};
};

const threadsOf = async (pid: number): Promise<readonly string[]> => {
  const folder = `/proc/${pid}/task`;
  const threads = await readdir(folder).catch(() => []);
  return threads.map(thread => `${folder}/${thread}`);
};

/** Processor time in microseconds of a process and its descendants. */
const timeOfTree = async (pid: number): Promise<number> => {
  const {own = 0, ofEndedChildren = 0} = (await timesOf(`/proc/${pid}`)) ?? {};
  let sum = own + ofEndedChildren;
  for (const thread of await threadsOf(pid)) {
    const children = await readFile(`${thread}/children`, 'utf8').catch(() => '');
    for (const child of children.match(/\d+/g) ?? []) sum += await timeOfTree(Number(child));
  }
  return sum;
};

/** The time in microseconds that the machine's cores had, and how much of it they were busy. */
const coresTime = async () => {
  const text = await readFile('/proc/stat', 'utf8');
  const [line = ''] = text.split('\n');
  // The fourth is idle time, the fifth waits for disks; those after the eighth are contained in others.
  const times = line.match(/\d+/g)?.slice(0, 8).map(toMicroseconds) ?? [];
  const all = times.reduce((sum, time) => sum + time, 0);
  return {busy: all - (times[3] ?? 0) - (times[4] ?? 0), all};
};

/** Processor time in microseconds so far, of all participants in a measurement. */
const read = async (engines: Engines, pid: number | undefined) => {
  const [node, elasticsearch, redis, ours, cores] = await Promise.all([
    pid === undefined ? 0 : timeOfTree(pid),
    engines.elasticsearchTime(),
    engines.redisTime(),
    timeOfTree(process.pid),
    coresTime(),
  ]);
  return {node, elasticsearch, redis, ours: ours + elasticsearch + redis, cores};
};

/** Runs `work`, and returns with its result the usage by the engines, the process `pid` and its descendants. */
export const metered = async <Result>(
  engines: Engines,
  pid: number | undefined,
  work: () => Promise<Result>,
) => {
  const before = await read(engines, pid);
  const result = await work();
  const after = await read(engines, pid);
  const others = after.cores.busy - before.cores.busy - (after.ours - before.ours);
  const usage = {
    node: after.node - before.node,
    elasticsearch: after.elasticsearch - before.elasticsearch,
    redis: after.redis - before.redis,
    /** The share of all cores that other processes of the machine, or of its host, took. */
    othersPercent: Math.max(0, (100 * others) / (after.cores.all - before.cores.all)),
    /** The load average of the last minute. */
    load: loadavg()[0] ?? 0,
  };
  return [result, usage] as const;
};

export type Usage = Awaited<ReturnType<typeof metered>>[1];

/** Groups of threads of a Node process, by the names that Node gives them. */
const groups = [
  {group: 'main', names: /^(?:MainThread|node)$/},
  {group: 'workers', names: /^WorkerThread/},
  {group: 'V8', names: /^(?:V8Worker|DelayedTask)/},
  {group: 'libuv', names: /^libuv/},
];

const everyMs = 100;

/** The processor time of a process's threads in microseconds, and its peak resident memory, until `ended`. */
export const watchThreads = async (pid: number, ended: AbortSignal) => {
  const latest = new Map<string, {readonly name: string; readonly own: number}>();
  let peakBytes = 0;
  while (!ended.aborted) {
    for (const thread of await threadsOf(pid)) {
      const times = await timesOf(thread);
      if (times) latest.set(thread, times);
    }
    // The kernel keeps the peak; the file ends with the process.
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    peakBytes = Math.max(peakBytes, 1024 * Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
    await wait(everyMs, undefined, {signal: ended}).catch(() => {});
  }
  const byGroup = Object.fromEntries([...groups.map(({group}) => [group, 0]), ['other', 0]]);
  for (const {name, own} of latest.values()) {
    const {group = 'other'} = groups.find(({names}) => names.test(name)) ?? {};
    byGroup[group] += own;
  }
  return {byGroup, peakBytes};
};
