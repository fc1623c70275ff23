import {Command} from 'commander';
import {confirm} from '#core/command-line/confirm.ts';
import {wholeNumber} from '#core/command-line/whole-number.ts';
import {prunable} from '../generation/prune.ts';
import {storedGenerations} from '../generation/stored-generations.ts';
import {pruneGenerations} from '../operate/prune-generations.ts';
import {type Engine, withEngine} from '../operate/with-engine.ts';

type Options = {readonly keep?: number; readonly yes: boolean; readonly json: boolean};

const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);

const pruned = async (
  {client, prefix, config}: Engine,
  {keep = config.indexing.generationsKept, yes}: Options,
  signal: AbortSignal,
) => {
  const {lockMs} = config.indexing;
  const stored = await storedGenerations(client, prefix);
  const agreed = prunable(stored, keep).map(({version}) => version);
  if (agreed.length === 0) return {pruned: [], notRecorded: null};
  await confirm(`Delete ${agreed.join(', ')}?`, yes);
  return await pruneGenerations(client, prefix, {agreed, keep, lockMs, signal, say});
};

/** `prune`: generations that are not needed any more are deleted. */
export const pruneCommand = (signal: AbortSignal): Command =>
  new Command('prune')
    .description('Deletes generations but for the live one, those before it, and what is held.')
    .option(
      '--keep <number>',
      'so many stay, the live one among them (GENERATIONS_KEPT)',
      wholeNumber(1, 100),
    )
    .option('--yes', 'do not ask', false)
    .option('--json', 'print what was deleted as JSON', false)
    .action(async (options: Options) => {
      const done = await withEngine(engine => pruned(engine, options, signal));
      if (done.notRecorded) say(done.notRecorded);
      const sentence =
        done.pruned.length > 0 ? `Deleted: ${done.pruned.join(', ')}` : 'Nothing to delete.';
      process.stdout.write(`${options.json ? JSON.stringify(done) : sentence}\n`);
    });
