import {Command} from 'commander';
import {currentBuild} from '../lock/current-build.ts';
import {type Promoted, promote} from '../operate/promote.ts';
import {withEngine} from '../operate/with-engine.ts';
import {reason} from './reason.ts';
import {warnOfBuild} from './warn-of-build.ts';

type Options = {readonly force?: string; readonly json: boolean};

const toText = ({outcome, generation, previous}: Promoted): string =>
  outcome === 'already-live'
    ? `Already live: ${generation}`
    : `Live: ${generation}, in the place of ${previous ?? 'none'}`;

/** `promote <version>`: a generation that was built before goes live. */
export const promoteCommand = (): Command =>
  new Command('promote')
    .description('Puts a generation live that is held, or an earlier one.')
    .argument('<version>', 'its version, as "status" tells it')
    .option('--force <reason>', 'although it is older or not whole; the reason is recorded', reason)
    .option('--json', 'print what was done as JSON', false)
    .action(async (version: string, {force, json}: Options) => {
      const done = await withEngine(async ({client, prefix}) => {
        const promoted = await promote(client, prefix, {version, force});
        if (promoted.outcome === 'promoted') warnOfBuild(await currentBuild(client, prefix));
        return promoted;
      });
      if (done.notRecorded) process.stderr.write(`${done.notRecorded}\n`);
      process.stdout.write(`${json ? JSON.stringify(done) : toText(done)}\n`);
    });
