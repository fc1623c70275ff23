import type {Client} from '@elastic/elasticsearch';
import {indexNames, toVersion} from '#mappings/generation.ts';
import {isMissing} from '../elasticsearch/response-errors.ts';
import {outcomeRetry, retry} from '../elasticsearch/retry.ts';
import {type Flip, FlipRefused, flip} from './flip.ts';

type Promotion = Flip & {
  /** Why a person wants it live against the rules. */
  readonly forced?: string | undefined;
};

/**
 * Writes into a sealed generation what it replaces, which is where a rollback leads, and puts it
 * live. `importedAt` is when it went live for the first time: one that comes back brings it along.
 * Returns it.
 *
 * Throws `FlipRefused` with the aliases unchanged.
 */
export const goLive = async (
  client: Client,
  prefix: string,
  {candidate, expected, forced}: Promotion,
  policy = outcomeRetry,
): Promise<string> => {
  const {vehicles: index} = indexNames(prefix, toVersion(candidate));
  let importedAt = new Date().toISOString();
  try {
    const mapping = await retry(policy, () => client.indices.getMapping({index}));
    const meta = mapping[index]?.mappings._meta ?? {};
    const wasLive = meta['previous'] !== undefined;
    if (wasLive) importedAt = String(meta['importedAt']);
    const _meta = {
      ...meta,
      importedAt,
      ...(forced !== undefined && {forced}),
      previous: expected ? toVersion(expected) : null,
    };
    await retry(policy, () => client.indices.putMapping({index, _meta}));
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    throw new FlipRefused(`The indices of ${toVersion(candidate)} were removed.`, {cause});
  }
  await flip(client, prefix, {candidate, expected}, policy);
  return importedAt;
};
