import {readFile, readlink} from 'node:fs/promises';
import type {Holder} from './indexer-state.ts';

type Process = Exclude<Holder['process'], null>;

/** The state and the start of a process by its number, from the fields after its name. */
const statOf = async (pid: number) => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {state: fields[0], startTime: fields[19] ?? ''};
};

/** Process numbers are unique within a PID namespace of one boot. */
const pidScope = async () => ({
  bootId: (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim(),
  pidNamespace: await readlink('/proc/self/ns/pid'),
});

/** This process as others on the machine can identify it; null without `/proc`. */
export const ownProcess = async (): Promise<Process | null> => {
  const own = Promise.all([pidScope(), statOf(process.pid)]).catch(() => null);
  const [here, stat] = (await own) ?? [];
  return here && stat ? {...here, startTime: stat.startTime} : null;
};

const isNumberFree = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // EPERM: it is alive, under another user.
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
};

/**
 * Whether the process has certainly ended: its number is free, reused by a later process, or that of
 * a zombie. False for a process of another machine or container, which cannot be seen from here.
 */
export const hasEnded = async ({pid, process}: Pick<Holder, 'pid' | 'process'>) => {
  const here = await pidScope().catch(() => null);
  const isSameScope =
    process?.bootId === here?.bootId && process?.pidNamespace === here?.pidNamespace;
  if (!process || !here || !isSameScope) return false;
  if (isNumberFree(pid)) return true;
  const stat = await statOf(pid).catch(() => null);
  return stat !== null && (stat.startTime !== process.startTime || /[ZX]/.test(stat.state ?? ''));
};
