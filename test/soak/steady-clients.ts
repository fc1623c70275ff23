import {setTimeout as wait} from 'node:timers/promises';
import {randomFor} from '#sample/random.ts';
import type {History} from './history.ts';
import {httpClient, type Reply} from './http-client.ts';
import type {Dataset} from './imports.ts';
import type {createJudge} from './judge.ts';
import type {Ledger} from './ledger.ts';
import {anyQuestion, type Question} from './questions.ts';

/** A key in use. One whose limits are changed meanwhile may be refused at any moment. */
export type HeldKey = {readonly keyId: string; readonly key: string; readonly isChanged?: true};

export type Tally = {
  answers: number;
  notModified: number;
  readonly refusals: Map<string, number>;
  /** What was wrong, in words. */
  readonly faults: string[];
};

export const newTally = (): Tally => ({
  answers: 0,
  notModified: 0,
  refusals: new Map(),
  faults: [],
});

type World = {
  readonly port: number;
  readonly seed: number;
  readonly history: History;
  readonly judge: ReturnType<typeof createJudge>;
  readonly ledger: Ledger;
  readonly tally: Tally;
  /** The dataset to make questions of: about the one that is live. */
  readonly dataset: () => Dataset;
};

/** What an answer says of its charge: nothing, or that it is not known. */
const costOf = ({status, body}: Reply, held: HeldKey, cost: number): number | 'unknown' => {
  const code = (body as {readonly code?: string} | undefined)?.code ?? '';
  if (status >= 500) return 'unknown';
  // An invalid body costs nothing once the month is used up, which comes and goes with the plan.
  if (code === 'ValidationFailed' && held.isChanged) return 'unknown';
  const isFree = /^(ApiKey|PaymentRequired|RouteNotFound|MethodNot|Payload|RateLimit|Quota)/;
  return isFree.test(code) ? 0 : cost;
};

/** Refusals of a key that is being changed, or has a small rate: they are right at any moment. */
const ofChangedKeys = new Set([
  'ApiKeyInvalid',
  'PaymentRequired',
  'RateLimitExceeded',
  'QuotaExceeded',
]);

/** The answers of before, by path, that a client asks to have confirmed. */
type Copies = Map<string, {readonly tag: string; readonly version: string}>;

/** Asks one thing after the other until it is told to end, and holds each answer to what it must be. */
export const steadyClient = async (
  {port, seed, history, judge, ledger, tally, dataset}: World,
  {
    number,
    keyOf,
    signal,
  }: {readonly number: number; readonly keyOf: () => HeldKey; readonly signal: AbortSignal},
): Promise<void> => {
  const random = randomFor({seed, number}, 'life');
  const client = httpClient(port);
  const copies: Copies = new Map();

  /** A question of before, if there is one, so that a copy of its answer is confirmed. */
  let asked: Question[] = [];
  const nextQuestion = (): Question => {
    if (asked.length > 0 && random.chance(0.15)) return random.pick(asked);
    const question = anyQuestion(random, dataset());
    if (question.expected && !question.method) asked = [...asked.slice(-20), question];
    return question;
  };

  const judged = (question: Question, held: HeldKey, reply: Reply, from: number): void => {
    const {status, headers, body} = reply;
    const code = (body as {readonly code?: string} | undefined)?.code;
    tally.answers += 1;
    if (code) tally.refusals.set(code, (tally.refusals.get(code) ?? 0) + 1);
    const copy = copies.get(question.path);
    if (status === 304) {
      tally.notModified += 1;
      if (headers['x-dataset-version'] !== copy?.version)
        tally.faults.push(`304 of ${headers['x-dataset-version']}`);
    }
    const {etag, 'x-dataset-version': version} = headers;
    if (status === 200 && etag) copies.set(question.path, {tag: etag, version: String(version)});
    if (held.isChanged && ofChangedKeys.has(code ?? '')) return;
    const fault = judge(question, reply, {from, to: performance.now()});
    if (fault) tally.faults.push(`${question.path} ${status} ${code ?? ''} ${fault}`);
  };

  const ask = async (): Promise<void> => {
    const [question, held] = [nextQuestion(), keyOf()];
    const {path, method, body, key = held.key, cost = 1} = question;
    const copy = copies.get(path);
    const headers = {
      ...(key !== null && {'X-Api-Key': key}),
      ...(copy && {'If-None-Match': copy.tag}),
    };
    const from = performance.now();
    try {
      const reply = await client.ask({path, method: method ?? 'GET', headers, body});
      const charge = costOf(reply, held, cost);
      if (charge === 'unknown') ledger.unknown(held.keyId, cost);
      else ledger.charged(held.keyId, charge);
      judged(question, held, reply, from);
    } catch (error) {
      ledger.unknown(held.keyId, cost);
      const isExcused = history.had('crowd', from, performance.now(), 5_000);
      if (!isExcused) tally.faults.push(`${path} has no answer: ${error}`);
    }
  };

  while (!signal.aborted) {
    await ask();
    await wait(random.between(5, 40));
  }
  client.close();
};
