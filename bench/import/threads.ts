import {readFile} from 'node:fs/promises';
import {setTimeout as wait} from 'node:timers/promises';
import {threadsOf, timesOf} from '../meter.ts';

/** The threads of a Node process by the names that it gives them. */
const groups = [
  {group: 'main', names: /^(?:MainThread|node)$/},
  {group: 'workers', names: /^WorkerThread/},
  {group: 'V8', names: /^(?:V8Worker|DelayedTask)/},
  {group: 'libuv', names: /^libuv/},
];

export type ThreadTimes = {
  /** Processor time in microseconds. */
  readonly byGroup: Readonly<Record<string, number>>;
  /** The most memory that was resident. */
  readonly peakBytes: number;
};

const everyMs = 100;

const peakOf = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kibibytes = 0] = /VmHWM:\s+(\d+)/.exec(status) ?? [];
  return Number(kibibytes) * 1024;
};

/** Watches the threads of a process until `ended` aborts. */
export const watchThreads = async (pid: number, ended: AbortSignal): Promise<ThreadTimes> => {
  const latest = new Map<string, {readonly name: string; readonly own: number}>();
  let peakBytes = 0;
  while (!ended.aborted) {
    for (const thread of await threadsOf(pid)) {
      const times = await timesOf(thread);
      if (times) latest.set(thread, times);
    }
    peakBytes = Math.max(peakBytes, await peakOf(pid));
    await wait(everyMs, undefined, {signal: ended}).catch(() => {});
  }
  const byGroup = Object.fromEntries([...groups.map(({group}) => [group, 0]), ['other', 0]]);
  for (const {name, own} of latest.values()) {
    const {group = 'other'} = groups.find(({names}) => names.test(name)) ?? {};
    byGroup[group] += own;
  }
  return {byGroup, peakBytes};
};
