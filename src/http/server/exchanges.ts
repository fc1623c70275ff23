import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {Duplex} from 'node:stream';
import {requestEvents} from './server.ts';

type Exchange = {readonly request: IncomingMessage; readonly response: ServerResponse};

type Exchanges = ReadonlyMap<Duplex, Exchange | undefined>;

const tracked = new WeakMap<Server, Exchanges>();

/**
 * The exchange in progress on each open connection, from the first call on; the latest one if requests
 * are pipelined.
 *
 * A connection stays in the map between its requests. Tables of V8 that entries are added to and removed
 * from all the time are copied again and again, and what the copies still hold outlives young garbage
 * collections.
 */
export const trackExchanges = (server: Server): Exchanges => {
  const known = tracked.get(server);
  if (known !== undefined) return known;
  const exchanges = new Map<Duplex, Exchange | undefined>();

  const track = (request: IncomingMessage, response: ServerResponse): void => {
    const {socket} = request;
    const exchange = {request, response};
    if (!exchanges.has(socket)) socket.once('close', () => exchanges.delete(socket));
    exchanges.set(socket, exchange);
    response.once('close', () => {
      if (exchanges.get(socket) === exchange) exchanges.set(socket, undefined);
    });
  };

  for (const event of requestEvents) server.prependListener(event, track);
  tracked.set(server, exchanges);
  return exchanges;
};
