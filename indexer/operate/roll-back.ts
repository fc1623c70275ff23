import type {Client} from '@elastic/elasticsearch';
import {UsageError} from '#core/command-line/errors.ts';
import {logEvent} from '../build-log/log-event.ts';
import {FlipRefused, flip} from '../generation/flip.ts';
import {liveGeneration} from '../generation/live.ts';
import {
  rollbackChain,
  type StoredGeneration,
  storedGenerations,
} from '../generation/stored-generations.ts';
import {reinstate, withdraw, withdrawnGenerations} from '../generation/withdrawals.ts';
import {usableMeta} from './usable.ts';

/** The generation that is left, and the one that is served from then on. */
export type Way = {readonly from: StoredGeneration; readonly to: StoredGeneration};

export type RolledBack = {
  readonly generation: string;
  /** The version that is not served any more. */
  readonly previous: string;
  readonly importedAt: string;
  readonly reason: string;
  /** Why the record lacks the event; null when it has it. */
  readonly notRecorded: string | null;
};

const whyNot = ({version, previous}: StoredGeneration): string =>
  previous
    ? `${version} replaced ${previous}, which is not there any more. To serve an earlier extract, import it with --force "<reason>".`
    : `${version} is the first generation, so there is none to roll back to.`;

/**
 * Where a rollback leads: to the generation that the live one replaced. Throws `UsageError` when there
 * is none, none that the API of this release serves, or one that was rolled back itself.
 */
export const rollbackTarget = async (client: Client, prefix: string): Promise<Way> => {
  if (!(await liveGeneration(client, prefix))) {
    throw new UsageError('No generation is live, so there is none to roll back to.');
  }
  const [from, to] = rollbackChain(await storedGenerations(client, prefix));
  if (!from || !to)
    throw new UsageError(from ? whyNot(from) : 'The aliases were just moved. Ask again.');
  usableMeta(to);
  const refused = (await withdrawnGenerations(client, prefix)).find(
    each => each.version === to.version,
  );
  if (refused) {
    throw new UsageError(
      `${from.version} replaced ${to.version}, which was itself taken out of service: ` +
        `${refused.reason}. "promote ${to.version}" serves it all the same.`,
    );
  }
  return {from, to};
};

/**
 * Serves `to` again in the place of `from`, in one call. `from` is noted as taken out of service
 * before that, so that its extract does not come back by itself whatever happens in between.
 *
 * Throws `FlipRefused` with nothing changed when another generation went live in the meantime.
 */
export const rollBack = async (
  client: Client,
  prefix: string,
  {from, to}: Way,
  reason: string,
): Promise<RolledBack> => {
  const {importedAt, extractedAt, vehicleCount} = usableMeta(to);
  const contentSha256 = from.meta?.contentSha256 ?? null;
  const at = new Date().toISOString();
  await withdraw(client, prefix, {version: from.version, contentSha256, reason, at});
  try {
    await flip(client, prefix, {candidate: to, expected: from});
  } catch (error) {
    if (error instanceof FlipRefused) await reinstate(client, prefix, from.version);
    throw error;
  }
  const done = {generation: to.version, previous: from.version, importedAt};
  const notRecorded = await logEvent(client, prefix, {
    ...done,
    command: 'rollback',
    event: 'rolled-back',
    vehicles: vehicleCount,
    sentence: reason,
    ...(extractedAt !== null && {extractedAt}),
  });
  return {...done, reason, notRecorded};
};
