import {constants, setPriority} from 'node:os';
import {text} from 'node:stream/consumers';
import {httpClient} from './http-client.ts';
import {pipeliner, slowReaders, slowWriters} from './rough-clients.ts';

/** So many of each kind. */
export type Attackers = {
  readonly readers: number;
  readonly writers: number;
  readonly pipeliners: number;
  readonly batches: number;
};

/**
 * A program of its own, so that it takes nothing from the clients that are measured. It attacks until
 * its standard input ends; whom and with what is its argument, as JSON.
 */
export type Attack = Attackers & {
  readonly port: number;
  readonly key: string;
  readonly plates: readonly string[];
};

// Attackers have computers of their own. Here they take what processor time nobody else needs.
setPriority(constants.priority.PRIORITY_LOW);

const attack: Attack = JSON.parse(process.argv[2] ?? '');
const {port, key, plates} = attack;
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
  // Without any, it would come again and again without a pause.
  attack.readers > 0 && slowReaders(target, attack.readers, signal),
  slowWriters(target, attack.writers, signal),
  ...Array.from({length: attack.pipeliners}, () =>
    pipeliner(target, Number.POSITIVE_INFINITY, signal),
  ),
  ...Array.from({length: attack.batches}, batches),
];
console.log('under way');
await text(process.stdin);
over.abort();
await Promise.all(attacks);
