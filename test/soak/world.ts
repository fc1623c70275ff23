import {anAccount} from '../helpers/engines/account.ts';
import {engineProxy} from '../helpers/engines/elasticsearch-proxy.ts';
import {anInstallation} from '../helpers/engines/installation.ts';
import {anOperator} from '../helpers/engines/redis.ts';
import {startRedisServer} from '../helpers/engines/redis-server.ts';
import {startServing} from '../helpers/processes/start-main.ts';
import type {Scope} from '../helpers/scope.ts';
import {changedAccount} from './changes.ts';
import {createHistory} from './history.ts';
import {soakedImports} from './imports.ts';
import {createJudge} from './judge.ts';
import {createLedger} from './ledger.ts';
import {failingElasticsearch, noteSlowness, noteStarvation} from './outages.ts';
import {type HeldKey, newTally} from './steady-clients.ts';

/** A Redis that has written what it has counted when it says so: a restart loses nothing. */
const durable = ['save ""', 'appendonly yes', 'appendfsync always', 'maxmemory-policy noeviction'];

/**
 * The process of the API between a Redis of its own and a way to Elasticsearch that can fail, with one
 * extract live; accounts for clients; and what everything is judged by.
 */
export const startSoakedWorld = async (t: Scope, seed: number) => {
  const {client, prefix} = anInstallation(t);
  const server = await startRedisServer(t, durable);
  const operator = await anOperator(t, server.url);

  const history = createHistory();
  const end = new AbortController();
  t.teardown(() => end.abort());
  void noteSlowness(operator, history, end.signal);
  const imports = soakedImports(t, client, prefix, history);
  await imports.importAndPrune();
  const elasticsearch = failingElasticsearch();
  const stable: HeldKey[] = [];
  const accountIds: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const {accountId, ...key} = await anAccount(operator);
    stable.push(key);
    accountIds.push(accountId);
  }
  const hurried = await anAccount(operator, {requestsPerMinute: 60}, {plan: 'hurried'});
  const rough = await anAccount(operator, {}, {plan: 'rough'});
  const changed = await changedAccount(operator);
  const api = await startServing(t, {
    REDIS_URL: server.url,
    ELASTICSEARCH_NODES: await engineProxy(t, elasticsearch.decide),
    INDEX_PREFIX: prefix,
    NODE_ENV: 'production',
  });
  void noteStarvation(api.pid, history, end.signal);

  const {datasets} = imports;
  const dataset = () => {
    const live = datasets.get(history.current());
    if (!live) throw new Error('No dataset is live.');
    return live;
  };
  const clients = {
    port: api.port,
    seed,
    history,
    judge: createJudge(history, datasets),
    ledger: createLedger(),
    tally: newTally(),
    dataset,
  };
  return {
    ...{api, server, operator, elasticsearch, imports, history, changed, clients},
    keys: {stable, hurried: {...hurried, isChanged: true} as HeldKey, rough: rough.key},
    accountIds: [...accountIds, hurried.accountId, changed.accountId],
  };
};

export type SoakedWorld = Awaited<ReturnType<typeof startSoakedWorld>>;
