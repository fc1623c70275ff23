import {readdir, readFile} from 'node:fs/promises';
import {execa} from 'execa';

export type ProcessEntry = {
  readonly pid: number;
  readonly group: number;
  readonly commandLine: string;
};

/** Whether a process has ended but was not reaped: it holds no port and no file. */
const isZombie = (state: string): boolean => state.startsWith('Z');

/** `stat` is `pid (name) state parent group …`, where the name may contain brackets. */
const readEntry = async (pid: string): Promise<readonly ProcessEntry[]> => {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const [state = 'Z', , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (isZombie(state)) return [];
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    const words = commandLine.replaceAll('\0', ' ').trimEnd();
    return [{pid: Number(pid), group: Number(group), commandLine: words}];
  } catch (error) {
    // It ended after it was listed.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
};

const fromProc = async (): Promise<readonly ProcessEntry[]> => {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  return (await Promise.all(pids.map(readEntry))).flat();
};

/** Parses the output of `ps -o pid=,pgid=,state=,args=`. */
export const parsePs = (output: string): readonly ProcessEntry[] =>
  Array.from(output.matchAll(/^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/gm)).flatMap(
    ([, pid, group, state = '', commandLine = '']) =>
      isZombie(state) ? [] : [{pid: Number(pid), group: Number(group), commandLine}],
  );

const fromPs = async (): Promise<readonly ProcessEntry[]> => {
  const columns = ['-A', '-ww', '-o', 'pid=,pgid=,state=,args='];
  return parsePs((await execa('ps', columns)).stdout);
};

/** All living processes, from /proc on Linux, where `ps` may not be installed. */
export const processes = process.platform === 'linux' ? fromProc : fromPs;
