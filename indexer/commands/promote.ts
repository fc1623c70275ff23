import {Command} from 'commander';
import {UsageError} from '#core/command-line/errors.ts';
import {oneLine} from '#core/command-line/one-line.ts';
import {toVersion} from '#mappings/generation.ts';
import {type Logged, logEvent} from '../generations/build-log.ts';
import {requirePassed} from '../generations/check.ts';
import {judge, promotionRules} from '../generations/gate.ts';
import {FlipRefused, goLive, replacedSentence} from '../generations/go-live.ts';
import {currentBuild} from '../generations/lock.ts';
import {
  liveGeneration,
  type StoredGeneration,
  servableMeta,
  storedGenerations,
} from '../generations/stored-generations.ts';
import {reinstate, withdraw, withdrawnGenerations} from '../generations/withdrawals.ts';
import {type Indices, untilAborted} from '../write/indices.ts';
import {neverAborted, outcomeRetry} from '../write/retry.ts';
import {print, warnOfBuild, withEngine} from './shared.ts';

type Promoted = Logged & {
  readonly outcome: 'promoted' | 'already-live';
  readonly generation: string;
  /** The version it replaced; null when none was live. */
  readonly previous: string | null;
  /** The version that has replaced it already, although it went live. */
  readonly replacedBy?: string;
  /** The reason of the operator, needed or not; null when none was given. */
  readonly forced: string | null;
};

const findFinished = (stored: readonly StoredGeneration[], version: string): StoredGeneration => {
  const ready = stored.filter(({isSealed, isBeingDeleted}) => isSealed && !isBeingDeleted);
  const found = ready.find(each => each.version === version);
  if (found) return found;
  const versions = ready.map(each => each.version).join(', ') || 'none';
  throw new UsageError(
    `There is no finished generation ${version}. Finished generations: ${versions}.`,
  );
};

/**
 * Reinstates it first, if it was withdrawn: even if this process is killed in between, no generation is
 * live and withdrawn. It is withdrawn as before when it has not gone live. Returns as `goLive` does.
 */
const reinstateAndGoLive = async (
  indices: Indices,
  wanted: Parameters<typeof goLive>[1],
  signal: AbortSignal,
) => {
  const version = toVersion(wanted.candidate);
  const all = await withdrawnGenerations(untilAborted(indices, signal));
  const withdrawal = all.find(each => each.version === version);
  try {
    if (withdrawal) await reinstate(indices, version);
    return await goLive(indices, wanted, {...outcomeRetry, signal});
  } catch (error) {
    const isUnchanged = error instanceof FlipRefused || error === signal.reason;
    if (withdrawal && isUnchanged) await withdraw(indices, withdrawal);
    throw error;
  }
};

/**
 * Puts a held or an earlier generation live. If it was withdrawn, it is reinstated.
 *
 * Throws `UsageError` when it does not exist, `GateRefused` when it is older than the live one or
 * incomplete and not forced, `FlipRefused` when another went live in the meantime, and the reason of
 * the signal until the flip is sent.
 *
 * @param force Why it goes live even if it is older or incomplete.
 */
export const promote = async (
  indices: Indices,
  {version, force}: {readonly version: string; readonly force?: string | undefined},
  signal = neverAborted,
): Promise<Promoted> => {
  const reading = untilAborted(indices, signal);
  const expected = await liveGeneration(reading);
  const stored = await storedGenerations(reading);
  const candidate = findFinished(stored, version);
  const live = stored.find(({isLive}) => isLive);
  const done = {generation: version, previous: live?.version ?? null, forced: null};
  if (candidate.isLive) {
    const {previous = null} = candidate;
    return {...done, outcome: 'already-live', previous, notRecorded: null};
  }

  const meta = servableMeta(candidate);
  const {extractedAt, limit} = meta;
  requirePassed(judge(promotionRules, {extractedAt, live, limit}), force);

  const wanted = {candidate, expected, forced: force};
  const {importedAt, replacedBy} = await reinstateAndGoLive(indices, wanted, signal);
  const logged = await logEvent(indices, {
    command: 'promote',
    event: 'promoted',
    generation: version,
    importedAt,
    vehicles: meta.vehicleCount,
    ...(live && {previous: live.version}),
    ...(meta.extractedAt !== null && {extractedAt: meta.extractedAt}),
    ...(meta.contentSha256 !== null && {contentSha256: meta.contentSha256}),
    ...(force !== undefined && {forced: force}),
  });
  const replaced = replacedBy !== undefined && {replacedBy};
  return {...done, outcome: 'promoted', ...replaced, forced: force ?? null, ...logged};
};

type Options = {readonly force?: string; readonly json?: boolean};

const toText = ({outcome, generation, previous, replacedBy}: Promoted): string => {
  if (outcome === 'already-live') return `Already live: ${generation}`;
  if (replacedBy !== undefined) return replacedSentence(generation, replacedBy);
  return `Live: ${generation}${previous === null ? '' : `, replacing ${previous}`}`;
};

/** `promote <version>`: puts a finished generation live. */
export const promoteCommand = (signal: AbortSignal): Command =>
  new Command('promote')
    .description('Puts a held or an earlier generation live.')
    .argument('<version>', 'version of the generation, as shown by "status"')
    .option('--force <reason>', 'also if it is older or incomplete; the reason is logged', oneLine)
    .action(async (version: string, {force, json}: Options) => {
      const promoted = await withEngine(async engine => {
        const result = await promote(engine, {version, force}, signal);
        if (result.outcome === 'promoted') warnOfBuild(await currentBuild(engine));
        return result;
      });
      print(promoted, toText, json);
    });
