import {Command} from 'commander';
import {confirm} from '#core/command-line/confirm.ts';
import type {StoredGeneration} from '../generation/stored-generations.ts';
import {currentBuild} from '../lock/current-build.ts';
import {type RolledBack, rollBack, rollbackTarget} from '../operate/roll-back.ts';
import {print, reason, say, toMinute, warnOfBuild, withEngine} from './shared.ts';

type Options = {readonly reason: string; readonly yes?: boolean; readonly json?: boolean};

const nameOf = ({version, meta}: StoredGeneration): string =>
  meta
    ? `${version} (imported ${toMinute(meta.importedAt)}, ${meta.vehicleCount} vehicles)`
    : version;

const toText = ({generation, previous}: RolledBack): string =>
  `Live again: ${generation}. ${previous} is out of service: imports of the same extract are ` +
  `refused. "promote ${previous}" puts it live again.`;

/** `rollback`: puts the previous generation live again. */
export const rollbackCommand = (): Command =>
  new Command('rollback')
    .description('Puts the previous generation live again and takes the live one out of service.')
    .option('--reason <text>', 'why; it is logged', reason, 'rolled back by hand')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print the result as JSON')
    .action(async ({reason, yes = false, json}: Options) => {
      const rolledBack = await withEngine(async engine => {
        const target = await rollbackTarget(engine);
        warnOfBuild(await currentBuild(engine));
        await confirm(`Roll back from ${nameOf(target.from)} to ${nameOf(target.to)}?`, yes);
        return await rollBack(engine, target, reason);
      });
      if (rolledBack.notRecorded) say(rolledBack.notRecorded);
      print(rolledBack, toText, json);
    });
