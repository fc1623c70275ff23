import {once} from 'node:events';
import {connect} from 'node:net';
import type {Scope} from '../scope.ts';

/** A connection byte by byte: what came so far, to be waited for by what it says and not by time. */
export const openConnection = async (t: Scope, port: number, localAddress = '127.0.0.1') => {
  const socket = connect({port, host: '127.0.0.1', localAddress}).setEncoding('latin1');
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');

  let text = '';
  let lost: Error | undefined;
  const change = new EventTarget();
  const changed = () => change.dispatchEvent(new Event('change'));
  socket.on('data', (chunk: string) => {
    text += chunk;
    changed();
  });
  socket.on('error', error => {
    lost = error;
  });
  socket.on('close', changed);

  const until = async (holds: () => boolean) => {
    while (!holds()) {
      if (socket.destroyed) throw new Error(`The connection was closed after: ${text}`);
      await once(change, 'change');
    }
  };

  return {
    socket,
    received: () => text,
    write: (bytes: string) => void socket.write(bytes, 'latin1'),
    /** Waits for what comes to look like this. */
    receive: async (pattern: RegExp) => {
      await until(() => pattern.test(text));
      return text;
    },
    /** Waits for the server to close, which must not cost a byte of what it has said. */
    end: async () => {
      await until(() => socket.destroyed);
      return {text, lost};
    },
  };
};
