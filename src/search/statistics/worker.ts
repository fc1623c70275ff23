import {type MessagePort, parentPort} from 'node:worker_threads';
import {compute, type Task} from './compute.ts';
import type {StoredBucket} from './groups.ts';
import type {Ask} from './measure.ts';
import type {Names} from './names.ts';

/** A computation asks this of the main thread, which alone talks to Elasticsearch. */
export type Question =
  | {readonly search: Parameters<Ask>[0]}
  | {readonly namesOf: number; readonly values: readonly string[]};

/** The response of a search with the number of vehicles that it matches, or names. */
export type Answer = {readonly response: Uint8Array<ArrayBuffer>; readonly count: number} | Names;

/** A statistic to compute, and where its questions and its result are sent to. */
export type Commission = {readonly task: Task; readonly port: MessagePort};

type Aggregated = {readonly aggregations?: Readonly<Record<string, unknown>>};

const bucketOf = (response: Uint8Array, count: number): StoredBucket => {
  const {aggregations}: Aggregated = JSON.parse(Buffer.from(response).toString());
  return {...aggregations, doc_count: count};
};

parentPort?.on('message', async ({task, port}: Commission) => {
  const waiting: ((answer: never) => void)[] = [];
  port.on('message', ({id, answer}: {readonly id: number; readonly answer: Answer}) =>
    waiting[id]?.(answer as never),
  );
  const put = <Expected extends Answer>(question: Question) =>
    new Promise<Expected>(resolve => {
      port.postMessage({id: waiting.push(resolve) - 1, question});
    });
  const ask: Ask = async search => {
    const {response, count} = await put<Exclude<Answer, Names>>({search});
    return bucketOf(response, count);
  };
  try {
    const result = await compute(task, ask, (at, values) => put<Names>({namesOf: at, values}));
    port.postMessage({result}, 'json' in result ? [result.json.buffer] : []);
  } catch (error) {
    port.postMessage({error});
  }
});
