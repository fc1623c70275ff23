import type {Client} from '@elastic/elasticsearch';
import type {Redis} from 'ioredis';
import {callers, type GivenBack} from './access/callers.ts';
import type {Config} from './config.ts';
import {dataset} from './search/dataset.ts';
import {liveGeneration} from './search/live-generation.ts';
import {vehicles} from './search/vehicles.ts';
import type {Services} from './services.ts';

export type Engines = {readonly elasticsearch: Client; readonly redis: Redis};

/** The services of one copy of the API on its engines. It asks nothing of them before it is asked. */
export const servicesOn = (
  {elasticsearch, redis}: Engines,
  {indexPrefix, environment}: Pick<Config, 'indexPrefix' | 'environment'>,
  onGivenBack: GivenBack,
): Services => {
  const live = liveGeneration(elasticsearch, indexPrefix);
  return {
    vehicles: vehicles(elasticsearch, live),
    dataset: dataset(live),
    callers: callers(redis, environment, onGivenBack),
  };
};
