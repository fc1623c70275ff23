import type {Client} from '@elastic/elasticsearch';
import {UsageError} from '#core/command-line/errors.ts';
import {logEvent} from '../build-log/log-event.ts';
import {checkAge, checkWhole} from '../gate/extract-checks.ts';
import {requirePassed} from '../gate/gate.ts';
import {goLive} from '../generation/flip.ts';
import {liveGeneration} from '../generation/live.ts';
import {type StoredGeneration, storedGenerations} from '../generation/stored-generations.ts';
import {reinstate} from '../generation/withdrawals.ts';
import {usableMeta} from './usable.ts';

type Promotion = {
  readonly version: string;
  /** Why it shall go live even if it is older or not a whole extract. */
  readonly force?: string | undefined;
};

export type Promoted = {
  readonly outcome: 'promoted' | 'already-live';
  readonly generation: string;
  /** The version it replaced; null when none was live. */
  readonly previous: string | null;
  /** The reason of a person, when one was needed. */
  readonly forced: string | null;
  /** Why the record lacks the event; null when it has it. */
  readonly notRecorded: string | null;
};

const finished = (stored: readonly StoredGeneration[], version: string): StoredGeneration => {
  const ready = stored.filter(({isSealed, isBeingDeleted}) => isSealed && !isBeingDeleted);
  const found = ready.find(each => each.version === version);
  if (found) return found;
  const versions = ready.map(each => each.version).join(', ') || 'none';
  throw new UsageError(`There is no finished generation ${version}. Those there are: ${versions}.`);
};

/**
 * Puts a generation live that was built before: one that was held, or an earlier one. That it was
 * taken out of service once is forgotten.
 *
 * Throws `UsageError` when there is none such, `GateRefused` when it is older than the live one or not
 * a whole extract and nobody forces it, `FlipRefused` when another went live in the meantime.
 */
export const promote = async (
  client: Client,
  prefix: string,
  {version, force}: Promotion,
): Promise<Promoted> => {
  const expected = await liveGeneration(client, prefix);
  const stored = await storedGenerations(client, prefix);
  const candidate = finished(stored, version);
  const live = stored.find(({isLive}) => isLive);
  const done = {generation: version, previous: live?.version ?? null, forced: null};
  if (candidate.isLive) {
    const {previous = null} = candidate;
    return {...done, outcome: 'already-live', previous, notRecorded: null};
  }

  const meta = usableMeta(candidate);
  const served = live && {version: live.version, extractedAt: live.meta?.extractedAt ?? null};
  const age = checkAge({extractedAt: meta.extractedAt, liveBefore: undefined}, served);
  const checks = [age, checkWhole(meta.limit)];
  requirePassed(checks, force);
  const forced = checks.every(({passed}) => passed) ? undefined : force;

  const importedAt = await goLive(client, prefix, {candidate, expected, forced});
  await reinstate(client, prefix, version);
  const notRecorded = await logEvent(client, prefix, {
    command: 'promote',
    event: 'promoted',
    generation: version,
    importedAt,
    vehicles: meta.vehicleCount,
    ...(live && {previous: live.version}),
    ...(meta.extractedAt !== null && {extractedAt: meta.extractedAt}),
    ...(meta.contentSha256 !== null && {contentSha256: meta.contentSha256}),
    ...(forced !== undefined && {forced}),
  });
  return {...done, outcome: 'promoted', forced: forced ?? null, notRecorded};
};
