import {type ChangesConfig, owning, prepareRelease} from '#indexer/changes/releases.ts';
import * as promoting from '#indexer/commands/promote.ts';
import * as rollingBack from '#indexer/commands/rollback.ts';
import {createCandidate, seal} from '#indexer/generations/candidate.ts';
import * as goingLive from '#indexer/generations/go-live.ts';
import {liveGeneration, storedGenerations} from '#indexer/generations/stored-generations.ts';
import type {Indices} from '#indexer/write/indices.ts';
import {outcomeRetry, type RetryPolicy} from '#indexer/write/retry.ts';
import {type BuildMeta, type Generation, indexNames, toVersion} from '#mappings/generation.ts';
import {mappingVersion} from '#mappings/vehicle-document.ts';
import {type Fate, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import type {Scope} from '../../helpers/scope.ts';
import {retryPolicyOf} from '../write/a-candidate.ts';

export const stamp = '20261115-031500';

/** The version of a build of an extract of that time. */
export const versionOf = (build: number): string => toVersion({stamp, build});

export const changesConfig: ChangesConfig = {replicas: 0, days: 400, plates: true};

type Wanted = Omit<goingLive.Flip, 'release'> & {readonly forced?: string};

/** Flips with the release that a command prepares. */
const withRelease = async <Result>(
  indices: Indices,
  wanted: Wanted,
  policy: RetryPolicy,
  flip: (wanted: goingLive.Flip) => Promise<Result>,
) => {
  const [from, to] = [wanted.expected, wanted.candidate].map(each => each && toVersion(each));
  const meta = (await storedGenerations(indices)).find(({version}) => version === to)?.meta;
  const flipped = {
    from: from === undefined ? undefined : {version: from},
    to: {version: to ?? '', meta: meta ?? metaOf(wanted.candidate)},
    cause: 'Promotion' as const,
  };
  const release = await prepareRelease(indices, flipped, changesConfig, policy);
  return await owning(indices, release, () => flip({...wanted, release}));
};

/** These flip as the commands do. */
export const flip = async (indices: Indices, wanted: Wanted, policy = outcomeRetry) =>
  await withRelease(indices, wanted, policy, each => goingLive.flip(indices, each, policy));

export const goLive = async (indices: Indices, wanted: Wanted, policy = outcomeRetry) =>
  await withRelease(indices, wanted, policy, each => goingLive.goLive(indices, each, policy));

export const rollBack = (
  indices: Indices,
  target: Parameters<typeof rollingBack.rollBack>[1],
  reason: string,
  signal?: AbortSignal,
) => rollingBack.rollBack(indices, target, reason, changesConfig, signal);

export const promote = (
  indices: Indices,
  wanted: Parameters<typeof promoting.promote>[1],
  signal?: AbortSignal,
) => promoting.promote(indices, wanted, changesConfig, signal);

/** What the build of an empty extract writes into its generation. */
export const metaOf = (generation: Generation, meta: Partial<BuildMeta> = {}): BuildMeta => ({
  mappingVersion,
  version: toVersion(generation),
  importedAt: '2026-11-15T02:20:00.000Z',
  extractedAt: '2026-11-15T02:15:00.000Z',
  vehicleCount: 0,
  digest: '0000000000000000',
  contentId: String(generation.build).padStart(64, '0'),
  records: 0,
  ...meta,
});

/** An installation whose generations are made as builds make them, but for what lies in them. */
export const generations = (t: Scope) => {
  const installation = anInstallation(t);
  const {client, prefix, indices} = installation;
  const unfinished = async (build: number): Promise<Generation> => {
    const generation = {stamp, build};
    await createCandidate({client, prefix}, generation);
    return generation;
  };
  const held = async (build: number, meta: Partial<BuildMeta> = {}): Promise<Generation> => {
    const generation = await unfinished(build);
    const names = indexNames(prefix, toVersion(generation));
    const sealed = {meta: metaOf(generation, meta), replicas: 0};
    await seal(client, names, sealed, retryPolicyOf(10_000));
    return generation;
  };
  return {
    ...installation,
    unfinished,
    held,
    /** Built and put live in the place of what was live before. */
    live: async (build: number, meta: Partial<BuildMeta> = {}): Promise<Generation> => {
      const expected = await liveGeneration({client, prefix});
      const candidate = await held(build, meta);
      await goLive({client, prefix}, {candidate, expected});
      return candidate;
    },
    metaOf: async (generation: Generation) => {
      const {vehicles: index} = indexNames(prefix, toVersion(generation));
      return (await client.indices.getMapping({index}))[index]?.mappings._meta;
    },
    /** The aliases of each build, with those of its vehicles and references in one list, sorted. */
    aliases: async (): Promise<Readonly<Record<number, readonly string[]>>> => {
      const byBuild = new Map<number, readonly string[]>();
      for (const [index, aliases] of Object.entries(await indices())) {
        const build = Number(/-(\d+)$/.exec(index)?.[1]);
        const names = aliases.map(alias => alias.slice(prefix.length));
        byBuild.set(build, [...(byBuild.get(build) ?? []), ...names].toSorted());
      }
      return Object.fromEntries(byBuild);
    },
  };
};

export const liveAliases = ['references', 'vehicles'];

export const buildAliases = (build: number): readonly string[] => [
  `references-build-${build}`,
  `vehicles-build-${build}`,
];

/** A client before whose flips somebody does something. */
export const beforeFlips = (t: Scope, meanwhile: () => Promise<unknown>) =>
  proxiedClient(t, async ({path}): Promise<Fate> => {
    if (path === '/_aliases') await meanwhile();
    return 'pass';
  });

/** An installation in which these builds went live, one after the other. */
export const serving = async (t: Scope, ...builds: readonly number[]) => {
  const installation = generations(t);
  for (const build of builds) await installation.live(build);
  return installation;
};
