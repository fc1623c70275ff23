import {Command} from 'commander';
import {confirm} from '#core/command-line/confirm.ts';
import {UsageError} from '#core/command-line/errors.ts';
import {logEvent} from '../build-log/log-event.ts';
import type {Installation} from '../elasticsearch/installation.ts';
import {compatibleMeta} from '../generation/compatibility.ts';
import {FlipRefused, flip} from '../generation/flip.ts';
import {liveGeneration} from '../generation/live.ts';
import {
  rollbackChain,
  type StoredGeneration,
  storedGenerations,
} from '../generation/stored-generations.ts';
import {reinstate, withdraw, withdrawnGenerations} from '../generation/withdrawals.ts';
import {currentBuild} from '../lock/current-build.ts';
import {print, reason, toMinute, warnOfBuild, withEngine} from './shared.ts';

/** The live generation, and the one that goes live in its place. */
type RollbackTarget = {readonly from: StoredGeneration; readonly to: StoredGeneration};

const noTargetMessage = ({version, previous}: StoredGeneration): string =>
  previous
    ? `${version} replaced ${previous}, which no longer exists. To serve an earlier extract, import it with --force "<reason>".`
    : `${version} is the first generation; there is none to roll back to.`;

/**
 * The generation that the live one replaced. Throws `UsageError` when there is none, when the API of
 * this release cannot serve it, or when it was rolled back itself.
 */
export const rollbackTarget = async (installation: Installation): Promise<RollbackTarget> => {
  if (!(await liveGeneration(installation))) {
    throw new UsageError('No generation is live; there is none to roll back to.');
  }
  const [from, to] = rollbackChain(await storedGenerations(installation));
  if (!from) throw new UsageError('The aliases have just changed. Run this again.');
  if (!to) throw new UsageError(noTargetMessage(from));
  compatibleMeta(to);
  const withdrawn = (await withdrawnGenerations(installation)).find(
    each => each.version === to.version,
  );
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
 * Throws `FlipRefused` with nothing changed when another generation went live in the meantime.
 */
export const rollBack = async (
  installation: Installation,
  {from, to}: RollbackTarget,
  reason: string,
) => {
  const {importedAt, extractedAt, vehicleCount} = compatibleMeta(to);
  const contentSha256 = from.meta?.contentSha256 ?? null;
  const at = new Date().toISOString();
  await withdraw(installation, {version: from.version, contentSha256, reason, at});
  try {
    await flip(installation, {candidate: to, expected: from});
  } catch (error) {
    if (error instanceof FlipRefused) await reinstate(installation, from.version);
    throw error;
  }
  const done = {generation: to.version, previous: from.version, importedAt};
  const logged = await logEvent(installation, {
    ...done,
    command: 'rollback',
    event: 'rolled-back',
    vehicles: vehicleCount,
    sentence: reason,
    ...(extractedAt !== null && {extractedAt}),
  });
  return {...done, reason, ...logged};
};

type Options = {readonly reason: string; readonly yes?: boolean; readonly json?: boolean};

const nameOf = ({version, meta}: StoredGeneration): string =>
  meta
    ? `${version} (imported ${toMinute(meta.importedAt)}, ${meta.vehicleCount} vehicles)`
    : version;

const toText = ({generation, previous}: Awaited<ReturnType<typeof rollBack>>): string =>
  `Live again: ${generation}. ${previous} is out of service: imports of the same extract are ` +
  `refused. "promote ${previous}" puts it live again.`;

/** `rollback`: puts the previous generation live again. */
export const rollbackCommand = (): Command =>
  new Command('rollback')
    .description('Puts the previous generation live again and takes the live one out of service.')
    .option('--reason <text>', 'why; it is logged', reason, 'rolled back by hand')
    .option('--yes', 'do not ask for confirmation')
    .action(async ({reason, yes = false, json}: Options) => {
      const rolledBack = await withEngine(async engine => {
        const target = await rollbackTarget(engine);
        warnOfBuild(await currentBuild(engine));
        await confirm(`Roll back from ${nameOf(target.from)} to ${nameOf(target.to)}?`, yes);
        return await rollBack(engine, target, reason);
      });
      print(rolledBack, toText, json);
    });
