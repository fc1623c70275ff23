import {once} from 'node:events';
import {connect} from 'node:net';
import type {Scope} from '../scope.ts';

/** A raw connection, whose received text a test awaits by its content, not by time. */
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
    /** Waits until the received text matches. */
    receive: async (pattern: RegExp) => {
      await until(() => pattern.test(text));
      return text;
    },
    /** Waits for the server to close, which must not lose a byte that it has sent. */
    end: async () => {
      await until(() => socket.destroyed);
      return {text, lost};
    },
  };
};
