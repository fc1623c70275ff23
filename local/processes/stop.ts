import {rm} from 'node:fs/promises';
import {ownGroup} from './own-group.ts';
import {processes} from './process-table.ts';
import {pidFile, type Service, Unable} from './service.ts';
import {waitUntil} from './wait-until.ts';

const signalGroup = (group: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-group, signal);
  } catch (error) {
    // ESRCH: it ended by itself meanwhile, which is what we want.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/** Ends a service, if it is ours and runs, and waits until nothing of it is left. */
export const stop = async (service: Service): Promise<void> => {
  const [first] = await ownGroup(service);
  if (first !== undefined) {
    // Not `ownGroup`: what is left of the group need not name our folder.
    const gone = async () => !(await processes()).some(({group}) => group === first.group);
    signalGroup(first.group, 'SIGTERM');
    if (!(await waitUntil(gone, {seconds: 30}))) {
      signalGroup(first.group, 'SIGKILL');
      if (!(await waitUntil(gone, {seconds: 10}))) {
        throw new Unable(`${service.name} (process ${first.pid}) could not be ended.`);
      }
    }
  }
  await rm(pidFile(service), {force: true});
};
