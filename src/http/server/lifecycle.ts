import {once} from 'node:events';
import type {Server} from 'node:http';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use. Stop the program that uses it, or choose another port',
  EACCES: 'this user may not use the port. Choose one from 1024 on',
  EADDRNOTAVAIL: 'this machine does not have the address',
  ENOTFOUND: 'the address does not exist',
};

/** A server cannot listen. The message is complete as it is. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** Listens, or throws a `ListenError`. */
export const listen = async (server: Server, port: number, host: string): Promise<void> => {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (cause) {
    const {code = '', message} = cause as NodeJS.ErrnoException;
    throw new ListenError(`Cannot listen on ${host}:${port}: ${reasons[code] ?? message}.`, {
      cause,
    });
  }
};

/**
 * Resolves at the first signal to stop. A second signal of the same kind ends the process at once, unless it is one of
 * several: a signal to the group reaches it twice, directly and through its supervisor, with which it ends.
 */
export const stopSignal = (isOneOfSeveral = false): Promise<unknown> => {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  if (isOneOfSeveral) for (const signal of signals) process.on(signal, () => {});
  return Promise.race(signals.map(signal => once(process, signal)));
};

/** Stops a server at once, dropping requests in progress: its clients can ask again. */
export const stopAtOnce = async (server: Server): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
};
