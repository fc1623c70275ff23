import type {Client} from '@elastic/elasticsearch';
import {callers, type OnRefund} from '#core/access/callers.ts';
import type {RedisClient} from '#core/access/redis.ts';
import {exportsOf, hasExportFile, openExportFile} from '#core/exports.ts';
import type {Config} from './config.ts';
import {changes} from './search/changes.ts';
import {lastBuild, liveDataset, shards} from './search/dataset.ts';
import {limitersOf} from './search/engine/limiter.ts';
import {measureRequests} from './search/engine/requests.ts';
import type {OnDamaged} from './search/engine/stored-vehicles.ts';
import {withDeadline} from './search/engine/while-wanted.ts';
import {generationReader} from './search/live-generation.ts';
import {liveQueries} from './search/live-queries.ts';
import {meanings} from './search/meanings.ts';
import {references} from './search/references.ts';
import {vehicles} from './search/vehicles.ts';
import type {Services} from './services.ts';

/** The API reports an outage within 2 s (a decision of this API); the rest is left for the response. */
export const servingTimeoutMs = 1_800;

export type Engines = {readonly elasticsearch: Client; readonly redis: RedisClient};

type Options = {
  readonly onRefund: OnRefund;
  readonly onDamaged: OnDamaged;
  /** Told of each manifest that is damaged, whenever the exports are read. */
  readonly onDamagedExport?: (error: Error) => void;
  /** How long a request to Elasticsearch may take, retries included. */
  readonly timeoutMs?: number;
};

/** The services of one API process. Sends nothing to its engines before a service is called. */
export const createServices = (
  {elasticsearch, redis}: Engines,
  installation: Pick<Config, 'indexPrefix' | 'environment'> & Partial<Pick<Config, 'exports'>>,
  {onRefund, onDamaged, onDamagedExport = () => {}, timeoutMs = servingTimeoutMs}: Options,
): Services => {
  const {indexPrefix, environment, exports: {directory = '', accelPrefix} = {}} = installation;
  measureRequests(elasticsearch);
  const limiters = limitersOf(timeoutMs);
  const [heavy, withRecords] = [limiters.of('heavy'), limiters.of('withRecords')];
  const limited = limiters.of('generation');
  const live = generationReader(elasticsearch, installation, limited, timeoutMs);
  const queries = liveQueries(elasticsearch, live, timeoutMs, limiters);
  const meaningOf = meanings(elasticsearch, queries);
  return {
    inTurn: (accountId, clientGone, work) => heavy(clientGone, work, accountId),
    inOneDeadline: (clientGone, work, accountId) =>
      withDeadline(timeoutMs, clientGone, signal =>
        accountId === undefined ? work(signal) : withRecords(signal, () => work(signal), accountId),
      ),
    vehicles: vehicles({client: elasticsearch, onDamaged}, queries, meaningOf),
    changes: changes(elasticsearch, indexPrefix, queries, meaningOf),
    references: references(elasticsearch, queries),
    exports: {
      list: async () =>
        directory === '' ? [] : await exportsOf(environment, directory, onDamagedExport),
      has: ({serial}, file) => hasExportFile(directory, serial, file),
      open: ({serial}, {name}) => openExportFile(directory, serial, name),
      accelPath: ({serial}, {name}) => accelPrefix && `${accelPrefix}/${serial}/${name}`,
    },
    dataset: {
      ...liveDataset(elasticsearch, live, queries),
      lastBuild: lastBuild(elasticsearch, indexPrefix, timeoutMs),
      shards: shards(elasticsearch, indexPrefix, timeoutMs),
    },
    callers: callers(redis, environment, {onRefund}),
  };
};
