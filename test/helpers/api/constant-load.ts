import {setTimeout as wait} from 'node:timers/promises';
import {liveGeneration} from '#indexer/generations/stored-generations.ts';
import {testClient} from '../engines/test-index.ts';
import {marksIn, vehiclesMarked} from '../extracts/marked-extract.ts';
import type {Scope} from '../scope.ts';
import {startKeyedCopy} from './start-copy.ts';

/** Milliseconds between a response and the next request of a client: a load, not a stress test. */
const pause = 25;

type Question = {
  readonly path: string;
  /** The expected total for a version and the total it returned; absent if none is compared. */
  readonly total?: (version: string, told: number) => number;
};

type Reply = {readonly status: number; readonly version: string; readonly body: string};

const vehiclesOf = (version: string): number => vehiclesMarked(version.slice(0, 15));

/** Expects one total of each version for searches that find the same vehicles: the first that it returned. */
const oneTotal = () => {
  const first = new Map<string, number>();
  return (version: string, told: number): number => {
    const total = first.get(version) ?? told;
    first.set(version, total);
    return total;
  };
};

/** The questions that each client repeats in this order; `turn` differs each time. */
const questionsAbout = (plate: string, id: string) => {
  const total = oneTotal();
  return (turn: number): readonly Question[] => [
    {path: `/v1/vehicles/${id}`},
    {path: `/v1/vehicles/plate/${plate}`},
    {path: '/v1/vehicles?pageSize=20&sortBy=-id', total: vehiclesOf},
    {path: '/v1/makes?pageSize=50&page=2'},
    {path: '/v1/vehicles?page=3&fromModelYear=2000'},
    // A new search each time, so that the total is counted and not cached.
    {path: `/v1/vehicles?pageSize=20&fromModelYear=${turn % 1800}`, total},
  ];
};

/** The fault of a wrong answer, in words; undefined for a right one. */
const faultOf = ({path, total}: Question, {status, version, body}: Reply) => {
  if (status !== 200) return `${path} answers ${status}: ${body}`;
  const marks = marksIn(body);
  if (marks.length !== 1 || marks[0] !== version.slice(0, 15)) {
    return `${path} of ${version} tells of ${marks.join(', ') || 'none'}`;
  }
  const told = Number(/"totalCount":(\d+)/.exec(body)?.[1]);
  const expected = total?.(version, told) ?? told;
  return Object.is(told, expected) ? undefined : `${path} of ${version} has ${told} vehicles`;
};

/**
 * Clients that keep asking one copy of the API about marked extracts, until `end` is called, which
 * returns the number of answers, and those that were failures or mixed two generations. Meanwhile the
 * aliases are watched: it is also a fault if they ever lead to two generations.
 */
export const constantLoad = async (t: Scope, indexPrefix: string, clients = 3) => {
  const elasticsearch = testClient(t);
  const api = await startKeyedCopy(t, indexPrefix);
  const first = await api.get('/v1/vehicles');
  const {data} = first.body as {data: {id: string; registrationNumber: string | null}[]};
  const carrier = data.find(({registrationNumber}) => registrationNumber !== null);
  const questions = questionsAbout(carrier?.registrationNumber ?? '', carrier?.id ?? '');
  const faults: string[] = [];
  const versions = new Set<string>();
  let [answers, isOver] = [0, false];

  const ask = async () => {
    for (let at = 0; !isOver; at += 1) {
      const asked = questions(answers);
      const question = asked[at % asked.length];
      if (!question) return;
      const {status, headers, body} = await api.get(question.path);
      const version = String(headers['x-dataset-version']);
      const fault = faultOf(question, {status, version, body: JSON.stringify(body)});
      if (fault) faults.push(fault);
      versions.add(version);
      answers += 1;
      await wait(pause);
    }
  };
  const watch = async () => {
    while (!isOver) {
      const live = await liveGeneration({client: elasticsearch, prefix: indexPrefix}).catch(String);
      if (typeof live !== 'object') faults.push(live ?? 'No generation is live.');
      await wait(pause);
    }
  };
  const running = [watch(), ...Array.from({length: clients}, ask)];
  t.teardown(async () => {
    isOver = true;
    await Promise.allSettled(running);
  });
  return {
    answers: () => answers,
    /** Waits for an answer of this version. */
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
