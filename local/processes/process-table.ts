import {execFile} from 'node:child_process';
import {readdir, readFile} from 'node:fs/promises';
import {promisify} from 'node:util';

export type ProcessEntry = {
  readonly pid: number;
  readonly group: number;
  readonly commandLine: string;
};

/** Ended, but not yet collected by its parent: it holds no port and no file. */
const isZombie = (state: string): boolean => state.startsWith('Z');

/** `stat` is `pid (name) state parent group …`, and a name may hold anything, brackets too. */
const readEntry = async (pid: string): Promise<readonly ProcessEntry[]> => {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const [state = 'Z', , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (isZombie(state)) return [];
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    const words = commandLine.replaceAll('\0', ' ').trimEnd();
    return [{pid: Number(pid), group: Number(group), commandLine: words}];
  } catch (error) {
    // It ended between the listing and the reading.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
};

const fromProc = async (): Promise<readonly ProcessEntry[]> => {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  return (await Promise.all(pids.map(readEntry))).flat();
};

/** Reads what `ps -o pid=,pgid=,state=,args=` prints. */
export const parsePs = (output: string): readonly ProcessEntry[] =>
  Array.from(
    output.matchAll(/^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/gm),
    ([, pid, group, state = '', commandLine = '']) => ({
      pid: Number(pid),
      group: Number(group),
      state,
      commandLine,
    }),
  )
    .filter(({state}) => !isZombie(state))
    .map(({pid, group, commandLine}) => ({pid, group, commandLine}));

const fromPs = async (): Promise<readonly ProcessEntry[]> => {
  const columns = ['-A', '-ww', '-o', 'pid=,pgid=,state=,args='];
  const {stdout} = await promisify(execFile)('ps', columns, {maxBuffer: 64 * 1024 * 1024});
  return parsePs(stdout);
};

/** Every living process. Read from /proc on Linux, where `ps` may not be installed. */
export const processes = process.platform === 'linux' ? fromProc : fromPs;
