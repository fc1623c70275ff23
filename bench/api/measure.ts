import type {Bench} from '../bench.ts';
import {metered} from '../meter.ts';
import type {Copy} from '../programs.ts';
import {type Round, type Row, rowOf} from '../report.ts';
import type {Answers, Client, Load} from './client.ts';
import type {Scenario} from './scenarios.ts';
import {apiOf, elasticsearchDirectly, koas, type Way} from './ways.ts';

/** Percent of the requests that had no response, or one of another status than the scenario's. */
const unexpectedPercentOf = ({count, refused, failed}: Answers, status: number): number =>
  (100 * (failed + (status >= 400 ? count - refused : refused))) / Math.max(1, count);

/** A scenario as one way is asked for it. */
type Asked = {
  readonly way: Way;
  readonly requests: Load['requests'];
  readonly rounds: Round[];
};

/** At most so many are sent in a round. */
const mostRequests = 25_000;

/** Each round begins elsewhere: what is new in one round is new in the next. */
const requestsIn = (round: number, rounds: number, requests: Load['requests']) => {
  const first = Math.floor((round / rounds) * requests.length);
  return [...requests.slice(first), ...requests.slice(0, first)].slice(0, mostRequests);
};

/**
 * So many rounds long is the first of several. With three seconds a round, V8 and the Java virtual machine no
 * longer compile what a lookup runs by then.
 */
const warmUpRounds = 5;

/** Undefined if the way does not answer the scenario. */
const measureRound = async (
  {engines, options: {rounds}}: Bench,
  client: Client,
  {name, connections, ...scenario}: Scenario,
  {way: {running, uses, name: wayName}, ...asked}: Asked,
  {round, seconds}: {readonly round: number; readonly seconds: number},
): Promise<Round | undefined> => {
  // What only stands for the API never refuses.
  const status = wayName.startsWith('Koa') ? 200 : scenario.status;
  const requests = requestsIn(round, rounds + 1, asked.requests);
  const load = {url: running.url, connections, seconds, requests};
  const [answers, usage] = await metered(engines, running.pid, () => client.send(load));
  const unexpectedPercent = unexpectedPercentOf(answers, status);
  // An engine that is too busy refuses some. A commit that lacks what is asked for refuses all.
  if (answers.count === 0 || unexpectedPercent > 50) {
    console.error(`${name}: ${wayName} did not answer ${status}.`);
    return undefined;
  }
  return {
    perSecond: answers.perSecond,
    microseconds: Object.fromEntries(uses.map(name => [name, usage[name] / answers.count])),
    milliseconds: {p50: answers.p50Ms, p99: answers.p99Ms},
    unexpectedPercent,
    usage,
  };
};

/**
 * Every scenario asked of the API of each copy and of what stands for its ceilings: in turn, round
 * by round. The first round warms code and caches, and is not counted.
 */
export const measureScenarios = async (
  bench: Bench,
  copies: readonly [Copy, ...Copy[]],
  client: Client,
  scenarios: readonly Scenario[],
): Promise<readonly Row[]> => {
  const [copy, ...others] = copies;
  const api = await apiOf(bench, copy);
  const apis = [api];
  for (const other of others) apis.push(await apiOf(bench, other));
  const ways = [...apis, elasticsearchDirectly(bench, copy), ...(await koas(bench, api))];
  const {rounds, seconds} = bench.options;
  const rows: Row[] = [];
  for (const scenario of scenarios) {
    console.error(`${scenario.name} …`);
    const isCold = rows.length === 0;
    const asked: Asked[] = [];
    for (const way of ways) {
      const requests = await way.requestsOf(scenario);
      if (requests.length > 0) asked.push({way, requests, rounds: []});
    }
    const answering = new Set(asked);
    for (let round = 0; round <= rounds; round += 1) {
      for (const each of answering) {
        const length = isCold && round === 0 && rounds > 1 ? warmUpRounds : 1;
        const during = {round, seconds: seconds * length};
        const measured = await measureRound(bench, client, scenario, each, during);
        if (measured === undefined) answering.delete(each);
        else if (round > 0) each.rounds.push(measured);
      }
    }
    // What no commit answers is a mistake of the bench.
    if (!asked.some(each => answering.has(each) && apis.includes(each.way))) {
      throw new Error(`${scenario.name}: no commit answers it.`);
    }
    rows.push(
      ...asked.map(each =>
        rowOf(scenario.name, each.way.name, answering.has(each) ? each.rounds : []),
      ),
    );
  }
  return rows;
};
