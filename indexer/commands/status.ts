import {Command} from 'commander';
import type {CurrentBuild} from '../lock/current-build.ts';
import {type Overview, overview, type ShownGeneration} from '../operate/overview.ts';
import {withEngine} from '../operate/with-engine.ts';
import {ageOf, inMinutes} from '../operate/words.ts';

const when = (instant: string | null, now: Date): string =>
  instant === null ? 'unknown' : `${inMinutes(instant)}, ${ageOf(instant, now)} ago`;

const notes = ({forced, limit}: ShownGeneration): readonly string[] => [
  ...(forced === null ? [] : [`  forced     ${forced}`]),
  ...(limit === null ? [] : [`  limited    to the first ${limit} records`]),
];

const servedText = (served: ShownGeneration, now: Date): readonly string[] => [
  `Served: ${served.version}`,
  `  extract    ${when(served.extractedAt, now)}`,
  `  imported   ${when(served.importedAt, now)}`,
  `  vehicles   ${served.vehicles?.toLocaleString('en') ?? 'unknown'}`,
  ...notes(served),
];

const buildingText = (build: CurrentBuild, now: Date): string =>
  `Builds now: ${build.build} (${build.command}) since ${inMinutes(build.since)}, process ` +
  `${build.pid} on ${build.host}; ` +
  (build.hasEnded
    ? 'that process has ended, and the next build takes over.'
    : `last sign of life ${when(build.lastSignOfLife, now)}.`);

const none = 'No data yet: nothing is served. Import an extract.';

export const statusText = (status: Overview, now: Date): string => {
  const {served, rollbackTo, held, refused, building, trouble} = status;
  return [
    ...trouble.map(sentence => `Trouble: ${sentence}`),
    ...(served ? servedText(served, now) : trouble.length === 0 ? [none] : []),
    ...(served ? [`"rollback" leads to: ${rollbackTo ?? 'nothing that could be served'}`] : []),
    ...held.flatMap(each => [
      `Held: ${each.version}, extract of ${when(each.extractedAt, now)}`,
      ...notes(each),
    ]),
    ...refused.map(
      ({version, reason, at}) => `Out of service: ${version} since ${inMinutes(at)}: ${reason}`,
    ),
    building ? buildingText(building, now) : 'Builds now: none',
  ].join('\n');
};

/** `status`: what is served, what could be, and who builds now. */
export const statusCommand = (): Command =>
  new Command('status')
    .description('Tells what is served, where a rollback leads, what is held, and who builds now.')
    .option('--json', 'print it as JSON', false)
    .action(async ({json}: {readonly json: boolean}) => {
      const status = await withEngine(({client, prefix}) => overview(client, prefix));
      process.stdout.write(`${json ? JSON.stringify(status) : statusText(status, new Date())}\n`);
    });
