import type {Server} from 'node:http';
import type {Socket} from 'node:net';

/**
 * Has Node's parser let go of a connection, and discards what still comes on it. When it closes, Node makes
 * two errors for each request without a response; the stacks of thousands would take longer than the rest.
 */
export const stopParsing = (socket: Socket, lingerMs: number): void => {
  socket.removeAllListeners('data');
  socket.on('data', () => {});
  // Node's own timeout starts anew with all that comes.
  const cutOff = setTimeout(() => socket.destroy(), lingerMs);
  const {stackTraceLimit} = Error;
  socket.prependOnceListener('close', () => {
    Error.stackTraceLimit = 0;
  });
  socket.once('close', () => {
    Error.stackTraceLimit = stackTraceLimit;
    clearTimeout(cutOff);
  });
};

/** How long a client may go on sending after the last response. */
const lingerMs = 1000;

/**
 * Closes connections in two steps (RFC 9112 §9.6): after the last response nothing more is sent, and what
 * the client still sends is discarded until it closes or a second is over. Closed at once, as Node does,
 * a connection with unread bytes is reset, which can cost the client that response.
 */
export const lingerAtEnd = (server: Server): void => {
  server.on('connection', socket => {
    socket.destroySoon = () => {
      if (socket.readableEnded || !socket.writable) return void socket.destroy();
      stopParsing(socket, lingerMs);
      socket.once('end', () => socket.destroy());
      socket.end();
    };
  });
};
