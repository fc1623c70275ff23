/** The copies that Elasticsearch has of the shards that the API reads. */
export type Shards = {
  /** Shards without any copy, and missing replicas of the others. */
  readonly missing: {readonly primary: number; readonly replica: number};
  /** Those of Elasticsearch that the nodes with the data run. */
  readonly versions: readonly string[];
};

/** How full a Redis is, and whether its writes are durable; for a cluster, the worst of its masters. */
export type RedisState = {
  /** In bytes, of the fullest server. The limit is `maxmemory`, or the memory of its machine. */
  readonly memory: {readonly used: number; readonly limit: number};
  /** Replicas that are connected, of all masters together. */
  readonly replicas: number;
  /** Whether each field of `INFO` that indicates a loss is as it should be on every server. */
  readonly keeps: Readonly<Record<string, boolean>>;
};
