import type {IncomingMessage, RequestListener, Server, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import {stopParsing} from './linger.ts';

export type TurnLimits = {
  /** How many requests of a connection may wait for an earlier one. */
  readonly maxWaiting: number;
  /** Milliseconds that the last response waits where more wanted to: who floods would come again at once. */
  readonly holdMs: number;
  /** Milliseconds without a byte sent or received, after which a connection with a request is cut. */
  readonly timeout: number;
};

type Exchange = readonly [IncomingMessage, ServerResponse];

/** Ends the connection with this response, unless its headers are sent. */
export const closeAfter = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('Connection', 'close');
};

/**
 * Handles the requests of a connection one after the other, at most one in a turn of the event loop. Node
 * announces all that 64 KB hold in a single turn, so a client that pipelines thousands would delay all
 * others. At most `maxWaiting` wait: the last of them is answered with `Connection: close`, after `holdMs`,
 * and what the client sent after it is not read; all of them must be answered within `timeout`. Connections
 * without a request are kept in `idle`, or closed once the server is.
 */
export const inTurn = (
  server: Server,
  handle: RequestListener,
  idle: Set<Socket>,
  {maxWaiting, holdMs, timeout}: TurnLimits,
): RequestListener => {
  const queues = new WeakMap<Socket, Exchange[]>();

  const start = (request: IncomingMessage, response: ServerResponse): void => {
    response.once('close', () => {
      if (request.complete) next(request.socket);
      else request.once('close', () => next(request.socket));
    });
    handle(request, response);
  };

  const inItsTurn = ([request, response]: Exchange): void => {
    const begin = () => {
      if (request.socket.writable) start(request, response);
    };
    if (response.hasHeader('Connection') && server.listening) setTimeout(begin, holdMs).unref();
    else setImmediate(begin);
  };

  const next = (socket: Socket): void => {
    const exchange = queues.get(socket)?.shift();
    // One that is closing gets no further response.
    if (!socket.writable) return;
    if (exchange !== undefined) inItsTurn(exchange);
    else if (server.listening) idle.add(socket);
    else socket.destroySoon();
  };

  const wait = (socket: Socket, exchange: Exchange): void => {
    const queue = queues.get(socket) ?? [];
    queues.set(socket, queue);
    if (queue.length < maxWaiting) return void queue.push(exchange);
    const [, last] = queue.at(-1) ?? exchange;
    if (last.hasHeader('Connection')) return;
    closeAfter(last);
    stopParsing(socket, timeout);
  };

  return (request, response) => {
    const {socket} = request;
    if (idle.delete(socket)) start(request, response);
    else wait(socket, [request, response]);
  };
};
