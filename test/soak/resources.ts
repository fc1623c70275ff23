import {readdir, readFile, readlink} from 'node:fs/promises';
import {setTimeout as wait} from 'node:timers/promises';

/** What a process has in its hands while it has nothing to do. */
export type Resources = {
  readonly descriptors: number;
  readonly sockets: number;
  readonly threads: number;
  readonly residentMebibytes: number;
  /** How often it woke up within a second: for what timers it has left. */
  readonly wakeups: number;
};

const restMs = 4_000;

const statusOf = async (pid: number): Promise<(name: string) => number> => {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return name => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]);
};

/** Looks at a process that rests, for some seconds. */
export const resourcesOf = async (pid: number): Promise<Resources> => {
  const before = await statusOf(pid);
  await wait(restMs);
  const after = await statusOf(pid);
  const folder = `/proc/${pid}/fd`;
  const targets = await Promise.all(
    (await readdir(folder)).map(name => readlink(`${folder}/${name}`).catch(() => '')),
  );
  const switches = 'voluntary_ctxt_switches';
  return {
    descriptors: targets.length,
    sockets: targets.filter(target => target.startsWith('socket:')).length,
    threads: after('Threads'),
    residentMebibytes: Math.round(after('VmRSS') / 1024),
    wakeups: Math.round((after(switches) - before(switches)) / (restMs / 1000)),
  };
};
