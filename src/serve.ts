import cluster from 'node:cluster';
import {once} from 'node:events';
import {collectDefaultMetrics} from 'prom-client';
import {redisState, writeCheck} from '#core/access/durability.ts';
import type {RedisClient} from '#core/access/redis.ts';
import {createElasticsearchClient} from '#core/clients/elasticsearch.ts';
import {createRedisClient} from '#core/clients/redis.ts';
import type {RedisState} from '#core/domain/engine-states.ts';
import type {Log} from '#core/log/log.ts';
import {metrics, ownMetrics} from '#core/metrics.ts';
import {startTracing} from '#core/tracing/start-tracing.ts';
import {createServer, publicDocuments} from './app.ts';
import type {Config} from './config.ts';
import {listen, stopAtOnce, stopSignal} from './http/server/lifecycle.ts';
import {createOpsServer, type OpsAnswers} from './ops/ops-server.ts';
import {readinessOf} from './ops/readiness.ts';
import {factMetrics, readFacts} from './ops/service-facts.ts';
import {answerQuestions} from './processes/service-health.ts';
import {createServices} from './wiring.ts';

/** A load balancer takes a moment to notice that this copy is no longer ready. */
const stopOptions = {drainMs: 1000, graceMs: 10_000};

/**
 * Reads the state of Redis, and warns of each new condition under which it can lose keys and counts. Undefined while
 * Redis is away, which readiness reports, and where `INFO` is not allowed, as with some hosted services.
 */
const watchRedis = (redis: RedisClient, log: Log) => {
  let known = '';
  return async (): Promise<RedisState | undefined> => {
    const state = await redisState(redis).catch(() => undefined);
    const {keeps = {}} = state ?? {};
    const fields = Object.keys(keeps).filter(field => !keeps[field]);
    if (fields.length > 0 && String(fields) !== known) {
      log.warn({fields}, 'Redis can lose keys and counts.');
    }
    if (state) known = String(fields);
    return state;
  };
};

/** Resolves once Redis is connected, cannot be reached, or has been silent for as long as connecting may take. */
const connecting = async (redis: RedisClient): Promise<void> => {
  if (redis.status === 'ready') return;
  // Its first error means that it is away, and is logged where the client is made.
  await once(redis, 'ready', {signal: AbortSignal.timeout(1000)}).catch(() => {});
};

/** Serves until a stop signal, then closes all that was opened. */
export const serve = async (config: Config, log: Log): Promise<void> => {
  const stopTracing = await startTracing(config.tracing, 'vehicle-data-lookup-api', err => {
    if (err === undefined) log.info('Spans can be sent again.');
    else log.error({err}, 'Spans cannot be sent, and are dropped.');
  });
  const elasticsearch = createElasticsearchClient(config);
  const redis = createRedisClient(config, log);
  const redisNow = watchRedis(redis, log);
  // One of several does it for all.
  if (cluster.isPrimary || cluster.worker?.id === 1) {
    redis.on('ready', () => void redisNow());
  }
  // Of its memory, event loop and garbage collection.
  collectDefaultMetrics();
  const services = createServices({elasticsearch, redis}, config, {
    onDamaged: error => {
      metrics.damagedDocuments.inc();
      log.fault(error, {}, 'A stored vehicle is damaged.');
    },
    onDamagedExport: error => log.fault(error, {}, 'The manifest of an export is damaged.'),
    onRefund: (outcome, err) => {
      metrics.refunds.inc({outcome});
      if (outcome === 'failed') log.fault(err, {}, 'A charge could not be refunded.');
    },
  });
  let isStopping = false;
  // One of several leaves it to the process that supervises it to say so.
  const say = cluster.isWorker ? 'debug' : 'info';

  const api = createServer(services, {
    publicUrl: config.publicUrl,
    documents: publicDocuments(config.publicUrl, config.pagesKey),
    corsOrigins: config.corsOrigins,
    log,
    validateResponses: !config.production,
    simulatesTestCases: config.environment === 'test',
    isTraced: config.tracing !== undefined,
    limits: {maxConnectionsPerAddress: config.maxConnectionsPerAddress},
  });
  const checks = {
    elasticsearch: async () => `generation ${await services.dataset.searchable()}`,
    redis: writeCheck(redis),
  };
  const facts = readFacts({...services.dataset, redis: redisNow}, error =>
    log.fault(error, {}, 'The figures for the metrics cannot be read from Elasticsearch.'),
  );
  const answers: OpsAnswers = {
    isLive: async () => true,
    readiness: readinessOf(checks, () => isStopping, log),
    metrics: async () => [await ownMetrics()],
    facts: async () => factMetrics(await facts()),
  };
  const ops = createOpsServer(answers);

  try {
    const signal = stopSignal(cluster.isWorker);
    // One of several tells the process that supervises it, which has the port.
    if (cluster.isWorker) answerQuestions(answers);
    else await listen(ops, config.opsPort, config.opsHost);
    // A load balancer sends requests as soon as the port is open. It opens even without Redis.
    await connecting(redis);
    await listen(api, config.port, config.host);
    log[say]({port: config.port, opsPort: config.opsPort}, 'The API is listening.');
    await signal;
    isStopping = true;
    log[say]('Stopping after the requests in progress are answered.');
  } finally {
    await api.stop(stopOptions);
    if (ops.listening) await stopAtOnce(ops);
    redis.disconnect();
    await elasticsearch.close();
    await stopTracing();
    log.tellFaults();
  }
  log[say]('Stopped.');
};
