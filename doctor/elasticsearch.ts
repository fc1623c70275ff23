import {digits} from '#core/command-line/figures.ts';
import {overview} from '#indexer/commands/status.ts';
import type {IndexingConfig} from '#indexer/config.ts';
import {stateIndex} from '#indexer/generations/indexer-state.ts';
import {checkNodes} from '#indexer/generations/replicas.ts';
import {storedGenerations} from '#indexer/generations/stored-generations.ts';
import {openingOf} from '#indexer/write/errors.ts';
import type {Indices} from '#indexer/write/indices.ts';
import {buildLogIndex} from '#mappings/build-event.ts';
import {indexNames} from '#mappings/generation.ts';
import type {Config} from '#src/config.ts';
import {shards} from '#src/search/dataset.ts';
import {readGeneration} from '#src/search/live-generation.ts';
import {bad, type Checks, unless, warning} from './finding.ts';
import {roles} from './roles.ts';

const login = async ({client, prefix}: Indices) => {
  const {cluster, indices: index} = roles(prefix).indexer;
  // Without security, this path does not exist.
  const held = await client.security.hasPrivileges({cluster, index}, {ignore: [400]});
  const all = {cluster: held.cluster, ...held.index} as Record<string, Record<string, boolean>>;
  const lacking = Object.entries(all).flatMap(([name, by = {}]) =>
    Object.keys(by).flatMap(privilege => (by[privilege] ? [] : `${privilege} on ${name}`)),
  );
  const advice = 'Give it the role indexer.json: docs/deployment.md, Logins of Elasticsearch.';
  return unless(
    held.cluster ? `${held.username} has all privileges needed` : 'security is off',
    lacking.length > 0 && bad(`The login lacks ${lacking.join(', ')}. ${advice}`),
  );
};

/** The settings of the cluster that are in force, by name. */
const clusterSettings = async ({client}: Indices) => {
  const wanted = {include_defaults: true, flat_settings: true};
  const {defaults, persistent, transient} = await client.cluster.getSettings(wanted);
  return {...defaults, ...persistent, ...transient} as Readonly<Record<string, unknown>>;
};

const nodes = async (indices: Indices, replicas: number, signal: AbortSignal) => {
  const {client, prefix} = indices;
  const [{nodes: all}, settings, {passed, found, limit, advice}, copies] = await Promise.all([
    client.nodes.info({filter_path: 'nodes.*.version'}),
    clusterSettings(indices),
    checkNodes(client, replicas, {maxMs: 0, signal}),
    shards(client, prefix, 10_000)(),
  ]);
  const name = 'cluster.routing.allocation.enable';
  const enabled = settings[name];
  const {missing} = copies;
  const versions = [...new Set(Object.values(all).map(({version}) => version))];
  const others = versions.filter(version => !version.startsWith('9.'));
  return unless(
    `version ${versions.join()}, ${found}`,
    others.length > 0 && bad(`A node runs version ${others.join(', ')}. Install version 9.`),
    versions.length > 1 && warning(`Nodes run versions ${versions.join(', ')}. Use the newest.`),
    enabled !== 'all' && bad(`${name} is ${enabled}, so shards stay unassigned. Set it to null.`),
    !passed && bad(`${found}; needed: ${limit}. ${advice}`),
    missing.primary > 0 &&
      bad(`Unassigned primary shards: ${missing.primary} (red). Start the nodes that hold them.`),
    missing.replica > 0 && warning(`Unassigned replicas: ${missing.replica} (yellow). Add nodes.`),
  );
};

/** The bytes of a register with 14 million vehicles, and the factor while a build runs: docs/sizing.md. */
const [usualBytes, whileBuilding] = [13e9, 1.25];

const sizeText = (bytes: number) => `${digits(Math.round(bytes / 1e6))} MB`;

/** If a generation has one shard, each copy needs room on a node of its own. */
const disk = async (indices: Indices, {shards, replicas}: IndexingConfig) => {
  const {client, prefix} = indices;
  const live = (await storedGenerations({client, prefix})).find(({isLive}) => isLive);
  // With a pattern, a missing index counts as empty.
  const index = live && Object.values(indexNames(prefix, live.version)).map(name => `${name}*`);
  const [settings, {nodes}, stats] = await Promise.all([
    clusterSettings(indices),
    client.nodes.stats({metric: 'fs', node_id: 'data:true'}),
    index &&
      client.indices.stats({
        index,
        metric: 'store',
        expand_wildcards: 'all',
        forbid_closed_indices: false,
      }),
  ]);
  const stored = stats?._all.primaries?.store?.size_in_bytes;
  const needed = stored === undefined ? usualBytes : (stored * whileBuilding) / shards;
  const areKept = settings['cluster.routing.allocation.disk.threshold_enabled'] === 'true';
  const [low = 0, high = 0] = ['low', 'high'].map(watermark => {
    const rooms = Object.values(nodes).map(({fs}) => {
      const path: Readonly<Record<string, unknown>> = {...fs?.data?.[0]};
      const kept = Number(path[`${watermark}_watermark_free_space_in_bytes`] ?? 0);
      return Number(fs?.total?.available_in_bytes) - (areKept ? kept : 0);
    });
    return rooms.toSorted((a, b) => b - a)[Math.min(replicas, rooms.length - 1)];
  });
  const [from, effect] = areKept
    ? ['above the low watermark', 'no new index would be allocated']
    : ['on the disk', 'it would be full'];
  const found = `${sizeText(low)} free ${from}, and an import needs ${sizeText(needed)}`;
  const remedy = 'Prune generations, or enlarge the disk.';
  const isFull = high < (stored === undefined ? 0 : needed);
  return unless(
    found,
    isFull && bad(`${found}: ${effect}. ${remedy}`),
    !isFull && low < needed && warning(`${found}: no replica would be allocated. ${remedy}`),
  );
};

/** Until it restarts, Elasticsearch reports for each copy which files it reused, which means that it linked them. */
const hardLinks = async ({client, prefix}: Indices) => {
  const found = await client.indices.recovery({index: `${prefix}vehicles-*`});
  const copies = Object.values(found).flatMap(({shards}) =>
    shards.filter(({type}) => type === 'LOCAL_SHARDS'),
  );
  const isCopied = copies.some(({index}) => Number(index.size?.recovered_in_bytes) > 0);
  const advice = 'Keep the data of Elasticsearch on one file system that supports hard links.';
  return unless(
    copies.length > 0 ? 'used by imports' : 'unknown until an import by difference',
    isCopied && warning(`An import copied the live indices byte by byte. ${advice}`),
  );
};

const blocks = async (indices: Indices) => {
  const {client, prefix} = indices;
  const settings = await clusterSettings(indices);
  const ofCluster = ['cluster.blocks.read_only', 'cluster.blocks.read_only_allow_delete'];
  const written = [stateIndex(prefix), buildLogIndex(prefix, new Date())];
  const closed = 'index.verified_before_close';
  const mayBe = ['index.blocks.write', closed];
  const found = await client.indices.getSettings({
    index: roles(prefix).indexer.indices.flatMap(({names}) => names),
    name: ['index.blocks.*', closed],
    expand_wildcards: ['open', 'closed'],
    flat_settings: true,
    ignore_unavailable: true,
  });
  const blocked = Object.entries(found).flatMap(([name, {settings}]) =>
    Object.entries({...settings})
      // A sealed index takes no writes, and another check reports a closed generation.
      .filter(
        ([block, value]) => value === 'true' && (written.includes(name) || !mayBe.includes(block)),
      )
      .map(([block]) => {
        if (block === closed) return bad(`${name} is closed. ${openingOf(name)}.`);
        // Elasticsearch itself sets this one, on a full disk.
        const remedy = /_allow_delete$/.test(block) ? 'Free disk space, and set' : 'Set';
        return bad(`${block} of ${name} is set. ${remedy} it to null.`);
      }),
  );
  const isSet = (name: string) =>
    settings[name] === 'true' && bad(`${name} is set. Set it to null.`);
  return unless('none', ...ofCluster.map(isSet), ...blocked);
};

const generations = async (
  indices: Indices,
  environment: Config['environment'],
  signal: AbortSignal,
) => {
  const {client, prefix} = indices;
  const {served, trouble, rollbackTo, rollbackNeeds, building} = await overview(indices);
  if (trouble.length > 0) return trouble.map(bad);
  const stored = await storedGenerations(indices);
  if (!served) return [warning('There is no generation. Import an extract.')];
  const {serial} = await readGeneration(client, {indexPrefix: prefix, environment}, signal);
  const {fingerprints} = indexNames(prefix, served.version);
  // With a pattern, a closed index counts as missing, as it does for imports.
  const open = {index: `${fingerprints}*`, allow_no_indices: false};
  const isKnown = await client.indices.exists(open);
  const unfinished = stored.filter(({isSealed}) => !isSealed && !building);
  return unless(
    `${served.version} is live, rollback target: ${rollbackTo ?? 'none'}`,
    rollbackNeeds !== null && warning(`There is no rollback target. ${rollbackNeeds}`),
    ...unfinished.map(({version}) => warning(`${version} is unfinished. An import removes it.`)),
    building?.hasEnded === true && warning(`Build ${building.build} was killed. Run it again.`),
    serial === null && warning('The alias "release" is lost. See docs/operations.md, Changes.'),
    !isKnown && warning(`${fingerprints} is missing or closed. The next import is a full one.`),
  );
};

/** Checks that Elasticsearch meets the needs of the API and the indexer. */
export const elasticsearchChecks = (
  indices: Indices,
  indexing: IndexingConfig,
  environment: Config['environment'],
): Checks => ({
  elasticsearch: () => login(indices),
  nodes: signal => nodes(indices, indexing.replicas, signal),
  disk: () => disk(indices, indexing),
  'hard links': () => hardLinks(indices),
  blocks: () => blocks(indices),
  generations: signal => generations(indices, environment, signal),
});
