import {setTimeout as wait} from 'node:timers/promises';
import {Client} from '@elastic/elasticsearch';
import {BytesConnection} from '#core/clients/bytes-connection.ts';
import {createServices, servingTimeoutMs} from '#src/wiring.ts';
import {timeoutMs as patience} from '../helpers/engines/patient-services.ts';
import type {Scope} from '../helpers/scope.ts';
import {silentEngine} from './stand-in-engine.ts';

/** The services over an engine, without a key store. */
export const servicesOver = (elasticsearch: Client, timeoutMs = servingTimeoutMs) =>
  createServices(
    {elasticsearch, redis: {defineCommand: () => {}} as never},
    {indexPrefix: '', environment: 'live'},
    {timeoutMs, onRefund: () => {}, onDamaged: () => {}},
  );

/** The services over an engine that never answers, with far more time than a test takes. */
export const startSilent = async (t: Scope, saysWhatIsLive?: boolean, timeoutMs = patience) => {
  const {address, open, asked} = await silentEngine(t, saysWhatIsLive);
  const client = new Client({
    node: address,
    Connection: BytesConnection,
    requestTimeout: timeoutMs,
    maxRetries: 0,
  });
  t.teardown(() => client.close());
  return {services: servicesOver(client, timeoutMs), open, asked};
};

/** Waits until this is so, far longer than it takes: a worker that waited forever would hold up all others. */
export const until = async (isSo: () => boolean) => {
  const end = performance.now() + patience;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`Still not so: ${isSo}`);
    await wait(5);
  }
};
