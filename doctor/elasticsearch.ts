import {errors} from '@elastic/elasticsearch';
import {digits} from '#core/command-line/figures.ts';
import {overview} from '#indexer/commands/status.ts';
import type {IndexingConfig} from '#indexer/config.ts';
import {stateIndex} from '#indexer/generations/indexer-state.ts';
import {checkNodes} from '#indexer/generations/replicas.ts';
import {storedGenerations} from '#indexer/generations/stored-generations.ts';
import {type Indices, untilAborted} from '#indexer/write/indices.ts';
import {buildLogPattern} from '#mappings/build-event.ts';
import {indexNames} from '#mappings/generation.ts';
import {lastBuild, shards} from '#src/search/dataset.ts';
import {readGeneration} from '#src/search/live-generation.ts';
import {bad, type Check, type Checks, ok, warning} from './finding.ts';

/** Longer than any check takes: its signal ends it before. */
const timeoutMs = 60_000;

const names = ['vehicles', 'references', 'fingerprints-*', 'changes', 'changes-*', 'release'];

/** All that the tools ask of the login; the API takes `read` and `view_index_metadata` alone. */
const privileges = (prefix: string) => ({
  cluster: ['monitor' as const],
  index: [
    {
      names: [
        ...[...names, 'vehicles-*', 'references-*'].map(name => `${prefix}${name}`),
        ...[buildLogPattern(prefix), `${stateIndex(prefix)}*`],
      ],
      privileges: ['read', 'view_index_metadata', 'write', 'manage'],
    },
  ],
});

const lacking = (held: Readonly<Record<string, boolean>>) =>
  Object.keys(held).filter(privilege => !held[privilege]);

const login = async ({client, prefix}: Indices) => {
  try {
    const {cluster, index} = await client.security.hasPrivileges(privileges(prefix));
    const missing = [
      ...lacking(cluster as Readonly<Record<string, boolean>>).map(each => `${each} (cluster)`),
      ...Object.entries(index).flatMap(([name, held]) =>
        lacking(held as Readonly<Record<string, boolean>>).map(each => `${each} on ${name}`),
      ),
    ];
    return missing.length === 0
      ? ok('The login has all privileges that the API and the indexer use.')
      : bad(
          `The login lacks ${missing.join(', ')}. Grant them to that of the indexer; the API needs read and view_index_metadata alone.`,
        );
  } catch (error) {
    const isOff = error instanceof errors.ResponseError && error.statusCode === 400;
    if (isOff && /no handler found/.test(String(error.body?.error))) return ok('Security is off.');
    throw error;
  }
};

const nodes = async ({client, prefix}: Indices, replicas: number, signal: AbortSignal) => {
  const [{nodes: infos}, settings, check] = await Promise.all([
    client.nodes.info({metric: 'http'}),
    client.cluster.getSettings({include_defaults: true, flat_settings: true}),
    checkNodes(client, replicas, {maxMs: 0, signal}),
  ]);
  const versions = [...new Set(Object.values(infos).map(({version}) => version))].toSorted();
  const {defaults, persistent, transient} = settings;
  const setting = (name: string) => String({...defaults, ...persistent, ...transient}[name]);
  const placing = setting('cluster.routing.allocation.enable');
  const {missing} = await shards(client, prefix, timeoutMs)();
  return [
    ...versions
      .filter(version => !version.startsWith('9.'))
      .map(version => bad(`A node runs version ${version}. Install version 9.`)),
    ...(versions.length > 1
      ? [warning(`The nodes run ${versions.join(' and ')}. Bring all to the newest.`)]
      : []),
    ...(placing === 'all'
      ? []
      : [bad(`cluster.routing.allocation.enable is ${placing}. Set it to null, which is "all".`)]),
    ...(check.passed ? [] : [bad(`${check.found}; needed: ${check.limit}. ${check.advice}`)]),
    ...(missing.primary > 0
      ? [bad(`${missing.primary} shards are on no node (red). Start the node that has them.`)]
      : []),
    ...(missing.replica > 0
      ? [warning(`${missing.replica} replicas are on no node (yellow). Start or add a node.`)]
      : []),
    ok(`version ${versions.join(', ')}, ${check.found}`),
  ];
};

const sizeText = (bytes: number) =>
  Math.abs(bytes) < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;

/** Of a register with 14 million vehicles, while one is built: docs/operations.md, Capacity. */
const [usualBytes, whileBuilding] = [13e9, 1.25];

/** Of the nodes, as many as there are copies take a whole one each, if a generation has one shard. */
const disk = async ({client}: Indices, {shards, replicas}: IndexingConfig, live?: string) => {
  const [{nodes}, stats] = await Promise.all([
    client.nodes.stats({metric: 'fs', node_id: 'data:true'}),
    live === undefined ? undefined : client.indices.stats({index: live, metric: 'store'}),
  ]);
  const stored = stats?._all.primaries?.store?.size_in_bytes;
  const needed = stored === undefined ? usualBytes : (stored * whileBuilding) / shards;
  const roomAt = (watermark: 'low' | 'flood_stage') => {
    const rooms = Object.values(nodes).map(({fs}) => {
      const path = {...fs?.data?.[0]} as Readonly<Record<string, number>>;
      const kept =
        path[`${watermark}_watermark_free_space_in_bytes`] ??
        path[`${watermark}_free_space_in_bytes`];
      return Number(fs?.total?.available_in_bytes) - Number(kept ?? 0);
    });
    return rooms.toSorted((a, b) => b - a)[replicas] ?? 0;
  };
  const [room, placed] = [roomAt('flood_stage'), roomAt('low')];
  const than = `an import takes ${sizeText(needed)}${stored === undefined ? ' of the whole register' : ''}`;
  const remedy = 'Prune generations, or give it a larger disk.';
  if (room < 0 || (room < needed && stored !== undefined)) {
    return bad(
      `${sizeText(room)} up to the flood-stage watermark, where indices become read-only; ${than}. ${remedy}`,
    );
  }
  return Math.min(room, placed) < needed
    ? warning(
        `${sizeText(placed)} up to the low watermark, where no replica is placed any more; ${than}. ${remedy}`,
      )
    : ok(`${sizeText(placed)} up to the low watermark; ${than}`);
};

/** Elasticsearch counts a file that it could link as reused, until it restarts. */
const hardLinks = async ({client, prefix}: Indices) => {
  const found = await client.indices.recovery({index: `${prefix}vehicles-*`});
  const copies = Object.values(found)
    .flatMap(({shards}) => shards)
    .filter(({type}) => type === 'LOCAL_SHARDS');
  if (copies.length === 0) return ok('not known before an import by difference');
  return copies.every(({index: {size}}) => Number(size?.recovered_in_bytes) === 0)
    ? ok('the last copies of a generation were linked')
    : warning(
        'The last copy of a generation was copied byte by byte, which takes as much disk again. Put the data of Elasticsearch on one file system with hard links.',
      );
};

const blocks = async ({client, prefix}: Indices) => {
  const index = ['vehicles-*', 'references-*', 'fingerprints-*', 'changes-*', 'index*'];
  const found = await client.indices.getSettings({
    index: index.map(each => `${prefix}${each}`),
    name: 'index.blocks.*',
    flat_settings: true,
  });
  const blocked = Object.entries(found).flatMap(([name, {settings = {}}]) =>
    Object.entries({...settings})
      // What is sealed takes no writes.
      .filter(([block, value]) => value === 'true' && block !== 'index.blocks.write')
      .map(([block]) => `${block} of ${name}`),
  );
  return blocked.length === 0
    ? ok('none')
    : bad(`${blocked.join(', ')} is set. Make room on the disk, then set it to null.`);
};

const generations = async (indices: Indices, environment: 'live' | 'test', signal: AbortSignal) => {
  const {client, prefix} = indices;
  const {served, trouble, rollbackTo, held, building} = await overview(indices);
  if (trouble.length > 0) return trouble.map(bad);
  const stored = await storedGenerations(indices);
  const sealed = stored.filter(({isSealed}) => isSealed);
  if (!served) {
    return sealed.length === 0
      ? warning('None is live. Import an extract.')
      : bad(
          `None is live, though ${sealed.map(each => each.version).join(', ')} is there. Promote one.`,
        );
  }
  const {serial} = await readGeneration(client, {indexPrefix: prefix, environment}, signal);
  const {fingerprints} = indexNames(prefix, served.version);
  const isKnown = await client.indices.exists({index: fingerprints});
  const left = stored.filter(({isSealed}) => !isSealed && building === null);
  return [
    ...(building?.hasEnded ? [warning(`Build ${building.build} was killed. Run "update".`)] : []),
    ...left.map(({version}) => warning(`${version} is unfinished. The next import removes it.`)),
    ...(serial === null
      ? [
          warning(
            'The alias "release" is lost: clients cannot follow changes. See "Changes" in docs/operations.md.',
          ),
        ]
      : []),
    ...(isKnown ? [] : [warning(`${fingerprints} is lost: the next import is in full.`)]),
    ...held.map(({version}) => warning(`${version} is held. Promote or prune it.`)),
    ok(
      `${served.version} is live, with ${digits(served.vehicles ?? 0)} vehicles; rollback target: ${rollbackTo ?? 'none'}`,
    ),
  ];
};

const builds = async ({client, prefix}: Indices) => {
  const last = await lastBuild(client, prefix, timeoutMs)();
  if (!last) return ok('none was made, or the login may not read index-builds-*');
  const {outcome, endedAt, refused} = last;
  if (refused) return warning(`${refused.file} was refused: ${refused.reason}. See "builds".`);
  return outcome === 'failed' || outcome === 'interrupted'
    ? warning(`The last one was ${outcome}, ${endedAt}. See "builds", and run "update".`)
    : ok(`the last one was ${outcome}, ${endedAt}`);
};

/** What the API and an import ask of Elasticsearch. */
export const elasticsearchChecks = (
  indices: Indices,
  indexing: IndexingConfig,
  environment: 'live' | 'test',
): Checks => {
  const given =
    (check: (indices: Indices, signal: AbortSignal) => ReturnType<Check>): Check =>
    signal =>
      check(untilAborted(indices, signal), signal);
  return {
    login: given(login),
    nodes: given((each, signal) => nodes(each, indexing.replicas, signal)),
    disk: given(async each => {
      const live = (await storedGenerations(each)).find(({isLive}) => isLive);
      return disk(
        each,
        indexing,
        live && Object.values(indexNames(each.prefix, live.version)).join(),
      );
    }),
    'hard links': given(hardLinks),
    blocks: given(blocks),
    generations: given((each, signal) => generations(each, environment, signal)),
    builds: given(builds),
  };
};
