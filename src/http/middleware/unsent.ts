import type {ServerResponse} from 'node:http';
import type {Middleware} from '../request-context.ts';

/** A smaller body is not worth counting: all connections together cannot hold much of such. */
const countedFrom = 16 * 1024;

/** An answer to a client that reads slowly is memory until it is read. */
const defaultMaxBytes = 192 * 1024 ** 2;

/**
 * Bounds the bodies that wait for their clients to read them: beyond `maxBytes` together, the connections whose
 * bodies have waited longest are cut. Who reads at a usual pace is never one of them; to refuse new requests
 * instead would let those who read nothing keep everybody out. A body that is sent to many is there once.
 */
export const boundUnsent = (maxBytes = defaultMaxBytes): Middleware => {
  const waiting = new Map<ServerResponse, Buffer>();
  const readers = new Map<Buffer, number>();
  let sum = 0;

  const add = (response: ServerResponse, body: Buffer): void => {
    const others = readers.get(body) ?? 0;
    if (others === 0) sum += body.length;
    readers.set(body, others + 1);
    waiting.set(response, body);
  };

  const remove = (response: ServerResponse): void => {
    const body = waiting.get(response);
    if (body === undefined) return;
    waiting.delete(response);
    const others = (readers.get(body) ?? 1) - 1;
    if (others > 0) return void readers.set(body, others);
    readers.delete(body);
    sum -= body.length;
  };

  return async ({res, response, method}, next) => {
    await next();
    const {body} = response;
    if (!Buffer.isBuffer(body) || body.length < countedFrom || method === 'HEAD') return;
    add(res, body);
    res.once('close', () => remove(res));
    for (const longest of waiting.keys()) {
      if (sum <= maxBytes) break;
      remove(longest);
      longest.destroy();
    }
  };
};
