import {Command} from 'commander';
import {wholeNumber} from '#core/command-line/arguments.ts';
import {confirm} from '#core/command-line/confirm.ts';
import {logEvent} from '../generations/build-log.ts';
import {prunable, prune} from '../generations/discard.ts';
import {takeLock} from '../generations/lock.ts';
import {
  liveGeneration,
  rollbackChain,
  storedGenerations,
} from '../generations/stored-generations.ts';
import {untilAborted} from '../write/indices.ts';
import {type Engine, print, say, withEngine} from './shared.ts';

type Options = {readonly keep?: number; readonly yes?: boolean; readonly json?: boolean};

/** Deletes the confirmed generations that are still prunable. Throws `LockHeld` while a build runs. */
const pruneConfirmed = async (
  engine: Engine,
  {keep = engine.config.indexing.generationsKept, yes = false}: Options,
  signal: AbortSignal,
) => {
  const {lockMs} = engine.config.indexing;
  const reading = untilAborted(engine, signal);
  // A login without privileges would find no generations, but a request that names the aliases is refused.
  await liveGeneration(reading);
  const stored = await storedGenerations(reading);
  const confirmed = prunable(stored, keep).map(({version}) => version);
  if (confirmed.length === 0) return {pruned: [], notRecorded: null};
  const previous = rollbackChain(stored)[1]?.version;
  if (previous !== undefined && confirmed.includes(previous)) {
    say(`This deletes ${previous}, the rollback target; rollback then has none.`);
  }
  await confirm(`Delete ${confirmed.join(', ')}?`, {yes, signal});
  const lock = await takeLock(engine, {command: 'prune', lockMs, signal, say});
  try {
    await prune(engine, keep, confirmed);
    const remaining = (await storedGenerations(engine)).map(({version}) => version);
    const pruned = confirmed.filter(version => !remaining.includes(version));
    const sentence = `Deleted ${pruned.join(', ') || 'nothing'}.`;
    return {pruned, ...(await logEvent(engine, {command: 'prune', event: 'pruned', sentence}))};
  } finally {
    await lock.release();
  }
};

const toText = ({pruned}: {readonly pruned: readonly string[]}): string =>
  pruned.length > 0 ? `Deleted: ${pruned.join(', ')}` : 'Nothing to delete.';

export const pruneCommand = (signal: AbortSignal): Command =>
  new Command('prune')
    .description('Deletes old generations, keeping the live, previous and held ones.')
    .option(
      '--keep <number>',
      'number of generations to keep, including the live one (GENERATIONS_KEPT); with 1 there is no rollback',
      wholeNumber(1, 100),
    )
    .option('--yes', 'do not ask for confirmation')
    .action(async (options: Options) => {
      const pruned = await withEngine(engine => pruneConfirmed(engine, options, signal));
      print(pruned, toText, options.json);
    });
