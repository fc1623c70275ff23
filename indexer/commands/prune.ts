import {Command} from 'commander';
import {confirm} from '#core/command-line/confirm.ts';
import {wholeNumber} from '#core/command-line/whole-number.ts';
import {prunable} from '../generation/prune.ts';
import {storedGenerations} from '../generation/stored-generations.ts';
import {type Pruned, pruneGenerations} from '../operate/prune-generations.ts';
import {type Engine, print, say, withEngine} from './shared.ts';

type Options = {readonly keep?: number; readonly yes?: boolean; readonly json?: boolean};

const prune = async (
  engine: Engine,
  {keep = engine.config.indexing.generationsKept, yes = false}: Options,
  signal: AbortSignal,
): Promise<Pruned> => {
  const {lockMs} = engine.config.indexing;
  const stored = await storedGenerations(engine);
  const confirmed = prunable(stored, keep).map(({version}) => version);
  if (confirmed.length === 0) return {pruned: [], notRecorded: null};
  await confirm(`Delete ${confirmed.join(', ')}?`, yes);
  return await pruneGenerations(engine, {confirmed, keep, lockMs, signal, say});
};

const toText = ({pruned}: Pruned): string =>
  pruned.length > 0 ? `Deleted: ${pruned.join(', ')}` : 'Nothing to delete.';

/** `prune`: deletes generations that are not needed any more. */
export const pruneCommand = (signal: AbortSignal): Command =>
  new Command('prune')
    .description('Deletes old generations, keeping the live, previous and held ones.')
    .option(
      '--keep <number>',
      'number of generations to keep, including the live one (GENERATIONS_KEPT)',
      wholeNumber(1, 100),
    )
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print the result as JSON')
    .action(async (options: Options) => {
      const pruned = await withEngine(engine => prune(engine, options, signal));
      if (pruned.notRecorded) say(pruned.notRecorded);
      print(pruned, toText, options.json);
    });
