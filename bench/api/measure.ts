import {execa} from 'execa';
import {type Bench, type Copy, freePort, type Running, scriptOf, start} from '../bench.ts';
import {ensureImported} from '../import.ts';
import {metered} from '../meter.ts';
import {type Round, type Row, rowOf} from '../report.ts';
import type {Client, Load, Request} from './client.ts';
import {cycled, type Scenario} from './scenarios.ts';

type Way = {
  readonly name: string;
  readonly running: Running;
  /** The requests of a scenario in the form of this way; empty if it lacks the scenario. */
  readonly requestsOf: (scenario: Scenario) => Promise<readonly Request[]>;
};

const withHeaders = (request: Request, headers: Request['headers']): Request => ({
  ...request,
  headers: {...request.headers, ...headers},
});

/** The requests with the entity tags that the client would have from earlier responses. */
const revalidating = (url: string, requests: readonly Request[]) =>
  Promise.all(
    requests.map(async request => {
      const response = await fetch(url + request.path, {headers: request.headers});
      await response.arrayBuffer();
      return withHeaders(request, {'if-none-match': response.headers.get('etag') ?? ''});
    }),
  );

const plans = {
  admitted: ['--monthly-requests', '1000000000', '--requests-per-minute', '1000000'],
  'over the limit': ['--monthly-requests', '1000000000', '--requests-per-minute', '1'],
};

const issueKeys = async ({signal}: Bench, {checkout}: Copy, env: NodeJS.ProcessEnv) => {
  const admin = async (...args: readonly string[]) => {
    const command = [...(await scriptOf(checkout, 'admin')), ...args, '--json'];
    const options = {cwd: checkout, env, cancelSignal: signal};
    return JSON.parse((await execa(process.execPath, command, options)).stdout);
  };
  const keyOn = async (plan: keyof typeof plans): Promise<string> => {
    const name = plan.replaceAll(' ', '-');
    await admin('plans', 'set', name, ...plans[plan]);
    const {accountId} = await admin('accounts', 'create', '--name', name, '--plan', name);
    return (await admin('keys', 'issue', accountId)).key;
  };
  return {admitted: await keyOn('admitted'), 'over the limit': await keyOn('over the limit')};
};

/** The API of a copy, over an import of its own. */
const apiOf = async (bench: Bench, copy: Copy): Promise<Way> => {
  await ensureImported(bench, copy);
  const [port, opsPort] = await Promise.all([freePort(), freePort()]);
  const env = {
    NODE_ENV: 'production',
    REDIS_URL: bench.engines.redisUrl,
    INDEX_PREFIX: copy.prefix,
    PORT: String(port),
    OPS_PORT: String(opsPort),
  };
  const keys = await issueKeys(bench, copy, env);
  const url = `http://127.0.0.1:${port}`;
  const args = await scriptOf(copy.checkout, 'start');
  const running = await start(bench, url, {cwd: copy.checkout, args, env});
  return {
    name: copy.name,
    running,
    requestsOf: async ({requests, caller, status}) => {
      if (caller === 'none') return requests;
      const asked = requests.map(request => withHeaders(request, {'x-api-key': keys[caller]}));
      return status === 304 ? await revalidating(url, asked) : asked;
    },
  };
};

export const elasticsearch = 'Elasticsearch';

/** Elasticsearch, asked directly for the same documents. */
const elasticsearchDirectly = ({engines}: Bench, {prefix}: Copy): Way => ({
  name: elasticsearch,
  running: {url: engines.elasticsearchUrl, pid: undefined},
  requestsOf: async ({direct}) =>
    direct.map(request => ({...request, path: `/${prefix}vehicles${request.path}`})),
});

export const lean = 'lean';

/** The least that a lookup can cost on the same engines. */
const leanService = async (bench: Bench, {prefix}: Copy): Promise<Way> => {
  const {client, elasticsearchUrl, redisUrl} = bench.engines;
  const [vehicles] = Object.keys(await client.indices.getAlias({name: `${prefix}vehicles`}));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const engines = {REDIS_URL: redisUrl, ELASTICSEARCH_NODES: elasticsearchUrl};
  const env = {NODE_ENV: 'production', PORT: String(port), VEHICLES: vehicles, ...engines};
  return {
    name: lean,
    running: await start(bench, url, {cwd: process.cwd(), args: ['bench/api/lean.ts'], env}),
    requestsOf: async ({requests, isLookup}) => (isLookup ? requests : []),
  };
};

const mostRequests = 50_000;

/**
 * The length of the first of several rounds, in rounds. With three seconds a round, V8 and the Java virtual machine
 * have then finished compiling the code of a lookup.
 */
const warmUpRounds = 5;

/** Measures one round; undefined if the way does not answer the scenario. */
const measureRound = async (
  {engines}: Bench,
  client: Client,
  scenario: Scenario,
  {running, name: wayName}: Way,
  load: Load,
): Promise<Round | undefined> => {
  const {status} = scenario;
  const [answers, usage] = await metered(engines, running.pid, () => client.send(load));
  const {count, refused, failed} = answers;
  const unexpected = failed + (status >= 400 ? count - refused : refused);
  const unexpectedPercent = (100 * unexpected) / Math.max(1, count);
  // An engine that is too busy refuses some requests. A commit that lacks the scenario refuses all.
  if (count === 0 || unexpectedPercent > 50) {
    console.error(`${scenario.name}: ${wayName} did not answer ${status}.`);
    return undefined;
  }
  const ofServices = ['node', 'elasticsearch', 'redis'] as const;
  // A way without a process of its own is Elasticsearch.
  const spenders = running.pid === undefined ? (['elasticsearch'] as const) : ofServices;
  return {
    perSecond: answers.perSecond,
    microseconds: Object.fromEntries(spenders.map(name => [name, usage[name] / count])),
    milliseconds: {p50: answers.p50Ms, p99: answers.p99Ms},
    unexpectedPercent,
    usage,
  };
};

/**
 * Measures every scenario on the API of each copy and on the ways that mark its ceilings: in turn, round
 * by round. The first round warms code and caches, and is not counted.
 */
export const measureScenarios = async (
  bench: Bench,
  copies: readonly [Copy, ...Copy[]],
  client: Client,
  scenarios: readonly Scenario[],
): Promise<readonly Row[]> => {
  const [copy] = copies;
  // One after another, as each imports.
  const apis = await Array.fromAsync(copies, each => apiOf(bench, each));
  const ways = [...apis, elasticsearchDirectly(bench, copy), await leanService(bench, copy)];
  const {rounds, seconds} = bench.options;
  const rows: Row[] = [];
  for (const scenario of scenarios) {
    console.error(`${scenario.name} …`);
    const isCold = rows.length === 0;
    const asked: {way: Way; requests: Load['requests']; rounds: Round[]}[] = [];
    for (const way of ways) {
      const requests = await way.requestsOf(scenario);
      if (requests.length > 0) asked.push({way, requests, rounds: []});
    }
    const answering = new Set(asked);
    for (let round = 0; round <= rounds; round += 1) {
      for (const each of answering) {
        const {way, requests: all} = each;
        // Each round begins at another request, so that requests are new in every round.
        const first = Math.floor((round / (rounds + 1)) * all.length);
        const measured = await measureRound(bench, client, scenario, way, {
          url: way.running.url,
          connections: scenario.connections,
          seconds: isCold && round === 0 && rounds > 1 ? seconds * warmUpRounds : seconds,
          requests: cycled(all, first, Math.min(all.length, mostRequests)),
        });
        if (measured === undefined) answering.delete(each);
        else if (round > 0) each.rounds.push(measured);
      }
    }
    // A scenario that no commit answers is a mistake in the bench.
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
