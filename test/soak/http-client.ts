import {once} from 'node:events';
import {Agent, type IncomingHttpHeaders, type IncomingMessage, request} from 'node:http';
import {text} from 'node:stream/consumers';
import {setTimeout as wait} from 'node:timers/promises';
import type {Scope} from '../helpers/scope.ts';

export type Reply = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
};

type Sent = {
  readonly path: string;
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
};

/** A client that keeps its connection. Rejects where there is no whole reply. */
export const httpClient = (port: number) => {
  const agent = new Agent({keepAlive: true, maxSockets: 1});
  return {
    ask: async ({path, method = 'GET', headers, body}: Sent): Promise<Reply> => {
      const sent = request({port, host: '127.0.0.1', path, method, headers, agent});
      sent.end(body);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      const said = await text(response);
      const {statusCode: status = 0, headers: told} = response;
      return {status, headers: told, body: said === '' ? undefined : JSON.parse(said)};
    },
    close: () => agent.destroy(),
  };
};

/** A request, and whether a reply to it is right. */
export type JudgedRequest = {readonly path: string; readonly isRight: (reply: Reply) => boolean};

/** What clients at a constant rate are told: whom they ask, with which key, how many they are, and how often each asks. */
type Load = {
  readonly port: number;
  readonly key: string;
  readonly requests: readonly JudgedRequest[];
  readonly clients: number;
  readonly everyMs: number;
};

type Fault = {readonly seconds: number; readonly path: string; readonly status: number | string};

/**
 * Asks at a constant rate, however late the replies, until it is ended, and judges each of them. A request that was
 * due before the end is sent in any case: those that are sent late have the slowest replies.
 */
export const constantRate = (t: Scope, {port, key, requests, clients, everyMs}: Load) => {
  const start = performance.now();
  const faults: Fault[] = [];
  const times: number[] = [];
  let endsAt = Number.POSITIVE_INFINITY;
  const run = async (number: number) => {
    const client = httpClient(port);
    const dueAt = (turn: number) => start + turn * everyMs + (number * everyMs) / clients;
    for (let turn = 0; dueAt(turn) < endsAt; turn += 1) {
      const due = dueAt(turn);
      await wait(Math.max(0, due - performance.now()));
      const at = (turn * clients + number) % requests.length;
      const {path, isRight} = requests[at] as JudgedRequest;
      const seconds = Math.round((performance.now() - start) / 100) / 10;
      try {
        const reply = await client.ask({path, headers: {'X-Api-Key': key}});
        const status = reply.status === 200 ? 'wrong' : reply.status;
        if (!isRight(reply)) faults.push({seconds, path, status});
      } catch (error) {
        faults.push({seconds, path, status: String(error)});
      }
      times.push(performance.now() - due);
    }
    client.close();
  };
  const running = Array.from({length: clients}, (_, number) => run(number));
  t.teardown(() => {
    endsAt = 0;
  });
  return {
    seconds: () => ((performance.now() - start) / 1000).toFixed(1),
    /** The milliseconds of the replies so far, each from when its request was due. */
    times,
    end: async () => {
      endsAt = performance.now();
      await Promise.all(running);
      return {times, faults};
    },
  };
};

/** What a share of the times is not above. */
export const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
