import {Command} from 'commander';
import {oneLine} from '#core/command-line/arguments.ts';
import {confirm} from '#core/command-line/confirm.ts';
import {UsageError} from '#core/command-line/errors.ts';
import {digits, toMinute} from '#core/command-line/figures.ts';
import {indexNames} from '#mappings/generation.ts';
import {type ChangesConfig, owning, prepareRelease} from '../changes/releases.ts';
import {logEvent} from '../generations/build-log.ts';
import {flip, replacedSentence} from '../generations/go-live.ts';
import {currentBuild} from '../generations/lock.ts';
import {checkReplicas} from '../generations/replicas.ts';
import {
  liveGeneration,
  rollbackChain,
  type StoredGeneration,
  servableMeta,
  storedGenerations,
} from '../generations/stored-generations.ts';
import {reinstate, withdraw, withdrawnGenerations} from '../generations/withdrawals.ts';
import {FlipRefused} from '../write/errors.ts';
import {type Indices, untilAborted} from '../write/indices.ts';
import {neverAborted, outcomeRetry, retry, shortRetry} from '../write/retry.ts';
import {flipOrUndo, print, say, warnOfBuild, withEngine} from './shared.ts';

/** The live generation, and the one that goes live in its place. */
type RollbackTarget = {readonly from: StoredGeneration; readonly to: StoredGeneration};

/**
 * The live generation and the one that it replaced. Throws `UsageError` if there is none, if the API of
 * this release cannot serve it, or if it was rolled back itself.
 */
export const rollbackTarget = async (indices: Indices): Promise<RollbackTarget> => {
  if (!(await liveGeneration(indices))) {
    throw new UsageError('No generation is live; there is none to roll back to.');
  }
  const [from, to] = rollbackChain(await storedGenerations(indices));
  if (!from) throw new UsageError('The aliases have just changed. Run this again.');
  if (!to) {
    throw new UsageError(
      from.previous
        ? `${from.version} replaced ${from.previous}, which no longer exists. To serve an earlier extract, import it with --force "<reason>".`
        : `${from.version} is the first generation; there is none to roll back to.`,
    );
  }
  servableMeta(to);
  const withdrawn = (await withdrawnGenerations(indices)).find(each => each.version === to.version);
  if (withdrawn) {
    throw new UsageError(
      `${from.version} replaced ${to.version}, which was itself taken out of service: ` +
        `${withdrawn.reason}. "promote ${to.version}" puts it live anyway.`,
    );
  }
  return {from, to};
};

/**
 * Puts `to` live in the place of `from`, in one call. `from` is withdrawn first: even if this process
 * is killed in between, no import puts the same extract live again.
 *
 * Throws `FlipRefused` with nothing changed if another generation went live in the meantime, and the
 * reason of the signal, with nothing changed, until the flip is sent.
 */
export const rollBack = async (
  indices: Indices,
  {from, to}: RollbackTarget,
  reason: string,
  changes: ChangesConfig,
  signal = neverAborted,
) => {
  const meta = servableMeta(to);
  const {importedAt, extractedAt, vehicleCount} = meta;
  const {contentId = null, digest = null} = from.meta ?? {};
  const at = new Date().toISOString();
  const withdrawal = {version: from.version, contentId, digest, reason, at};
  const policy = {...outcomeRetry, signal};
  const wanted = {to: {version: to.version, meta}, cause: 'Rollback' as const};
  const preparing = (from: Parameters<typeof prepareRelease>[1]['from']) =>
    prepareRelease(indices, {...wanted, from}, changes, policy);
  const release = await preparing(from).catch(async (error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof FlipRefused) throw error;
    // If nothing can be written, this fails for the same reason.
    const bare = await preparing({version: from.version});
    say(`The changes of this rollback are not recorded: ${from.version} cannot be compared.`);
    return bare;
  });
  let isOwn = true;
  const replacedBy = await owning(indices, release, async () => {
    const live = await retry(policy, () => liveGeneration(indices));
    if (live?.build !== from.build) {
      throw new FlipRefused(`${from.version} is not live any more, so nothing was rolled back.`);
    }
    return await flipOrUndo(
      async () => {
        isOwn = await withdraw(indices, withdrawal, policy);
        return await flip(indices, {candidate: to, expected: from, release}, policy);
      },
      async () => isOwn && (await reinstate(indices, from.version)),
      signal,
    );
  });
  const done = {generation: to.version, previous: from.version, importedAt};
  const logged = await logEvent(indices, {
    ...done,
    command: 'rollback',
    event: 'rolled-back',
    vehicles: vehicleCount,
    sentence: reason,
    ...(extractedAt !== null && {extractedAt}),
  });
  return {...done, replacedBy, reason, ...logged};
};

/** A rollback is urgent, so missing copies do not prevent it. */
const warnOfCopies = async (
  {client, prefix}: Indices,
  {version}: StoredGeneration,
  signal: AbortSignal,
): Promise<void> => {
  const names = indexNames(prefix, version);
  const {passed, found} = await checkReplicas(client, names, {...shortRetry, signal});
  if (!passed) say(`${version} has ${found}. Until all are there, losing a node can lose it.`);
};

type Options = {readonly reason: string; readonly yes?: boolean; readonly json?: boolean};

const nameOf = ({version, meta}: StoredGeneration): string =>
  meta
    ? `${version} (imported ${toMinute(meta.importedAt)}, ${digits(meta.vehicleCount)} vehicles)`
    : version;

const toText = ({
  generation,
  previous,
  replacedBy,
}: Awaited<ReturnType<typeof rollBack>>): string =>
  replacedBy === undefined
    ? `Live again: ${generation}. ${previous} is out of service: imports of the same extract are ` +
      `refused. "promote ${previous}" puts it live again.`
    : replacedSentence(generation, replacedBy);

export const rollbackCommand = (signal: AbortSignal): Command =>
  new Command('rollback')
    .description('Puts the previous generation live again and takes the live one out of service.')
    .option('--reason <text>', 'why; it is logged', oneLine, 'rolled back by hand')
    .option('--yes', 'do not ask for confirmation')
    .action(async ({reason, yes = false, json}: Options) => {
      const rolledBack = await withEngine(async engine => {
        const reading = untilAborted(engine, signal);
        const target = await rollbackTarget(reading);
        warnOfBuild(await currentBuild(reading));
        await warnOfCopies(reading, target.to, signal);
        const question = `Roll back from ${nameOf(target.from)} to ${nameOf(target.to)}? What changes is recorded first, which can take minutes.`;
        await confirm(question, {yes, signal});
        return await rollBack(engine, target, reason, engine.config.indexing.changes, signal);
      });
      print(rolledBack, toText, json);
    });
