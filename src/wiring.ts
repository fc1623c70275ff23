import type {Client} from '@elastic/elasticsearch';
import {callers, type OnRefund} from '#core/access/callers.ts';
import type {RedisClient} from '#core/access/redis.ts';
import type {Config} from '#core/config/config.ts';
import {dataset} from './search/dataset.ts';
import {servingPatienceMs} from './search/engine/deadline.ts';
import {liveGeneration, systemClock} from './search/live-generation.ts';
import {references} from './search/references.ts';
import {vehicles} from './search/vehicles.ts';
import type {Services} from './services.ts';

export type Engines = {readonly elasticsearch: Client; readonly redis: RedisClient};

type Options = {
  readonly onRefund: OnRefund;
  /** How long a request to Elasticsearch may take, retries included. */
  readonly patienceMs?: number;
};

/** The services of one API process. Sends nothing to its engines before a service is called. */
export const createServices = (
  {elasticsearch, redis}: Engines,
  {indexPrefix, environment}: Pick<Config, 'indexPrefix' | 'environment'>,
  {onRefund, patienceMs = servingPatienceMs}: Options,
): Services => {
  const live = liveGeneration(elasticsearch, indexPrefix, systemClock, patienceMs);
  return {
    vehicles: vehicles(elasticsearch, live, patienceMs),
    references: references(elasticsearch, live, patienceMs),
    dataset: dataset(live),
    callers: callers(redis, environment, onRefund),
  };
};
