import {once} from 'node:events';
import type {Logger} from 'pino';
import {lossySettings} from '#core/access/durability.ts';
import type {RedisClient} from '#core/access/redis.ts';
import {createElasticsearchClient} from '#core/clients/elasticsearch.ts';
import {createRedisClient} from '#core/clients/redis.ts';
import {type Config, ConfigurationError, readConfig} from '#core/config/config.ts';
import {createLog} from '#core/log.ts';
import {createServer} from './app.ts';
import {ListenError, listen, stoppable} from './http/server/lifecycle.ts';
import {createMetrics} from './metrics.ts';
import {createOpsServer} from './ops.ts';
import {servicesOn} from './wiring.ts';

/** A load balancer needs a moment to see that this copy is not ready any more. */
const lastRequests = {drainMs: 1000, graceMs: 10_000};

const stopSignal = () => Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);

/** Keys and counts are data: a Redis that forgets or evicts them is said, each time it is connected. */
const warnOfLoss = async (redis: RedisClient, log: Logger): Promise<void> => {
  const settings = await lossySettings(redis);
  if (settings.length > 0) log.warn({settings}, 'Redis can lose keys and counts.');
};

/** The process from start to stop: it ends when it is told to and everything it opened is closed. */
const serve = async (config: Config): Promise<void> => {
  const log = createLog(config.logLevel);
  const elasticsearch = createElasticsearchClient(config);
  const redis = createRedisClient(config, log);
  redis.on('ready', () => void warnOfLoss(redis, log));
  const metrics = createMetrics();
  const services = servicesOn({elasticsearch, redis}, config, {
    onRefund: (outcome, err) => {
      metrics.countRefund(outcome);
      if (outcome === 'failed') log.error({err}, 'A charge could not be refunded.');
    },
  });
  let stopping = false;

  const api = createServer(services, {
    publicUrl: config.publicUrl,
    corsOrigins: config.corsOrigins,
    log,
    countRequest: metrics.countRequest,
    validateResponses: !config.production,
  });
  const ops = createOpsServer({
    checks: {
      elasticsearch: async () => `generation ${await services.dataset.version()}`,
      redis: () => redis.ping(),
    },
    isStopping: () => stopping,
    metrics,
  });
  const [stopApi, stopOps] = [stoppable(api), stoppable(ops)];

  try {
    const signal = stopSignal();
    await listen(ops, config.opsPort, config.host);
    await listen(api, config.port, config.host);
    log.info({port: config.port, opsPort: config.opsPort}, 'The API is listening.');
    await signal;
    stopping = true;
    log.info('Stopping once the requests under way are answered.');
  } finally {
    await stopApi(lastRequests);
    await stopOps({drainMs: 0, graceMs: 0});
    redis.disconnect();
    await elasticsearch.close();
  }
  log.info('Stopped.');
};

try {
  await serve(readConfig());
} catch (error) {
  const isExplained = error instanceof ConfigurationError || error instanceof ListenError;
  console.error(isExplained ? error.message : error);
  process.exitCode = error instanceof ConfigurationError ? 2 : 1;
}
