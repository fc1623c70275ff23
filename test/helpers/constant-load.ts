import {setTimeout as wait} from 'node:timers/promises';
import type {ExecutionContext} from 'ava';
import {anAccount} from './an-account.ts';
import {marksIn} from './marked-extract.ts';
import {startRedis} from './redis.ts';
import {startCopy} from './start-copy.ts';
import {testClient} from './test-index.ts';

/** Milliseconds between an answer and the next question of a client: a load, not all a machine has. */
const pause = 10;

/** Asked over and over, in this order, by each of the clients. */
const paths = (plate: string, id: string) => [
  `/v1/vehicles/${id}`,
  `/v1/vehicles/plate/${plate}`,
  '/v1/vehicles?pageSize=20&sortBy=-id',
  '/v1/makes?pageSize=50&page=2',
  '/v1/vehicles?page=3&fromModelYear=2000',
];

/** An answer that is not what it should be, in words. */
const faultOf = (path: string, status: number, version: string, body: string) => {
  if (status !== 200) return `${path} answers ${status}: ${body}`;
  const marks = marksIn(body);
  const isOne = marks.length === 1 && marks[0] === version.slice(0, 15);
  return isOne ? undefined : `${path} of ${version} tells of ${marks.join(', ') || 'none'}`;
};

/**
 * Clients that keep asking one copy of the API about marked extracts, until `end` is called; it
 * tells how many answers there were, and which were failures or mixed two generations.
 */
export const constantLoad = async (t: ExecutionContext, indexPrefix: string, clients = 3) => {
  const {redis} = await startRedis(t);
  const api = await startCopy(t, {elasticsearch: testClient(t), redis}, indexPrefix);
  const {key} = await anAccount(redis);
  const headers = {'X-Api-Key': key};
  const first = await api.get('/v1/vehicles?registrationStatus=Registered', {headers});
  const {data} = first.body as {data: {id: string; registrationNumber: string | null}[]};
  const carrier = data.find(({registrationNumber}) => registrationNumber !== null);
  const asked = paths(carrier?.registrationNumber ?? '', carrier?.id ?? '');
  const faults: string[] = [];
  const versions = new Set<string>();
  let [answers, isOver] = [0, false];

  const ask = async () => {
    for (let at = 0; !isOver; at += 1) {
      const path = asked[at % asked.length] ?? '';
      const {status, headers: said, body} = await api.get(path, {headers});
      const version = String(said['x-dataset-version']);
      const fault = faultOf(path, status, version, JSON.stringify(body));
      if (fault) faults.push(fault);
      versions.add(version);
      answers += 1;
      await wait(pause);
    }
  };
  const running = Array.from({length: clients}, ask);
  t.teardown(async () => {
    isOver = true;
    await Promise.allSettled(running);
  });
  return {
    answers: () => answers,
    /** Waits until an answer was of this version. */
    reaches: async (version: string | null): Promise<void> => {
      while (!versions.has(String(version))) await wait(20);
    },
    end: async () => {
      isOver = true;
      await Promise.all(running);
      return {answers, faults, versions};
    },
  };
};
