import type {Cluster, Redis} from 'ioredis';

/** A connection to what holds keys and counts: one server, with or without Sentinels, or a cluster. */
export type RedisClient = Redis | Cluster;
