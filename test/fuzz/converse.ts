import {once} from 'node:events';
import {connect} from 'node:net';
import {setImmediate as turn, setTimeout as wait} from 'node:timers/promises';

/** Far more than the largest conversation takes; a service that hangs takes longer. */
const longestMs = 20_000;

/** The last request of a conversation: after its response the server closes. */
const farewell = 'GET /v1/farewell HTTP/1.1\r\nHost: api.example\r\nConnection: close\r\n\r\n';

/** How long a server may wait for the rest of what has no end, before the client gives up. */
const patienceMs = 200;

type Options = {
  /** Whether the requests are whole, so that the server has to close by itself. */
  readonly isWhole: boolean;
  /** Whether the last request asks for the end itself, so that nothing may follow it. */
  readonly isClosing: boolean;
};

/** Says it piece by piece; answers with all that came back until the server closed. */
export const converse = async (
  port: number,
  pieces: readonly string[],
  {isWhole, isClosing}: Options,
): Promise<string> => {
  const socket = connect(port, '127.0.0.1').setNoDelay().setEncoding('latin1');
  let received = '';
  socket.on('data', (text: string) => {
    received += text;
  });
  // A server that has refused a request need not read what comes after it.
  socket.on('error', () => {});
  const closed = new Promise(resolve => void socket.once('close', resolve));
  await once(socket, 'connect');
  for (const piece of [...pieces, isClosing ? '' : farewell]) {
    if (piece !== '') socket.write(piece, 'latin1');
    await turn();
  }
  const inTime = new AbortController();
  try {
    if (!isWhole) {
      await Promise.race([closed, wait(patienceMs)]);
      socket.end();
    }
    const overdue = wait(longestMs, 'overdue', {signal: inTime.signal}).catch(() => {});
    if ((await Promise.race([closed, overdue])) === 'overdue') {
      throw new Error(`There is no end after ${longestMs} ms, but: ${received}`);
    }
    return received;
  } finally {
    inTime.abort();
    socket.destroy();
  }
};
