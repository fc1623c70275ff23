import type {IncomingMessage, RequestListener, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';

type Exchange = readonly [IncomingMessage, ServerResponse];

/**
 * Has Node's parser let go of a connection, and discards what still comes on it. When it closes, Node makes
 * two errors for each request without a response; the stacks of thousands would take longer than the rest.
 */
const stopParsing = (socket: Socket): void => {
  socket.removeAllListeners('data');
  socket.on('data', () => {});
  const {stackTraceLimit} = Error;
  socket.prependOnceListener('close', () => {
    Error.stackTraceLimit = 0;
  });
  socket.once('close', () => {
    Error.stackTraceLimit = stackTraceLimit;
  });
};

/** Answers this request as the last of its connection. */
const closeAfter = (response: ServerResponse): void => {
  response.setHeader('Connection', 'close');
};

/**
 * Handles the requests of a connection one after the other, at most one in a turn of the event loop. Node
 * announces all that 64 KB hold in a single turn, so a client that pipelines thousands would delay all
 * others. At most `maxWaiting` wait: the last of them is answered with `Connection: close`, and what the
 * client sent after it is not read. Connections without a request are kept in `idle`.
 */
export const inTurn = (
  handle: RequestListener,
  idle: Set<Socket>,
  maxWaiting: number,
): RequestListener => {
  const queues = new WeakMap<Socket, Exchange[]>();

  const start = (request: IncomingMessage, response: ServerResponse): void => {
    response.once('close', () => next(request.socket));
    handle(request, response);
  };

  const next = (socket: Socket): void => {
    const exchange = queues.get(socket)?.shift();
    if (exchange === undefined) {
      if (!socket.destroyed) idle.add(socket);
    } else {
      setImmediate(() => socket.writable && start(...exchange));
    }
  };

  const wait = (socket: Socket, exchange: Exchange): void => {
    const queue = queues.get(socket) ?? [];
    queues.set(socket, queue);
    if (queue.length < maxWaiting) return void queue.push(exchange);
    const [, last] = queue.at(-1) ?? exchange;
    if (last.hasHeader('Connection')) return;
    closeAfter(last);
    stopParsing(socket);
  };

  return (request, response) => {
    const {socket} = request;
    if (idle.delete(socket)) start(request, response);
    else wait(socket, [request, response]);
  };
};
