import {constants, setPriority} from 'node:os';
import {text} from 'node:stream/consumers';
import {setTimeout as wait} from 'node:timers/promises';
import {httpClient} from './http-client.ts';
import {pipeliner, slowReaders, slowWriters} from './rough-clients.ts';

/** So many of each kind; none by default. */
export type Attackers = {
  readonly readers?: number;
  readonly writers?: number;
  readonly pipeliners?: number;
  readonly batches?: number;
  /** That ask for one heavy statistic after the other, each for the first time. */
  readonly statistics?: number;
  /** Between two of them, in milliseconds; 0 by default. */
  readonly pauseMs?: number;
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
const {readers = 0, writers = 0, pipeliners = 0, batches = 0, statistics = 0} = attack;
const over = new AbortController();
const {signal} = over;

const askBatches = async (): Promise<void> => {
  const client = httpClient(port);
  const body = JSON.stringify({plates});
  while (!signal.aborted) {
    await client
      .ask({path: '/v1/vehicles/plates', method: 'POST', headers: {'X-Api-Key': key}, body})
      .catch(() => {});
  }
  client.close();
};

const numbers = ['maxPowerKw', 'co2GPerKm', 'topSpeedKmh', 'seats', 'doors'];
const metrics = numbers.flatMap(name => [`avg:${name}`, `p50:${name}`]).join(',');
const pairs = ['make,firstRegisteredYear', 'color,firstRegisteredMonth', 'model,primaryFuel'];
let year = 0;

const askStatistics = async (): Promise<void> => {
  const client = httpClient(port);
  while (!signal.aborted) {
    year += 1;
    const groupBy = pairs[year % pairs.length];
    const path = `/v1/statistics?groupBy=${groupBy}&metric=${metrics}&fromModelYear=${year}`;
    const asked = client.ask({path, headers: {'X-Api-Key': key}});
    await Promise.allSettled([asked, wait(attack.pauseMs ?? 0)]);
  }
  client.close();
};

const target = {port, key};
const attacks = [
  // Without any, it would come again and again without a pause.
  readers > 0 && slowReaders(target, readers, signal),
  slowWriters(target, writers, signal),
  ...Array.from({length: pipeliners}, () => pipeliner(target, Number.POSITIVE_INFINITY, signal)),
  ...Array.from({length: batches}, askBatches),
  ...Array.from({length: statistics}, askStatistics),
];
console.log('under way');
await text(process.stdin);
over.abort();
await Promise.all(attacks);
