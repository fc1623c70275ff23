import {once} from 'node:events';
import {createConnection} from 'node:net';

/** Whether a program accepts connections on this port of 127.0.0.1. */
export const isTaken = async (port: number): Promise<boolean> => {
  const socket = createConnection({host: '127.0.0.1', port});
  try {
    await once(socket, 'connect', {signal: AbortSignal.timeout(2_000)});
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

/** Whether a URL answers with a 2xx status. */
export const answersOk = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(url, {signal: AbortSignal.timeout(5_000)});
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
};
