import {Cluster, type Command} from 'ioredis';

type Rest = Parameters<Cluster['sendCommand']> extends [unknown, ...infer Others] ? Others : never;

/**
 * A cluster that refuses at once what it is asked before it knows its nodes. ioredis offers to refuse
 * or to wait, for both the cluster and each node: refusing fails every command that comes while a node
 * is being connected, and waiting has no end while the cluster is away. So it waits for nodes, which
 * the timeout of a command bounds, and here is refused what would wait for the cluster.
 */
export class PromptCluster extends Cluster {
  override sendCommand(command: Command, ...rest: Rest): unknown {
    // It asks itself for its nodes before it is ready.
    if (this.status === 'ready' || command.name === 'cluster') {
      return super.sendCommand(command, ...rest);
    }
    command.reject(new Error('The Redis Cluster cannot be reached.'));
    return command.promise;
  }
}
