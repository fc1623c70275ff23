import test, {type ExecutionContext} from 'ava';
import {indexNames} from '#mappings/generation.ts';
import {engineProxy} from '../../helpers/engines/elasticsearch-proxy.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {loggedEvents} from '../../helpers/engines/logged-events.ts';
import {anExtractFile, extractZip, someRecords} from '../../helpers/extracts/extract-files.ts';
import type {Variables} from '../../helpers/processes/run-in-process.ts';
import {runIndexer, sentencesOf} from '../../helpers/processes/run-indexer.ts';
import {versionOf} from '../generations/generations.ts';

const zip = await extractZip(someRecords(300));
const decider = (decision: string, explanation: string) => ({
  decider: 'any',
  decision,
  explanation,
});

/** What Elasticsearch says of a shard while it allocates others. */
const busyNode = {
  node_allocation_decisions: [
    {
      node_name: 'local',
      deciders: [
        decider('NO', 'a copy of this shard is already allocated to this node [[vehicles][0]]'),
        decider('THROTTLE', 'reached the limit of incoming shard recoveries [4]'),
      ],
    },
  ],
};

/** An installation on the one node of the tests, whose cluster seems to have two until a build ends. */
const installed = async (t: ExecutionContext, explanation?: object) => {
  const installation = anInstallation(t);
  const file = await anExtractFile(t, zip);
  const proxy = await engineProxy(t, ({path}) => {
    if (path === '/_cluster/health') return {status: 200, body: {number_of_data_nodes: 2}};
    if (explanation && path === '/_cluster/allocation/explain')
      return {status: 200, body: explanation};
    return 'pass';
  });
  const run = (args: readonly string[], more: Variables) =>
    runIndexer(t, [...args, file], {INDEX_PREFIX: installation.prefix, ...more});
  const proxied = {
    INDEX_REPLICAS: '1',
    ELASTICSEARCH_NODES: proxy,
    BUILD_PATIENCE_SECONDS: '10',
  };
  return {...installation, run, proxied};
};

const advice =
  'Start or add a node, make room on its disk, or lower INDEX_REPLICAS; then run this again.';

test('replicas that there are no nodes for end a build before it begins', async t => {
  const {run, indices} = await installed(t);
  const {code, stderr} = await run(['import'], {INDEX_REPLICAS: '1'});
  t.is(code, 75, stderr);
  t.deepEqual(sentencesOf(stderr), [
    `replicas: 1 data node; limit: at least 2 for 1 replicas of each shard (INDEX_REPLICAS). ${advice}`,
    'To put it live anyway: --force "<reason>".',
  ]);
  t.deepEqual(await indices(), {});
});

test('a generation whose replicas are not allocated does not go live, and nothing of it stays', async t => {
  const {client, prefix, run, proxied, indices} = await installed(t);
  const {code, stderr} = await run(['import'], proxied);
  t.is(code, 75, stderr);
  t.deepEqual(sentencesOf(stderr), [
    'replicas: 3 of 6 shard copies on 1 data node; Elasticsearch: local: a copy of this shard is ' +
      `already allocated to this node; limit: all of them (INDEX_REPLICAS). ${advice}`,
    'To put it live anyway: --force "<reason>".',
  ]);
  t.deepEqual(await indices(), {});
  const events = await loggedEvents({client, prefix});
  t.like(
    events.find(({check}) => check === 'replicas'),
    {passed: false},
  );
  t.like(events.at(-1), {event: 'failed', outcome: 'failed', reason: 'ReplicasMissing'});

  const again = await run(['import', '--json'], {INDEX_REPLICAS: '0'});
  t.is(again.code, 0, 'the extract is not to blame');
  t.is(JSON.parse(again.stdout).version, versionOf(2));
});

test('an operator puts a generation live without its replicas by force, and a busy node is not named as an obstacle', async t => {
  const {run, proxied, vehicles} = await installed(t, busyNode);
  const {code, stdout, stderr} = await run(['import', '--force', 'A node is away'], proxied);
  t.is(code, 0, stderr);
  t.regex(stdout, /FORCED {5}replicas: 3 of 6 shard copies/);
  t.notRegex(stdout, /limit of incoming shard recoveries/);
  t.is(await vehicles(), 300);
});

test('a generation has as many shards as configured, and loses no vehicle by that', async t => {
  const {client, prefix, run, vehicles} = await installed(t);
  const {code, stdout, stderr} = await run(['import'], {INDEX_SHARDS: '3'});
  t.is(code, 0, stderr);
  t.regex(stdout, /passed {5}replicas: 5 of 5 shard copies on 1 data node\n/);
  t.is(await vehicles(), 300);
  const {vehicles: index} = indexNames(prefix, versionOf(1));
  const {[index]: found} = await client.indices.getSettings({index});
  t.is(found?.settings?.index?.number_of_shards, '3');
});
