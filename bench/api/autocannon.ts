import {text} from 'node:stream/consumers';
import autocannon from 'autocannon';
import type {Answers, Load} from './client.ts';

/*
 * Reads a `Load` as JSON from standard input, sends it, and prints the `Answers` as JSON. Each
 * connection sends requests of its own, so that all together send them in turn.
 */

const load: Load = JSON.parse(await text(process.stdin));
const {url, connections, seconds: duration, requests} = load;
const milliseconds: number[] = [];
let refused = 0;
let connection = 0;
const {errors, timeouts, ...result} = await autocannon({
  url,
  connections,
  duration,
  requests: [...requests],
  setupClient: client => {
    const first = connection;
    connection += 1;
    const own = requests.filter((_, at) => at % connections === first);
    const [any] = requests.slice(first % requests.length);
    client.setRequests(own.length > 0 || any === undefined ? own : [any]);
    client.on('response', (status, _bytes, responseTime) => {
      milliseconds.push(responseTime);
      if (status >= 400) refused += 1;
    });
  },
});
const sorted = Float64Array.from(milliseconds).sort();
const answers: Answers = {
  count: sorted.length,
  perSecond: sorted.length / result.duration,
  p50Ms: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
  p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  refused,
  failed: errors + timeouts,
};
process.stdout.write(JSON.stringify(answers));
