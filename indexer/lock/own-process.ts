import {readFile, readlink} from 'node:fs/promises';
import type {Holder} from '../state/indexer-state.ts';

type Process = Exclude<Holder['process'], null>;

/** The state and the start of a process by its number, from the fields after its name. */
const statOf = async (pid: number) => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {state: fields[0], startTime: fields[19] ?? ''};
};

/** What makes process numbers comparable: they mean something in one namespace of one boot alone. */
const surroundings = async () => ({
  bootId: (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim(),
  pidNamespace: await readlink('/proc/self/ns/pid'),
});

const orNull = async <Value>(value: Promise<Value>): Promise<Value | null> => {
  try {
    return await value;
  } catch {
    return null;
  }
};

/** This process, as others on the same machine can find it; null where the system does not tell. */
export const ownProcess = async (): Promise<Process | null> => {
  const [here, stat] = await Promise.all([orNull(surroundings()), orNull(statOf(process.pid))]);
  return here && stat && {...here, startTime: stat.startTime};
};

const isNumberFree = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // EPERM: it lives, as somebody else.
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
};

/**
 * Whether that process has surely ended: its number is free, taken by a later process, or by what is
 * left of it. False for one of another machine or container, of which nothing can be known here.
 */
export const hasEnded = async ({pid, process}: Pick<Holder, 'pid' | 'process'>) => {
  const here = await orNull(surroundings());
  const isNear = process?.bootId === here?.bootId && process?.pidNamespace === here?.pidNamespace;
  if (!process || !here || !isNear) return false;
  if (isNumberFree(pid)) return true;
  const stat = await orNull(statOf(pid));
  return stat !== null && (stat.startTime !== process.startTime || /[ZX]/.test(stat.state ?? ''));
};
