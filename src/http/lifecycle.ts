import {once} from 'node:events';
import type {IncomingMessage, Server, ServerResponse} from 'node:http';
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

/**
 * Makes a server that can be stopped without losing an answer. By itself Node leaves a connection
 * open that was busy when the server was closed, for as long as it may be kept alive.
 */
export const stoppable = (server: Server): ((graceMs: number) => Promise<void>) => {
  const answering = new Set<ServerResponse>();

  const sayLast = (response: ServerResponse): void => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };

  const follow = (_: IncomingMessage, response: ServerResponse): void => {
    answering.add(response);
    if (!server.listening) sayLast(response);
    response.once('close', () => {
      answering.delete(response);
      if (!server.listening) server.closeIdleConnections();
    });
  };
  for (const event of requestEvents) server.prependListener(event, follow);

  return async graceMs => {
    const closed = once(server, 'close');
    server.close();
    answering.forEach(sayLast);
    const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(cutOff);
  };
};
