import {once} from 'node:events';
import type {Logger} from 'pino';
import {lossySettings} from '#core/access/durability.ts';
import type {RedisClient} from '#core/access/redis.ts';
import {createElasticsearchClient} from '#core/clients/elasticsearch.ts';
import {createRedisClient} from '#core/clients/redis.ts';
import {type Config, ConfigurationError, readConfig} from '#core/config/config.ts';
import {createLog, standardOutput} from '#core/log.ts';
import {createServer, publicDocuments} from './app.ts';
import {ListenError, listen, stoppable} from './http/server/lifecycle.ts';
import {createMetrics, createOpsServer} from './ops.ts';
import {createServices} from './wiring.ts';

/** A load balancer takes a moment to notice that this copy is no longer ready. */
const stopOptions = {drainMs: 1000, graceMs: 10_000};

const stopSignal = () => Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);

/** Warns if Redis may drop or evict keys and counts, which are data and not a cache. */
const warnOfLoss = async (redis: RedisClient, log: Logger): Promise<void> => {
  const settings = await lossySettings(redis);
  if (settings.length > 0) log.warn({settings}, 'Redis can lose keys and counts.');
};

/** Serves until a stop signal, then closes all that was opened. */
const serve = async (config: Config): Promise<void> => {
  const log = createLog(config.logLevel, standardOutput());
  const elasticsearch = createElasticsearchClient(config);
  const redis = createRedisClient(config, log);
  redis.on('ready', () => void warnOfLoss(redis, log));
  const metrics = createMetrics();
  const services = createServices({elasticsearch, redis}, config, {
    onRefund: (outcome, err) => {
      metrics.countRefund(outcome);
      if (outcome === 'failed') log.error({err}, 'A charge could not be refunded.');
    },
  });
  let isStopping = false;

  const api = createServer(services, {
    publicUrl: config.publicUrl,
    documents: publicDocuments(config.publicUrl),
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
    isStopping: () => isStopping,
    metrics,
  });
  const [stopApi, stopOps] = [stoppable(api), stoppable(ops)];

  try {
    const signal = stopSignal();
    await listen(ops, config.opsPort, config.host);
    await listen(api, config.port, config.host);
    log.info({port: config.port, opsPort: config.opsPort}, 'The API is listening.');
    await signal;
    isStopping = true;
    log.info('Stopping after the requests in progress are answered.');
  } finally {
    await stopApi(stopOptions);
    await stopOps({drainMs: 0, graceMs: 0});
    redis.disconnect();
    await elasticsearch.close();
  }
  log.info('Stopped.');
};

try {
  await serve(readConfig());
} catch (error) {
  const isExpected = error instanceof ConfigurationError || error instanceof ListenError;
  console.error(isExpected ? error.message : error);
  process.exitCode = error instanceof ConfigurationError ? 2 : 1;
}
