import type {Duplex} from 'node:stream';

/** After so many bytes have been discarded, the client has to wait so long: a flood costs time as well. */
const [atOnce, pauseMs] = [1024 * 1024, 50];

/** Has Node's parser let go of a connection, and discards what still comes on it. */
export const stopParsing = (socket: Duplex, lingerMs: number): void => {
  let discarded = 0;
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded < atOnce) return;
    discarded = 0;
    socket.pause();
    setTimeout(() => socket.resume(), pauseMs);
  });
  // Node's own timeout starts anew with all that comes.
  const cutOff = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(cutOff));
};

/** How long a client may go on sending after its last response. */
const lingerMs = 1000;

/**
 * Ends a connection in two steps (RFC 9112 §9.6): after this nothing more is sent, and what the client
 * still sends is discarded until it closes or a second is over. Closed at once, as Node does, a connection
 * with unread bytes is reset, which can cost the client the last response.
 */
export const linger = (socket: Duplex, last = ''): void => {
  if (!socket.writable) return;
  stopParsing(socket, lingerMs);
  socket.resume();
  socket.end(last);
};
