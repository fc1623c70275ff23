import {text} from 'node:stream/consumers';
import autocannon from 'autocannon';

/*
 * The clients of one round, in a process of their own: reads a `Load` as JSON from standard input,
 * and prints what was answered as JSON.
 */

/** Requests that are sent in turn, over and over, on each of the connections. */
export type Load = {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly requests: readonly {
    readonly method: 'GET' | 'POST';
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  }[];
};

export type Answers = {
  readonly perSecond: number;
  readonly count: number;
  readonly p99Ms: number;
  /** Responses by their status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly failed: number;
};

const load: Load = JSON.parse(await text(process.stdin));
const {url, connections, seconds: duration, requests} = load;
const result = await autocannon({url, connections, duration, requests: [...requests]});
const statuses = Object.fromEntries(
  Object.entries(result.statusCodeStats ?? {}).map(([status, {count = 0}]) => [status, count]),
);
const answers: Answers = {
  perSecond: result.requests.total / result.duration,
  count: result.requests.total,
  p99Ms: result.latency.p99,
  statuses,
  failed: result.errors + result.timeouts,
};
process.stdout.write(JSON.stringify(answers));
