import {Command} from 'commander';
import {oneLine} from '#core/command-line/arguments.ts';
import {UsageError} from '#core/command-line/errors.ts';
import {type ChangesConfig, owning, prepareRelease} from '../changes/releases.ts';
import {logEvent} from '../generations/build-log.ts';
import {requirePassed} from '../generations/check.ts';
import {judge, promotionChecks} from '../generations/gate.ts';
import {goLive, replacedSentence} from '../generations/go-live.ts';
import {type CurrentBuild, currentBuild} from '../generations/lock.ts';
import {
  finished,
  liveGeneration,
  type StoredGeneration,
  servableMeta,
  storedGenerations,
} from '../generations/stored-generations.ts';
import {reinstate, withdraw, withdrawnGenerations} from '../generations/withdrawals.ts';
import {type Indices, untilAborted} from '../write/indices.ts';
import {neverAborted, outcomeRetry} from '../write/retry.ts';
import {flipOrUndo, print, warnOfBuild, withEngine} from './shared.ts';

const findFinished = (
  stored: readonly StoredGeneration[],
  version: string,
  building?: CurrentBuild,
): StoredGeneration => {
  const ready = finished(stored, building?.candidate);
  const found = ready.find(each => each.version === version);
  if (found) return found;
  const versions = ready.map(each => each.version).join(', ') || 'none';
  throw new UsageError(
    `There is no finished generation ${version}. Finished generations: ${versions}.`,
  );
};

/**
 * Puts a held or an earlier generation live. If it was withdrawn, it is reinstated first: even if this
 * process is killed in between, no generation is live and withdrawn.
 *
 * Throws `UsageError` if it does not exist, `GateRefused` if it is older than the live one or
 * incomplete and not forced, `FlipRefused` if another went live in the meantime, and the reason of
 * the signal until the flip is sent.
 *
 * @param force The reason why it goes live even if it is older or incomplete.
 */
export const promote = async (
  indices: Indices,
  {version, force}: {readonly version: string; readonly force?: string | undefined},
  changes: ChangesConfig,
  signal = neverAborted,
) => {
  const reading = untilAborted(indices, signal);
  const expected = await liveGeneration(reading);
  const stored = await storedGenerations(reading);
  const candidate = findFinished(stored, version, await currentBuild(reading));
  const live = stored.find(({isLive}) => isLive);
  const done = {generation: version, previous: live?.version ?? null, forced: force ?? null};
  const alreadyLive = ({previous = null}: StoredGeneration) => {
    const nothing = {forced: null, replacedBy: undefined, notRecorded: null};
    return {...done, ...nothing, outcome: 'already-live' as const, previous};
  };
  if (candidate.isLive) {
    // A rollback that was killed before its flip has withdrawn it.
    await reinstate(reading, version);
    return alreadyLive(candidate);
  }

  const meta = servableMeta(candidate);
  const {extractedAt, limit} = meta;
  requirePassed(judge(promotionChecks, {extractedAt, live, limit}), force);

  const withdrawn = await withdrawnGenerations(reading);
  const withdrawal = withdrawn.find(each => each.version === version);
  const policy = {...outcomeRetry, signal};
  const wanted = {from: live, to: {version, meta}, cause: 'Promotion' as const};
  const release = await prepareRelease(indices, wanted, changes, policy);
  const {importedAt, replacedBy, wasLive} = await owning(indices, release, async () => {
    if (withdrawal) await reinstate(indices, version);
    return await flipOrUndo(
      () => goLive(indices, {candidate, expected, release, forced: force}, policy),
      async () => withdrawal && (await withdraw(indices, withdrawal)),
      signal,
    );
  });
  if (wasLive) return alreadyLive(findFinished(await storedGenerations(indices), version));
  const logged = await logEvent(indices, {
    command: 'promote',
    event: 'promoted',
    generation: version,
    importedAt,
    vehicles: meta.vehicleCount,
    ...(live && {previous: live.version}),
    ...(meta.extractedAt !== null && {extractedAt: meta.extractedAt}),
    ...(meta.contentId !== null && {contentId: meta.contentId}),
    ...(force !== undefined && {forced: force}),
  });
  return {...done, outcome: 'promoted' as const, replacedBy, ...logged};
};

type Options = {readonly force?: string; readonly json?: boolean};

type Promoted = Awaited<ReturnType<typeof promote>>;

const toText = ({outcome, generation, previous, replacedBy}: Promoted): string => {
  if (outcome === 'already-live') return `Already live: ${generation}`;
  if (replacedBy !== undefined) return replacedSentence(generation, replacedBy);
  return `Live: ${generation}${previous === null ? '' : `, replacing ${previous}`}`;
};

export const promoteCommand = (signal: AbortSignal): Command =>
  new Command('promote')
    .description('Puts a held or an earlier generation live.')
    .argument('<version>', 'version of the generation, as shown by "status"', oneLine)
    .option('--force <reason>', 'even if it is older or incomplete; the reason is logged', oneLine)
    .action(async (version: string, {force, json}: Options) => {
      const promoted = await withEngine(async engine => {
        const result = await promote(
          engine,
          {version, force},
          engine.config.indexing.changes,
          signal,
        );
        if (result.outcome === 'promoted') warnOfBuild(await currentBuild(engine));
        return result;
      });
      print(promoted, toText, json);
    });
