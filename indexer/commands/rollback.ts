import {Command} from 'commander';
import {confirm} from '#core/command-line/confirm.ts';
import {currentBuild} from '../lock/current-build.ts';
import {rollBack, rollbackTarget, type Way} from '../operate/roll-back.ts';
import {withEngine} from '../operate/with-engine.ts';
import {inMinutes} from '../operate/words.ts';
import {reason} from './reason.ts';
import {warnOfBuild} from './warn-of-build.ts';

type Options = {readonly reason: string; readonly yes: boolean; readonly json: boolean};

const said = ({version, meta}: Way['to']): string =>
  meta
    ? `${version} (imported ${inMinutes(meta.importedAt)}, ${meta.vehicleCount} vehicles)`
    : version;

/** `rollback`: the generation that was served before is served again. */
export const rollbackCommand = (): Command =>
  new Command('rollback')
    .description('Serves the generation before the live one again, which then does not come back.')
    .option('--reason <text>', 'why; it is recorded', reason, 'rolled back by hand')
    .option('--yes', 'do not ask', false)
    .option('--json', 'print what was done as JSON', false)
    .action(async ({reason, yes, json}: Options) => {
      const done = await withEngine(async ({client, prefix}) => {
        const way = await rollbackTarget(client, prefix);
        warnOfBuild(await currentBuild(client, prefix));
        await confirm(`Roll back from ${said(way.from)} to ${said(way.to)}?`, yes);
        return await rollBack(client, prefix, way, reason);
      });
      if (done.notRecorded) process.stderr.write(`${done.notRecorded}\n`);
      const sentence =
        `Live: ${done.generation} again. ${done.previous} is out of service: its extract does not ` +
        `go live again by itself, "promote ${done.previous}" brings it back.`;
      process.stdout.write(`${json ? JSON.stringify(done) : sentence}\n`);
    });
