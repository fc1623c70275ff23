import {SpanKind, SpanStatusCode, trace} from '@opentelemetry/api';
import {Cluster, type Command, Redis, type RedisOptions} from 'ioredis';
import type {Logger} from 'pino';
import type {RedisAddress} from '../config/redis-address.ts';
import type {TracingConfig} from '../config/tracing.ts';

/** Without `replyMapping`, which changes the type of the client. */
type Settings = Omit<RedisOptions, 'replyMapping'>;

type Options = Pick<RedisOptions, 'commandTimeout' | 'socketTimeout'>;

/**
 * An outage fails fast: a command waits neither for a connection nor longer than 350 ms for its reply.
 * One whose connection broke is not sent again, because it may already have been counted. A connection
 * that is silent for 2 s is replaced, as is one to a server that has become a replica.
 */
const serving: Settings = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  commandTimeout: 350,
  socketTimeout: 2000,
  connectTimeout: 1000,
  reconnectOnError: ({message}) => message.startsWith('READONLY'),
};

const retryStrategy = (attempt: number): number => Math.min(50 * 2 ** attempt, 2000);

type Rest = Parameters<Cluster['sendCommand']> extends [unknown, ...infer Others] ? Others : never;

/**
 * A cluster that rejects commands at once until it knows its nodes. ioredis can reject or queue, for
 * both the cluster and each node: rejecting fails every command that arrives while a node is being
 * connected, and queueing has no end while the cluster is unavailable. So commands are queued for
 * nodes, bounded by their timeout, and rejected here while they would wait for the cluster.
 */
class PromptCluster extends Cluster {
  override sendCommand(command: Command, ...rest: Rest): unknown {
    // It sends CLUSTER SLOTS itself before it is ready.
    if (this.status === 'ready' || command.name === 'cluster') {
      return super.sendCommand(command, ...rest);
    }
    command.reject(new Error('The Redis Cluster cannot be reached.'));
    return command.promise;
  }
}

const connected = (address: RedisAddress, options: Options): Redis | Cluster => {
  if (address.kind === 'server') {
    return new Redis(address.url, {...serving, retryStrategy, ...options});
  }
  const {username, password, tls} = address;
  const login: Settings = {
    ...(username !== undefined && {username}),
    ...(password !== undefined && {password}),
    ...(tls && {tls: {}}),
  };
  if (address.kind === 'sentinel') {
    return new Redis({
      ...serving,
      ...login,
      retryStrategy,
      sentinels: [...address.sentinels],
      name: address.master,
      db: address.database,
      enableTLSForSentinelMode: tls,
      ...(tls && {sentinelTLS: {}}),
      ...address.sentinelLogin,
      sentinelCommandTimeout: 1000,
      ...options,
    });
  }
  return new PromptCluster([...address.nodes], {
    // A command to a node that was lost may have been counted there.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    clusterRetryStrategy: retryStrategy,
    // The certificate of a node is issued for its name.
    ...(tls && {dnsLookup: (host, found) => found(null, host)}),
    redisOptions: {...serving, ...login, ...options},
  });
};

const tracer = trace.getTracer('vehicle-data-lookup-api');

/** A span of this command, which ends with its reply. It has neither keys nor arguments. */
const beginSpan = ({name, promise}: Command): void => {
  const attributes = {'db.system.name': 'redis', 'db.operation.name': name};
  const span = tracer.startSpan(name, {kind: SpanKind.CLIENT, attributes});
  promise.then(
    () => span.end(),
    (error: Error) => {
      span.setAttribute('error.type', error.name).setStatus({code: SpanStatusCode.ERROR}).end();
    },
  );
};

/** Lets every command that a traced request sends have a span below that of the request. */
const traceCommands = (redis: Redis | Cluster): void => {
  const send = redis.sendCommand.bind(redis) as (command: Command, ...rest: unknown[]) => unknown;
  const sendCommand = (command: Command, ...rest: unknown[]): unknown => {
    if (trace.getActiveSpan() !== undefined) beginSpan(command);
    return send(command, ...rest);
  };
  Object.assign(redis, {sendCommand});
};

type Config = {readonly redis: RedisAddress; readonly tracing?: TracingConfig | undefined};

/** Why Redis cannot be reached; in a cluster, the node that was asked last. */
export const connectionError = (error: Error): Error =>
  (error as {readonly lastNodeError?: Error}).lastNodeError ?? error;

/** A Redis client that reconnects indefinitely, and logs when it loses its connection and has it back. */
export const createRedisClient = (
  {redis: address, tracing}: Config,
  log: Logger,
  options: Options = {},
): Redis | Cluster => {
  const redis = connected(address, options);
  if (tracing) traceCommands(redis);
  let lost = false;
  redis.on('error', (error: Error) => {
    const err = connectionError(error);
    if (!lost) log.error({err}, 'Redis cannot be reached at REDIS_URL; reconnecting.');
    lost = true;
    // For a database that does not exist or is forbidden: the client would go on with another one.
    const {command} = error as {readonly command?: {readonly name: string}};
    if (command?.name === 'select') redis.disconnect(true);
  });
  redis.on('ready', () => {
    if (lost) log.info('Redis answers again.');
    lost = false;
  });
  return redis;
};
