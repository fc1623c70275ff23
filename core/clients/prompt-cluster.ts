import {Cluster, type Command} from 'ioredis';

type Rest = Parameters<Cluster['sendCommand']> extends [unknown, ...infer Others] ? Others : never;

/**
 * A cluster that rejects commands at once until it knows its nodes. ioredis can reject or queue, for
 * both the cluster and each node: rejecting fails every command that arrives while a node is being
 * connected, and queueing has no end while the cluster is unavailable. So commands are queued for
 * nodes, bounded by their timeout, and rejected here while they would wait for the cluster.
 */
export class PromptCluster extends Cluster {
  override sendCommand(command: Command, ...rest: Rest): unknown {
    // It sends CLUSTER SLOTS itself before it is ready.
    if (this.status === 'ready' || command.name === 'cluster') {
      return super.sendCommand(command, ...rest);
    }
    command.reject(new Error('The Redis Cluster cannot be reached.'));
    return command.promise;
  }
}
