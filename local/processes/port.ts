import {createConnection, type Socket} from 'node:net';

const connected = (socket: Socket): Promise<boolean> =>
  new Promise(resolve => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.setTimeout(2_000, () => resolve(false));
  });

/** Whether anything accepts connections on this port of 127.0.0.1. */
export const isTaken = async (port: number): Promise<boolean> => {
  const socket = createConnection({host: '127.0.0.1', port});
  try {
    return await connected(socket);
  } finally {
    socket.destroy();
  }
};
