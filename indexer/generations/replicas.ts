import type {Client, estypes} from '@elastic/elasticsearch';
import {TryLater} from '#core/command-line/errors.ts';
import {digits} from '#core/command-line/figures.ts';
import type {IndexNames} from '#mappings/generation.ts';
import {CandidateLost} from '../write/errors.ts';
import {type RetryPolicy, retry} from '../write/retry.ts';
import {type Check, someOf, toSentence, wayPast} from './check.ts';

/** How long Elasticsearch itself waits for a change per request. */
const pollSeconds = 1;

/** Why the first shard that lacks a copy gets none: one sentence for each node, or one for all. */
const explain = async (
  client: Client,
  {indices = {}}: estypes.ClusterHealthHealthResponseBody,
): Promise<readonly string[]> => {
  const [first] = Object.entries(indices).flatMap(([index, {shards = {}}]) =>
    Object.entries(shards)
      .filter(([, {unassigned_shards: missing}]) => missing > 0)
      .map(([shard, {primary_active: isPrimaryActive}]) => {
        return {index, shard: Number(shard), primary: !isPrimaryActive};
      }),
  );
  if (!first) return [];
  const found = await client.cluster.allocationExplain(first);
  const reasons = (found.node_allocation_decisions ?? []).flatMap(({node_name, deciders = []}) =>
    deciders
      // A node that is only busy (THROTTLE) is no obstacle: it will take the copy.
      .filter(({decision}) => decision === 'NO')
      // After the sentence comes the state of the shard, in brackets.
      .map(({explanation}) => `${node_name}: ${explanation.split(' [[', 1)[0]}`),
  );
  return reasons.length > 0 ? reasons : [found.allocate_explanation ?? found.note ?? 'unknown'];
};

const nodesInWords = (nodes: number) => `${digits(nodes)} data node${nodes === 1 ? '' : 's'}`;

const advice =
  'Start or add a node, make room on its disk, or lower INDEX_REPLICAS; then run this again.';

/**
 * Waits until every copy of every shard is active, each on a node of its own: losing a node loses no
 * vehicle then. Gives up when no copy has been in progress for as long as the policy says: Elasticsearch itself
 * ends a copy that stalls. @throws {CandidateLost}
 */
export const checkReplicas = async (
  client: Client,
  names: IndexNames,
  policy: RetryPolicy,
): Promise<Check> => {
  const {maxMs, signal} = policy;
  const index = Object.values(names);
  const ask = () =>
    client.cluster.health(
      {index, level: 'shards', wait_for_status: 'green', timeout: `${pollSeconds}s`},
      {signal, ignore: [408]},
    );
  for (let deadline = performance.now() + maxMs; ; ) {
    const health = await retry(policy, ask);
    const {active_shards: active, initializing_shards: copied, unassigned_shards: missing} = health;
    if (Object.keys(health.indices ?? {}).length < index.length) throw new CandidateLost();
    const isGreen = health.status === 'green';
    if (copied > 0) deadline = performance.now() + maxMs;
    if (!isGreen && performance.now() < deadline) continue;
    const wanted = active + copied + missing;
    const nodes = nodesInWords(health.number_of_data_nodes);
    // In the words of Elasticsearch.
    const obstacles = isGreen ? [] : await retry(policy, () => explain(client, health));
    return {
      name: 'replicas',
      passed: active === wanted,
      found:
        `${digits(active)} of ${digits(wanted)} shard copies on ${nodes}` +
        (obstacles.length === 0 ? '' : `; Elasticsearch: ${someOf(obstacles)}`),
      limit: 'all of them (INDEX_REPLICAS)',
      advice,
    };
  }
};

/** A generation does not go live because replicas are missing. The extract is not to blame. */
class ReplicasMissing extends TryLater {}

/** Throws `ReplicasMissing` when the check failed, unless an operator forces it. */
export const requireReplicas = (check: Check, forced?: string): void => {
  if (forced !== undefined || check.passed) return;
  throw new ReplicasMissing(`${toSentence(check)}\n${wayPast}`);
};

/** Before a build, which takes long: are there nodes for the replicas? */
export const checkNodes = async (
  client: Client,
  replicas: number,
  policy: RetryPolicy,
): Promise<Check> => {
  const {signal} = policy;
  const health = await retry(policy, () => client.cluster.health({}, {signal}));
  const nodes = health.number_of_data_nodes;
  return {
    name: 'replicas',
    passed: nodes > replicas,
    found: nodesInWords(nodes),
    limit: `at least ${replicas + 1} for ${replicas} replicas of each shard (INDEX_REPLICAS)`,
    advice,
  };
};
