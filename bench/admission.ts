import {once} from 'node:events';
import {Agent, request} from 'node:http';
import type {AddressInfo} from 'node:net';
import {accounts} from '#core/access/accounts.ts';
import {issuedKeys} from '#core/access/issued-keys.ts';
import {metering} from '#core/access/metering.ts';
import {maxRequests, plans} from '#core/access/plans.ts';
import {createElasticsearchClient} from '#core/clients/elasticsearch.ts';
import {createRedisClient} from '#core/clients/redis.ts';
import {readConfig} from '#core/config/config.ts';
import {createLog} from '#core/log.ts';
import {createServer, publicDocuments} from '#src/app.ts';
import type {Services} from '#src/services.ts';
import {createServices} from '#src/wiring.ts';
import {machine, median} from './figures.ts';

/*
 * What letting a request in costs: the script that does it, beside one bare question to Redis (a GET,
 * which a service without limits would ask of its keys as well) and beside none. First on the
 * connection to Redis alone, then of whole requests over HTTP that ask nothing else of an engine. All
 * in turn, several times, on the Redis that REDIS_URL names; what it writes is removed at the end.
 * Half a minute: `node bench/admission.ts`, with `--json` for the figures alone.
 */

const asJson = process.argv.includes('--json');
const [rounds, questions, requests] = [7, 4000, 1500];
const keyPrefix = `bench-${process.pid}:`;
const config = readConfig();
const log = createLog('silent');
const redis = createRedisClient(config, log, {keyPrefix, commandTimeout: 5000});
const elasticsearch = createElasticsearchClient(config);

/** Limits that no round reaches: what is measured is letting in. */
const plan = {
  name: 'bench',
  monthlyRequests: maxRequests.month,
  requestsPerMinute: maxRequests.minute,
};

const newKey = async (): Promise<string> => {
  const {accountId} = await accounts(redis).create({name: 'Bench', plan: plan.name});
  return (await issuedKeys(redis, 'live').issue(accountId))?.key ?? '';
};

const dataset = {
  version: '20261117-120000-0001',
  importedAt: '2026-11-18T03:04:05.678Z',
  extractedAt: null,
  vehicleCount: 1,
};

const publicUrl = 'http://bench';

type Admit = Services['callers']['admit'];

/** The API on a port of its own, with this admission; a request of it needs nothing else. */
const serve = async (admit: Admit) => {
  const services = createServices({elasticsearch, redis}, config, {onRefund: () => {}});
  const server = createServer(
    {
      ...services,
      dataset: {current: async () => dataset, version: async () => dataset.version},
      callers: {...services.callers, admit},
    },
    {
      publicUrl,
      documents: publicDocuments(publicUrl),
      corsOrigins: [],
      log,
      countRequest: () => {},
      validateResponses: false,
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as AddressInfo;
  const agent = new Agent({keepAlive: true});
  return {
    ask: async (key: string) => {
      const asked = request({port, path: '/v1/dataset', agent, headers: {'X-Api-Key': key}}).end();
      const [answer] = await once(asked, 'response');
      answer.resume();
      await once(answer, 'end');
      if (answer.statusCode !== 200) throw new Error(`It is answered ${answer.statusCode}.`);
    },
    stop: () => {
      agent.destroy();
      server.close();
    },
  };
};

/** Microseconds for each, with so many under way at once. */
const microsecondsOf = async (count: number, atOnce: number, ask: () => Promise<unknown>) => {
  const started = performance.now();
  let left = count;
  const lane = async () => {
    for (; left > 0; left -= 1) await ask();
  };
  await Promise.all(Array.from({length: atOnce}, lane));
  return ((performance.now() - started) * 1000) / count;
};

type Ways = Readonly<Record<string, (key: string) => Promise<unknown>>>;

/** Each way in turn, round by round: the middle of the rounds, and the least and the most. */
const compared = async (where: string, ways: Ways, count: number, atOnce: number) => {
  const figures = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    // A new one each time, since the last minute of a key holds all its requests.
    const key = await newKey();
    for (const [way, ask] of Object.entries(ways)) {
      const cost = await microsecondsOf(count, atOnce, () => ask(key));
      figures.set(way, [...(figures.get(way) ?? []), cost]);
    }
  }
  return [...figures].map(([way, costs]) => ({
    where,
    atOnce,
    way,
    middle: Math.round(median(costs)),
    least: Math.round(Math.min(...costs)),
    most: Math.round(Math.max(...costs)),
  }));
};

const measure = async () => {
  const {admit} = metering(redis, 'live');
  const get = () => redis.get('nothing');
  const decision = await admit(await newKey(), 1);
  const servers = {
    script: await serve(admit),
    get: await serve(async () => {
      await get();
      return decision;
    }),
    none: await serve(async () => decision),
  };
  const onRedis: Ways = {script: key => admit(key, 1), get};
  const overHttp: Ways = {
    script: servers.script.ask,
    get: servers.get.ask,
    none: servers.none.ask,
  };
  try {
    const parts = [];
    for (const atOnce of [1, 64]) {
      parts.push(await compared('Redis', onRedis, questions, atOnce));
      parts.push(await compared('HTTP', overHttp, requests, atOnce));
    }
    return parts.flat();
  } finally {
    for (const {stop} of Object.values(servers)) stop();
  }
};

const removeAll = async () => {
  const names = await redis.keys(`${keyPrefix}*`);
  await Promise.all(names.map(name => redis.del(name.slice(keyPrefix.length))));
};

await once(redis, 'ready');
try {
  await plans(redis).set(plan);
  const costs = await measure();
  if (asJson) {
    process.stdout.write(`${JSON.stringify({machine: machine(), rounds, microseconds: costs})}\n`);
  } else {
    console.log(`${machine()}; microseconds for each, of ${rounds} rounds:`);
    console.table(costs);
  }
} finally {
  await removeAll();
  redis.disconnect();
  await elasticsearch.close();
}
