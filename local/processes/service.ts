import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {open, readFile, rm, writeFile} from 'node:fs/promises';
import {createConnection, type Socket} from 'node:net';
import {OperationalError} from '#core/command-line/errors.ts';
import type {OsUser} from './os-user.ts';
import {type ProcessEntry, processes} from './process-table.ts';
import type {Print} from './run.ts';
import {waitUntil} from './wait.ts';

/** Whether a program accepts connections on this port of 127.0.0.1, and `answers` there. */
export const isTaken = async (
  port: number,
  answers = async (_socket: Socket, _signal: AbortSignal) => true,
): Promise<boolean> => {
  const socket = createConnection({host: '127.0.0.1', port});
  const signal = AbortSignal.timeout(2_000);
  try {
    await once(socket, 'connect', {signal});
    return await answers(socket, signal);
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

export const answersOk = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(url, {signal: AbortSignal.timeout(5_000)});
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
};

/** A program to start. Without a user it runs as the current user. */
export type Program = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly user?: OsUser | undefined;
};

/** A program that runs in the background, in a process group of its own, until it is stopped. */
export type Service = {
  readonly name: string;
  /** On 127.0.0.1. */
  readonly port: number;
  readonly portVariable: string;
  /** Holds pid file, log and data. Its path is part of the command line, which identifies the process. */
  readonly folder: string;
  readonly address: string;
  readonly isHealthy: () => Promise<boolean>;
  /** The reason why it is not healthy, in its own words. */
  readonly explain?: () => Promise<string>;
  /** Prepares a start; may install missing programs, and says so. */
  readonly prepare: (print: Print) => Promise<Program>;
};

export const pidFile = ({folder, name}: Service): string => `${folder}/${name}.pid`;
const logFile = ({folder, name}: Service): string => `${folder}/${name}.log`;

/**
 * The processes of the group `leader`, if one of them names `folder` in its command line: by now the
 * number in a pid file may belong to an unrelated process.
 */
export const groupOf = (
  table: readonly ProcessEntry[],
  leader: number,
  folder: string,
): readonly ProcessEntry[] => {
  const group = table.filter(entry => entry.group === leader);
  return group.some(({commandLine}) => commandLine.includes(`${folder}/`)) ? group : [];
};

/** The living processes of a service; empty when it does not run. */
export const processesOf = async (service: Service): Promise<readonly ProcessEntry[]> => {
  try {
    const leader = Number(await readFile(pidFile(service), 'utf8'));
    return groupOf(await processes(), leader, service.folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};

export const isRunning = async (service: Service): Promise<boolean> =>
  (await processesOf(service)).length > 0;

/**
 * Starts a service in a process group of its own, so that Ctrl-C in this terminal does not reach it,
 * and writes its pid file. Its output goes to its log, or to this terminal when `attached`.
 */
export const start = async (
  service: Service,
  {command, args, env, user}: Program,
  {attached = false} = {},
): Promise<ChildProcess> => {
  const log = await open(logFile(service), 'a');
  try {
    const output = attached ? 'inherit' : log.fd;
    const child = spawn(command, args, {
      ...user,
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

const signalGroup = (group: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-group, signal);
  } catch (error) {
    // ESRCH: it has ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/** Stops a service, if it runs, and waits until no process of it is left. */
export const stop = async (service: Service): Promise<void> => {
  const [first] = await processesOf(service);
  if (first !== undefined) {
    // Not `processesOf`: the rest of the group need not name the folder.
    const gone = async () => !(await processes()).some(({group}) => group === first.group);
    signalGroup(first.group, 'SIGTERM');
    if (!(await waitUntil(gone, {seconds: 30}))) {
      signalGroup(first.group, 'SIGKILL');
      if (!(await waitUntil(gone, {seconds: 10}))) {
        throw new OperationalError(`${service.name} (process ${first.pid}) cannot be stopped.`);
      }
    }
  }
  await rm(pidFile(service), {force: true});
};

const startDeadlineSeconds = 120;
const logLinesShown = 20;

/** Waits until a started service is healthy. Otherwise stops it and throws with the end of its log. */
export const becomeHealthy = async (service: Service, signal?: AbortSignal): Promise<void> => {
  let ended = false;
  const settled = async () => {
    ended = !(await isRunning(service));
    return ended || (await service.isHealthy());
  };
  try {
    const inTime = await waitUntil(settled, {seconds: startDeadlineSeconds, signal});
    if (inTime && !ended) return;
  } catch (error) {
    await stop(service);
    throw error;
  }
  const explanation = ended ? undefined : await service.explain?.().catch(String);
  await stop(service);
  const log = (await readFile(logFile(service), 'utf8')).trimEnd().split('\n');
  const end = log.slice(-logLinesShown).join('\n');
  const failure = ended ? 'exited while starting' : `did not answer in ${startDeadlineSeconds} s`;
  const why = explanation === undefined ? '' : ` ${explanation}`;
  throw new OperationalError(
    `${service.name} ${failure}.${why} The end of ${logFile(service)}:\n${end}`,
  );
};

type Listener = Pick<Service, 'name' | 'port' | 'portVariable'>;

export const requireFreePort = async ({name, port, portVariable}: Listener): Promise<void> => {
  if (!(await isTaken(port))) return;
  throw new OperationalError(
    `Port ${port} is in use by another program. Stop that program, or set ${portVariable} to a free port for ${name}.`,
  );
};

/** Starts a service unless it runs, and returns once it is healthy. */
export const ensureRunning = async (
  service: Service,
  print: Print,
  signal?: AbortSignal,
): Promise<void> => {
  if (await isRunning(service)) {
    await becomeHealthy(service, signal);
    print(`${service.name} is already running on ${service.address}`);
    return;
  }
  await requireFreePort(service);
  const program = await service.prepare(print);
  print(`Starting ${service.name} on ${service.address} …`);
  (await start(service, program)).unref();
  await becomeHealthy(service, signal);
};
