import {Command} from 'commander';
import type {CurrentBuild} from '../lock/current-build.ts';
import {type Overview, overview, type ShownGeneration} from '../operate/overview.ts';
import {ageOf, print, toMinute, withEngine} from './shared.ts';

const when = (instant: string | null, now: Date): string =>
  instant === null ? 'unknown' : `${toMinute(instant)}, ${ageOf(instant, now)} ago`;

const notes = ({forced, limit}: ShownGeneration): readonly string[] => [
  ...(forced === null ? [] : [`  forced     ${forced}`]),
  ...(limit === null ? [] : [`  limited    to the first ${limit} records`]),
];

const liveText = (live: ShownGeneration, rollbackTo: string | null, now: Date) => [
  `Live: ${live.version}`,
  `  extract    ${when(live.extractedAt, now)}`,
  `  imported   ${when(live.importedAt, now)}`,
  `  vehicles   ${live.vehicles?.toLocaleString('en') ?? 'unknown'}`,
  ...notes(live),
  `Rollback target: ${rollbackTo ?? 'none'}`,
];

const buildText = (build: CurrentBuild, now: Date): string =>
  `Running build: ${build.build} (${build.command}) since ${toMinute(build.since)}, process ` +
  `${build.pid} on ${build.host}; ` +
  (build.hasEnded
    ? 'that process has ended, and the next build takes over.'
    : `last heartbeat ${when(build.lastSignOfLife, now)}.`);

export const statusText = (status: Overview, now: Date): string => {
  const {served, rollbackTo, held, refused, building, trouble} = status;
  const isEmpty = served === null && trouble.length === 0;
  return [
    ...trouble.map(sentence => `Problem: ${sentence}`),
    ...(isEmpty ? ['Live: none. Import an extract.'] : []),
    ...(served ? liveText(served, rollbackTo, now) : []),
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

/** `status`: the generations and the running build. */
export const statusCommand = (): Command =>
  new Command('status')
    .description('Shows the live and held generations, the rollback target and the running build.')
    .option('--json', 'print the result as JSON')
    .action(async ({json}: {readonly json?: boolean}) => {
      const status = await withEngine(overview);
      print(status, result => statusText(result, new Date()), json);
    });
