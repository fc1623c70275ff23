import {text} from 'node:stream/consumers';
import {httpClient} from './http-client.ts';
import {pipeliner, slowReaders, slowWriters} from './rough-clients.ts';

/**
 * A program of its own, so that it takes nothing from the clients that are measured: 200 slow readers,
 * 200 slow writers, a pipeliner and 8 clients with batches, until its standard input ends. Whom it
 * attacks is its argument, as JSON.
 */
export type Attack = {
  readonly port: number;
  readonly key: string;
  readonly plates: readonly string[];
};

const {port, key, plates}: Attack = JSON.parse(process.argv[2] ?? '');
const over = new AbortController();
const {signal} = over;

const batches = async (): Promise<void> => {
  const client = httpClient(port);
  const body = JSON.stringify({plates});
  while (!signal.aborted) {
    await client
      .ask({path: '/v1/vehicles/plates', method: 'POST', headers: {'X-Api-Key': key}, body})
      .catch(() => {});
  }
  client.close();
};

const target = {port, key};
const attacks = [
  slowReaders(target, 200, signal),
  slowWriters(target, 200, signal),
  pipeliner(target, Number.POSITIVE_INFINITY, signal),
  ...Array.from({length: 8}, batches),
];
console.log('under way');
await text(process.stdin);
over.abort();
await Promise.all(attacks);
