import {ClusterConnectionPool} from '@elastic/elasticsearch';

/** In milliseconds: a node that restarts is away longer, and one that is back soon gets requests again. */
const asideMs = 5_000;

/**
 * The Elasticsearch nodes, asked in turn. One that refuses, breaks or does not answer a request gets none
 * for five seconds, and then only once it responds to a ping; while all are aside, all are asked. The pool
 * that the client has by default goes on to ask such a node now and then, so that a retry can meet it, too.
 */
export class NodePool extends ClusterConnectionPool {
  override resurrectTimeout = asideMs;
  /** So that a node is not aside for longer the more requests it failed at once. */
  override resurrectTimeoutCutoff = 0;

  override resurrect(options: Parameters<ClusterConnectionPool['resurrect']>[0]): void {
    const next = this.connections.find(({id}) => id === this.dead[0]);
    super.resurrect(options);
    // Every request calls this, and until the ping is answered each would send another.
    if (next && options.now >= next.resurrectTimeout) next.resurrectTimeout = options.now + asideMs;
  }
}
