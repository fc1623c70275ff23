import {Command} from 'commander';
import {digits, toMinute} from '#core/command-line/figures.ts';
import {toVersion} from '#mappings/generation.ts';
import {type CurrentBuild, currentBuild} from '../generations/lock.ts';
import {
  AliasesDisagree,
  finished,
  isHeld,
  liveGeneration,
  obstacle,
  rollbackChain,
  type StoredGeneration,
  storedGenerations,
} from '../generations/stored-generations.ts';
import {withdrawnGenerations} from '../generations/withdrawals.ts';
import {type Indices, untilAborted} from '../write/indices.ts';
import {ageOf, print, withEngine} from './shared.ts';

/** A generation as operators see it; members that its `_meta` lacks are null. */
const shown = ({version, meta}: StoredGeneration) => ({
  version,
  extractedAt: meta?.extractedAt ?? null,
  importedAt: meta?.importedAt ?? null,
  vehicles: meta?.vehicleCount ?? null,
  /** The reason why an operator put it live although checks failed. */
  forced: meta?.forced ?? null,
  /** The number of records that the import was limited to. */
  limit: meta?.limit ?? null,
});

type ShownGeneration = ReturnType<typeof shown>;

/** The generations and the running build. */
export const overview = async (indices: Indices) => {
  /** Sentences about faults that an operator must correct. */
  const trouble: string[] = [];
  const generation = await liveGeneration(indices).catch((error: unknown) => {
    if (!(error instanceof AliasesDisagree)) throw error;
    trouble.push(error.message);
    return undefined;
  });
  const stored = await storedGenerations(indices);
  const served = generation && stored.find(({version}) => version === toVersion(generation));
  const building = (await currentBuild(indices)) ?? null;
  const complete = finished(stored, building?.candidate);
  const ready = complete.filter(
    each => obstacle(each) === undefined && each.meta?.limit === undefined,
  );
  if (!generation && trouble.length === 0 && ready.length > 0) {
    trouble.push(`None is live. Promote ${ready.map(({version}) => version).join(' or ')}.`);
  }
  const unserved = served && obstacle(served);
  if (unserved) trouble.push(unserved);
  const back = served && rollbackChain(stored)[1];
  const withdrawn = await withdrawnGenerations(indices);
  const isWithdrawn = withdrawn.some(({version}) => version === back?.version);
  const unready = back && obstacle(back);
  const canServe = back && !isWithdrawn && unready === undefined;
  return {
    served: served ? shown(served) : null,
    /** The version that `rollback` puts live. */
    rollbackTo: canServe ? back.version : null,
    /** The sentence about the generation that it replaced, if that must be repaired before a rollback. */
    rollbackNeeds: unready ?? null,
    /** Complete generations that wait to be promoted. */
    held: complete.filter(isHeld(served)).map(shown),
    refused: withdrawn.map(({version, reason, at}) => ({version, reason, at})),
    building,
    trouble,
  };
};

export type Overview = Awaited<ReturnType<typeof overview>>;

const when = (instant: string | null, now: Date): string =>
  instant === null ? 'unknown' : `${toMinute(instant)}, ${ageOf(instant, now)} ago`;

const notes = ({forced, limit}: ShownGeneration): readonly string[] => [
  ...(forced === null ? [] : [`  forced     ${forced}`]),
  ...(limit === null ? [] : [`  limited    to the first ${digits(limit)} records`]),
];

const liveText = (
  live: ShownGeneration,
  {rollbackTo, rollbackNeeds}: Pick<Overview, 'rollbackTo' | 'rollbackNeeds'>,
  now: Date,
) => [
  `Live: ${live.version}`,
  `  extract    ${when(live.extractedAt, now)}`,
  `  imported   ${when(live.importedAt, now)}`,
  `  vehicles   ${live.vehicles === null ? 'unknown' : digits(live.vehicles)}`,
  ...notes(live),
  `Rollback target: ${rollbackTo ?? 'none'}${rollbackNeeds === null ? '' : `. ${rollbackNeeds}`}`,
];

const buildText = (build: CurrentBuild, now: Date): string =>
  `Running build: ${build.build} (${build.command}) since ${toMinute(build.since)}, process ` +
  `${build.pid} on ${build.host}; ` +
  (build.hasEnded
    ? 'that process has ended, and the next build takes over.'
    : `last heartbeat ${when(build.lastSignOfLife, now)}.`);

export const statusText = (status: Overview, now: Date): string => {
  const {served, held, refused, building, trouble} = status;
  const isEmpty = served === null && trouble.length === 0;
  return [
    ...trouble.map(sentence => `Problem: ${sentence}`),
    ...(isEmpty ? ['Live: none. Import an extract.'] : []),
    ...(served ? liveText(served, status, now) : []),
    ...held.flatMap(each => [
      `Held: ${each.version}, extract of ${when(each.extractedAt, now)}`,
      ...notes(each),
    ]),
    ...refused.map(
      ({version, reason, at}) => `Out of service: ${version} since ${toMinute(at)}: ${reason}`,
    ),
    building ? buildText(building, now) : 'Running build: none',
  ].join('\n');
};

export const statusCommand = (signal: AbortSignal): Command =>
  new Command('status')
    .description('Shows the live and held generations, the rollback target and the running build.')
    .action(async ({json}: {readonly json?: boolean}) => {
      const status = await withEngine(engine => overview(untilAborted(engine, signal)));
      print(status, result => statusText(result, new Date()), json);
    });
