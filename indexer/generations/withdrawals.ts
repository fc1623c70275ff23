import {z} from 'zod';
import type {Indices} from '../write/indices.ts';
import {outcomeRetry, retry} from '../write/retry.ts';
import {createStateIndex, instant, stateHits, stateIndex, storedDocument} from './indexer-state.ts';

export type WithdrawnGeneration = z.output<typeof WithdrawnGeneration>;

/**
 * A generation that was rolled back and must not go live again unasked. Its document is called
 * `refused-<version>` and is of the kind `refused`, as earlier releases wrote it.
 */
export const WithdrawnGeneration = z.object({
  kind: z.literal('refused'),
  version: z.string(),
  /** Of its extract; null when the build read only a part of it, and where an earlier release wrote this. */
  contentId: z.string().nullable().default(null),
  /** Of its vehicles, by which their export is known; null where an earlier release wrote this. */
  digest: z.string().nullable().default(null),
  reason: z.string(),
  at: instant,
});

const idOf = (version: string) => `refused-${version}`;

/**
 * Stores that a generation is taken out of service, unless that is stored already. Returns whether this
 * call stored it.
 */
export const withdraw = async (
  {client, prefix}: Indices,
  withdrawal: Omit<WithdrawnGeneration, 'kind'>,
  policy = outcomeRetry,
): Promise<boolean> => {
  await retry(policy, () => createStateIndex({client, prefix}));
  const document = {kind: 'refused' as const, ...withdrawal};
  const id = idOf(withdrawal.version);
  return await retry(policy, async attempt => {
    const request = {index: stateIndex(prefix), id, document, refresh: true};
    const {result} = await client.create(request, {ignore: [409]});
    // What is there at a repeated attempt was stored by the one before.
    return result === 'created' || attempt > 0;
  });
};

/** Undoes a withdrawal: an operator wants the generation served after all. */
export const reinstate = async ({client, prefix}: Indices, version: string): Promise<void> => {
  const request = {index: stateIndex(prefix), id: idOf(version), refresh: true};
  await retry(outcomeRetry, () => client.delete(request, {ignore: [404]}));
};

/** Every generation that was taken out of service, newest first. */
export const withdrawnGenerations = async (
  indices: Indices,
): Promise<readonly WithdrawnGeneration[]> => {
  const hits = await stateHits(indices, 'refused');
  return hits.map(hit => storedDocument(WithdrawnGeneration, hit));
};
