import {readFile} from 'node:fs/promises';
import {type ProcessEntry, processes} from './process-table.ts';
import {pidFile, type Service} from './service.ts';

const readPid = async (service: Service): Promise<number | undefined> => {
  try {
    const pid = Number(await readFile(pidFile(service), 'utf8'));
    return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * The processes of the group `leader`, when one of them names `folder` in its command line: a number
 * in a pid file may long belong to somebody else's process.
 */
export const groupOf = (
  table: readonly ProcessEntry[],
  leader: number,
  folder: string,
): readonly ProcessEntry[] => {
  const group = table.filter(entry => entry.group === leader);
  return group.some(({commandLine}) => commandLine.includes(`${folder}/`)) ? group : [];
};

/** The living processes of a service that we started; empty when it does not run. */
export const ownGroup = async (service: Service): Promise<readonly ProcessEntry[]> => {
  const pid = await readPid(service);
  return pid === undefined ? [] : groupOf(await processes(), pid, service.folder);
};

export const runs = async (service: Service): Promise<boolean> =>
  (await ownGroup(service)).length > 0;
