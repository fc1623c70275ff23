import {readFile, readlink} from 'node:fs/promises';
import type {estypes, TransportRequestOptions} from '@elastic/elasticsearch';
import {z} from 'zod';
import type {Indices} from '../write/indices.ts';
import {instant, lockAlias, stateIndex, storedDocument} from './indexer-state.ts';

export type Holder = z.output<typeof Holder>;

/** The build that has the lock. */
export const Holder = z.strictObject({
  /** Random for each build: marks the writes of this holder. */
  token: z.string(),
  command: z.string(),
  host: z.string(),
  pid: z.int(),
  /** Tells the process from others that have had its number; null without `/proc`. */
  process: z
    .strictObject({bootId: z.string(), pidNamespace: z.string(), startTime: z.string()})
    .nullable(),
  since: instant,
  heartbeatAt: instant,
  /** The version that it fills, set before its indices exist. */
  candidate: z.string().nullable(),
});

export type LockDocument = z.output<typeof LockDocument>;

/** The document `lock`. */
export const LockDocument = z.strictObject({
  kind: z.literal('lock'),
  /** The highest build number so far: that of the holder, if there is one. */
  lastBuild: z.int(),
  holder: Holder.nullable(),
  /** Candidates of dead builders that have not been removed yet. */
  abandoned: z.array(z.string()),
});

/** The document, and the version of it that a write replaces. */
const toStored = (
  document: LockDocument,
  {_seq_no = -1, _primary_term = -1}: Pick<estypes.WriteResponseBase, '_seq_no' | '_primary_term'>,
) => ({document, position: {if_seq_no: _seq_no, if_primary_term: _primary_term}});

export type StoredLock = ReturnType<typeof toStored>;

const id = 'lock';

/** Reads and writes the lock document. A write names the version it replaces. */
export const lockStore = ({client, prefix}: Indices, options: TransportRequestOptions = {}) => {
  /** Undefined before the first build. */
  const read = async (): Promise<StoredLock | undefined> => {
    const request = {index: stateIndex(prefix), id};
    const hit = await client.get(request, {...options, ignore: [404]});
    return hit.found ? toStored(storedDocument(LockDocument, hit), hit) : undefined;
  };
  /**
   * Replaces the version at `position`, or creates the first. Returns what is stored then: another
   * document, or none, when that version or the index is gone.
   */
  const write = async (
    document: LockDocument,
    position: StoredLock['position'] | undefined,
  ): Promise<StoredLock | undefined> => {
    const condition = position ?? {op_type: 'create' as const};
    const request = {index: lockAlias(prefix), require_alias: true, id, document, ...condition};
    const written = await client.index(request, {...options, ignore: [404, 409]});
    return written._seq_no === undefined ? await read() : toStored(document, written);
  };
  return {read, write};
};

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
export const ownProcess = () =>
  Promise.all([pidScope(), statOf(process.pid)])
    .then(([scope, {startTime}]) => ({...scope, startTime}))
    .catch(() => null);

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
  if (!process || !here) return false;
  const {bootId, pidNamespace, startTime} = process;
  if (bootId !== here.bootId || pidNamespace !== here.pidNamespace) return false;
  if (isNumberFree(pid)) return true;
  const stat = await statOf(pid).catch(() => null);
  return stat !== null && (stat.startTime !== startTime || /[ZX]/.test(stat.state ?? ''));
};

/** The build that has the lock; undefined when none does. */
export const currentBuild = async (indices: Indices) => {
  const lock = (await lockStore(indices).read())?.document;
  if (!lock?.holder) return undefined;
  const {command, host, pid, since, heartbeatAt: lastSignOfLife, candidate} = lock.holder;
  const process = {host, pid, since, lastSignOfLife, hasEnded: await hasEnded(lock.holder)};
  return {build: lock.lastBuild, command, ...process, candidate};
};

export type CurrentBuild = NonNullable<Awaited<ReturnType<typeof currentBuild>>>;
