import type {Client} from '@elastic/elasticsearch';
import {callers, type OnRefund} from '#core/access/callers.ts';
import type {OnReply, RedisClient} from '#core/access/redis.ts';
import type {Config} from '#core/config/config.ts';
import {type BoundsWatch, boundsOf} from './search/engine/bounds.ts';
import {byAccount} from './search/engine/by-account.ts';
import type {OnDamaged} from './search/engine/damaged-documents.ts';
import {withDeadline} from './search/engine/deadline.ts';
import {type OnRequest, watchRequests} from './search/engine/watch-requests.ts';
import {lastBuild} from './search/last-build.ts';
import {liveGeneration} from './search/live-generation.ts';
import {liveQueries, type QueriesWatch} from './search/live-queries.ts';
import {probe} from './search/probe.ts';
import {references} from './search/references.ts';
import {vehicles} from './search/vehicles.ts';
import type {Services} from './services.ts';

/** The API reports an outage within 2 s (a decision of this API); the rest is left for the response. */
export const servingTimeoutMs = 1_800;

export type Engines = {readonly elasticsearch: Client; readonly redis: RedisClient};

type Options = BoundsWatch &
  QueriesWatch & {
    readonly onRefund: OnRefund;
    readonly onReply: OnReply;
    readonly onRequest: OnRequest;
    readonly onDamaged: OnDamaged;
    /** How long a request to Elasticsearch may take, retries included. */
    readonly timeoutMs?: number;
  };

/** The services of one API process. Sends nothing to its engines before a service is called. */
export const createServices = (
  {elasticsearch, redis}: Engines,
  installation: Pick<Config, 'indexPrefix' | 'environment'>,
  {onRefund, onReply, onRequest, onDamaged, timeoutMs = servingTimeoutMs, ...watch}: Options,
): Services => {
  const {indexPrefix, environment} = installation;
  watchRequests(elasticsearch, onRequest);
  const boundOf = boundsOf(timeoutMs, watch);
  const [bulkhead, withRecords] = [boundOf('generation'), boundOf('withRecords')];
  const turnOf = byAccount(boundOf('heavy'), () => boundOf('accountHeavy'));
  const live = liveGeneration(elasticsearch, installation, {bulkhead, timeoutMs});
  const queries = liveQueries(live, timeoutMs, boundOf, watch);
  return {
    inTurn: (accountId, left, work) => turnOf(accountId)(left, work),
    inOneDeadline: (work, left) =>
      withDeadline(timeoutMs, left, signal => withRecords(signal, () => work(signal))),
    vehicles: vehicles({client: elasticsearch, onDamaged}, queries),
    references: references(elasticsearch, queries),
    dataset: {
      current: async () => (await live.settled()).dataset,
      version: async () => (await live.recent()).version,
      searchable: probe(elasticsearch, queries),
      lastBuild: lastBuild(elasticsearch, indexPrefix, timeoutMs),
    },
    callers: callers(redis, environment, onRefund, onReply),
  };
};
