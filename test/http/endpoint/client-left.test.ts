import {getEventListeners, once} from 'node:events';
import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import type {Services} from '#src/services.ts';
import {startApi} from '../../helpers/api/start-api.ts';
import {fakeServices, versioned} from '../../helpers/fakes/services.ts';
import {aVehicleDocument, jsonOf} from '../../helpers/fakes/vehicle-document.ts';
import type {Scope} from '../../helpers/scope.ts';
import {openConnection} from '../../helpers/servers/open-connection.ts';

/** A client that has asked for a vehicle, which is looked up like this; `refunds` is what that leads to. */
const lookUp = async (t: Scope, byId: Services['vehicles']['byId']) => {
  const refunds: unknown[] = [];
  const refund = async (_: unknown, charge: unknown) => void refunds.push(charge);
  const api = await startApi(t, fakeServices({vehicles: {byId}, callers: {refund}}));
  const connection = await openConnection(t, api.port);
  connection.write('GET /v1/vehicles/1 HTTP/1.1\r\nHost: a\r\nX-Api-Key: a\r\n\r\n');
  return {connection, refunds, lines: api.lines};
};

test('a failure is reported and refunded although the client has left', async t => {
  const asked = Promise.withResolvers<void>();
  const {connection, refunds, lines} = await lookUp(t, async (_, signal) => {
    asked.resolve();
    await once(signal as AbortSignal, 'abort');
    throw new Error('A fault.');
  });
  await asked.promise;
  connection.socket.destroy();
  while (!lines.some(line => line.includes('A fault.'))) await wait(5);
  while (refunds.length === 0) await wait(5);
  t.is(refunds.length, 1);
});

test('a request leaves nothing behind on the signal of its connection', async t => {
  const signals: (AbortSignal | undefined)[] = [];
  const {connection} = await lookUp(t, async (_, signal) => {
    signals.push(signal);
    return versioned(jsonOf(aVehicleDocument()));
  });
  await connection.receive(/\r\n\r\n\{/);
  connection.write('GET /v1/vehicles/2 HTTP/1.1\r\nHost: a\r\nX-Api-Key: a\r\n\r\n');
  while (signals.length < 2) await wait(5);
  const [signal] = signals as [AbortSignal];
  t.is(signals[1], signal);
  t.deepEqual(getEventListeners(signal, 'abort'), []);
  connection.socket.destroy();
  await once(signal, 'abort');
});
