import type {ServerResponse} from 'node:http';
import type {Middleware} from '../request-context.ts';

/** A smaller body is not worth counting: all connections together cannot hold much of such. */
const countedFrom = 16 * 1024;

/** An answer to a client that reads slowly is memory until it is read. */
const defaultMaxBytes = 192 * 1024 ** 2;

/**
 * Bounds the bodies that wait for their clients to read them: beyond `maxBytes` together, the connections whose
 * bodies have waited longest are cut. Who reads at a usual pace is never one of them; to refuse new requests
 * instead would let those who read nothing keep everybody out.
 */
export const boundUnsent = (maxBytes = defaultMaxBytes): Middleware => {
  const waiting = new Map<ServerResponse, number>();
  let sum = 0;
  const forget = (response: ServerResponse): void => {
    sum -= waiting.get(response) ?? 0;
    waiting.delete(response);
  };

  return async ({res, response, method}, next) => {
    await next();
    const {length} = response;
    if (length === undefined || length < countedFrom || method === 'HEAD') return;
    waiting.set(res, length);
    sum += length;
    res.once('close', () => forget(res));
    for (const longest of waiting.keys()) {
      if (sum <= maxBytes) break;
      forget(longest);
      longest.destroy();
    }
  };
};
