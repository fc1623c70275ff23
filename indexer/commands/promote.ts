import {Command} from 'commander';
import {currentBuild} from '../lock/current-build.ts';
import {type Promoted, promote} from '../operate/promote.ts';
import {print, reason, say, warnOfBuild, withEngine} from './shared.ts';

type Options = {readonly force?: string; readonly json?: boolean};

const toText = ({outcome, generation, previous}: Promoted): string => {
  if (outcome === 'already-live') return `Already live: ${generation}`;
  return `Live: ${generation}${previous === null ? '' : `, replacing ${previous}`}`;
};

/** `promote <version>`: puts a finished generation live. */
export const promoteCommand = (): Command =>
  new Command('promote')
    .description('Puts a held or an earlier generation live.')
    .argument('<version>', 'version of the generation, as shown by "status"')
    .option('--force <reason>', 'also if it is older or incomplete; the reason is logged', reason)
    .option('--json', 'print the result as JSON')
    .action(async (version: string, {force, json}: Options) => {
      const promoted = await withEngine(async engine => {
        const result = await promote(engine, {version, force});
        if (result.outcome === 'promoted') warnOfBuild(await currentBuild(engine));
        return result;
      });
      if (promoted.notRecorded) say(promoted.notRecorded);
      print(promoted, toText, json);
    });
