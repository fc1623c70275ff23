import {once} from 'node:events';
import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import {setTimeout as wait} from 'node:timers/promises';
import {requestEvents} from './server.ts';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use. Stop what uses it, or choose another',
  EACCES: 'the port is not allowed to this user. Choose one from 1024 on',
  EADDRNOTAVAIL: 'this machine does not have the address',
  ENOTFOUND: 'there is no such address',
};

/** A server that cannot listen. The message is all there is to say about it. */
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

export type Stop = {
  /** How long requests are still taken, each answered as the last on its connection. */
  readonly drainMs: number;
  /** How long after that those under way may take. */
  readonly graceMs: number;
};

/**
 * Makes a server that can be stopped without losing an answer. By itself Node resets connections that
 * wait for their next request, which may be on its way, and leaves busy ones open for as long as they
 * may be kept alive. Here clients are told first, and what then still waits is closed.
 */
export const stoppable = (server: Server): ((stop: Stop) => Promise<void>) => {
  const answering = new Set<ServerResponse>();
  let isStopping = false;

  const sayLast = (response: ServerResponse): void => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };

  const follow = (_: IncomingMessage, response: ServerResponse): void => {
    answering.add(response);
    if (isStopping) sayLast(response);
    response.once('close', () => {
      answering.delete(response);
      if (!server.listening) server.closeIdleConnections();
    });
  };
  for (const event of requestEvents) server.prependListener(event, follow);

  return async ({drainMs, graceMs}) => {
    isStopping = true;
    answering.forEach(sayLast);
    if (server.listening) await wait(drainMs);
    const closed = once(server, 'close');
    server.close();
    const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(cutOff);
  };
};
