import {randomInt} from 'node:crypto';
import {once} from 'node:events';
import {createServer, type Server} from 'node:net';

const listenOn = async (port: number): Promise<Server | undefined> => {
  const server = createServer().listen(port, '127.0.0.1').unref();
  try {
    await once(server, 'listening');
  } catch {
    return undefined;
  }
  return server;
};

/**
 * A port of the loopback that nobody listens on. It is outside the range of ephemeral ports, since a connection
 * could take it before it is used. The port below it is held until the file's tests have
 * ended, so that no other test is given the same one before its process listens.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const held = randomInt(10_000, 16_000) * 2;
    const holder = await listenOn(held);
    if (holder === undefined) continue;
    const port = await listenOn(held + 1);
    if (port !== undefined) {
      port.close();
      await once(port, 'close');
      return held + 1;
    }
    holder.close();
  }
};
