import {Command} from 'commander';
import {table} from '#core/command-line/table.ts';
import {wholeNumber} from '#core/command-line/whole-number.ts';
import {type Build, newestBuilds} from '../operate/builds.ts';
import {duration} from '../progress/output.ts';
import {print, toMinute, withEngine} from './shared.ts';

const headings = [
  ...['BUILD', 'GENERATION', 'COMMAND', 'STARTED', 'OUTCOME'],
  ...['TOOK', 'VEHICLES', 'REJECTED', ''],
];

const remarks = ({sentence, forced}: Build): string =>
  [forced === null ? '' : `Forced: ${forced}`, sentence ?? '']
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const toRow = (build: Build): readonly string[] => [
  String(build.build),
  build.generation ?? '',
  build.command ?? '',
  toMinute(build.startedAt),
  build.outcome,
  build.durationSeconds === null ? '' : duration(build.durationSeconds),
  build.vehicles?.toLocaleString('en') ?? '',
  build.rejects?.toLocaleString('en') ?? '',
  remarks(build),
];

const toText = (builds: readonly Build[]): string =>
  builds.length === 0 ? 'No builds yet.' : table(headings, builds.map(toRow));

type Options = {readonly limit: number; readonly json?: boolean};

/** `builds`: the newest builds of the build log. */
export const buildsCommand = (): Command =>
  new Command('builds')
    .description('Lists the newest builds and their outcomes.')
    .option('--limit <number>', 'maximum number of builds', wholeNumber(1, 1000), 20)
    .option('--json', 'print the result as JSON')
    .action(async ({limit, json}: Options) => {
      const builds = await withEngine(engine =>
        newestBuilds(engine, {limit, lockMs: engine.config.indexing.lockMs}),
      );
      print(builds, toText, json);
    });
