import {once} from 'node:events';
import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import {setTimeout as wait} from 'node:timers/promises';
import {trackExchanges} from './exchanges.ts';
import {requestEvents} from './server.ts';
import {closeAfter} from './turns.ts';

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
 * Resolves at the first signal to stop. A second one of the kind ends the process at once, unless it is one of
 * several: a signal to all of them reaches it directly and through the one that supervises it, with which it ends.
 */
export const stopSignal = (isOneOfSeveral = false): Promise<unknown> => {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  if (isOneOfSeveral) for (const signal of signals) process.on(signal, () => {});
  return Promise.race(signals.map(signal => once(process, signal)));
};

export type StopOptions = {
  /** How long requests are still accepted, each answered with `Connection: close`. */
  readonly drainMs: number;
  /** How long requests in progress may take after that. */
  readonly graceMs: number;
};

/**
 * Returns a function that stops a server of ours without losing a response: clients are first told to
 * close, then each connection is closed once it is idle. Node's `close`, http-terminator and
 * http-graceful-shutdown close idle connections at once, on which a request may be under way.
 */
export const stoppable = (server: Server): ((options: StopOptions) => Promise<void>) => {
  const exchanges = trackExchanges(server);
  let isStopping = false;
  const closeWhenStopping = (_: IncomingMessage, response: ServerResponse): void => {
    if (isStopping) closeAfter(response);
  };
  for (const event of requestEvents) server.prependListener(event, closeWhenStopping);

  return async ({drainMs, graceMs}) => {
    isStopping = true;
    for (const exchange of exchanges.values()) if (exchange) closeAfter(exchange.response);
    if (server.listening) await wait(drainMs);
    const closed = once(server, 'close');
    server.close();
    const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(cutOff);
  };
};
