import {Command} from 'commander';
import {table} from '#core/command-line/table.ts';
import {wholeNumber} from '#core/command-line/whole-number.ts';
import {type Build, newestBuilds} from '../operate/builds.ts';
import {withEngine} from '../operate/with-engine.ts';
import {inMinutes} from '../operate/words.ts';
import {duration} from '../progress/output.ts';

const headings = [
  ...['BUILD', 'GENERATION', 'COMMAND', 'STARTED', 'OUTCOME'],
  ...['TOOK', 'VEHICLES', 'REJECTED', ''],
];

/** What is to be said of a build beside its outcome, on one line. */
const remarks = ({sentence, forced}: Build): string =>
  [forced === null ? '' : `Forced: ${forced}`, sentence ?? '']
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const toRow = (build: Build): readonly string[] => [
  String(build.build),
  build.generation ?? '',
  build.command ?? '',
  inMinutes(build.startedAt),
  build.outcome,
  build.durationSeconds === null ? '' : duration(build.durationSeconds),
  build.vehicles?.toLocaleString('en') ?? '',
  build.rejects?.toLocaleString('en') ?? '',
  remarks(build),
];

const toText = (builds: readonly Build[]): string =>
  builds.length === 0 ? 'No build is recorded yet.' : table(headings, builds.map(toRow));

type Options = {readonly limit: number; readonly json: boolean};

/** `builds`: what the newest builds did, as `index-builds` tells it. */
export const buildsCommand = (): Command =>
  new Command('builds')
    .description('Lists the newest builds with what became of them.')
    .option('--limit <number>', 'at most so many', wholeNumber(1, 1000), 20)
    .option('--json', 'print them as JSON', false)
    .action(async ({limit, json}: Options) => {
      const builds = await withEngine(({client, prefix, config}) =>
        newestBuilds(client, prefix, {limit, lockMs: config.indexing.lockMs}),
      );
      process.stdout.write(`${json ? JSON.stringify(builds) : toText(builds)}\n`);
    });
