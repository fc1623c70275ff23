import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {open, writeFile} from 'node:fs/promises';
import {type Launch, logFile, pidFile, type Service} from './service.ts';

/**
 * Starts a service in a process group of its own, so that Ctrl-C in our terminal does not reach it,
 * and leaves its pid. Its output goes to its log, or to ours when `attached`.
 */
export const start = async (
  service: Service,
  {command, args, env, account}: Launch,
  {attached = false} = {},
): Promise<ChildProcess> => {
  const log = await open(logFile(service), 'a');
  try {
    const output = attached ? 'inherit' : log.fd;
    const child = spawn(command, args, {
      ...account,
      env,
      cwd: service.folder,
      detached: true,
      stdio: ['ignore', output, output],
    });
    await once(child, 'spawn');
    await writeFile(pidFile(service), `${child.pid}\n`);
    return child;
  } finally {
    await log.close();
  }
};
