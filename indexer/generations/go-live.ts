import {indexNames, toVersion} from '#mappings/generation.ts';
import {untilAborted} from '../write/command-transport.ts';
import type {Installation} from '../write/installation.ts';
import {isMissing} from '../write/response-errors.ts';
import {outcomeRetry, retry} from '../write/retry.ts';
import {isBuildAlias} from './build-aliases.ts';
import {type Flip, FlipRefused, flip} from './flip.ts';
import {metaInForce} from './stored-generations.ts';

type WentLive = {
  /** When it went live first; one that comes back keeps that time. */
  readonly importedAt: string;
  /** The version that has replaced it already. */
  readonly replacedBy: string | undefined;
};

/**
 * Puts a sealed generation live, with what it replaces in its `_meta`: rollbacks read it there. That is
 * written before the flip, and does not count before: `beforeFlip` has what counts until then.
 *
 * @param forced Why an operator overrides the gate.
 * Throws `FlipRefused`, and the reason of the policy's signal, with the aliases unchanged.
 */
export const goLive = async (
  installation: Installation,
  {candidate, expected, forced}: Flip & {readonly forced?: string | undefined},
  policy = outcomeRetry,
): Promise<WentLive> => {
  const {client, prefix} = untilAborted(installation, policy.signal);
  const {vehicles: index} = indexNames(prefix, toVersion(candidate));
  let importedAt = new Date().toISOString();
  try {
    const found = await retry(policy, () =>
      client.indices.get({index, features: ['aliases', 'mappings']}),
    );
    const aliases = Object.keys(found[index]?.aliases ?? {});
    const meta = metaInForce(found[index]?.mappings?._meta, aliases);
    const {previous, forced: forcedBefore, importedAt: importedBefore} = meta;
    if (previous !== undefined) importedAt = String(importedBefore);
    const _meta = {
      ...meta,
      importedAt,
      ...(forced !== undefined && {forced}),
      previous: expected ? toVersion(expected) : null,
      beforeFlip: {
        alias: aliases.find(isBuildAlias(prefix, candidate)),
        importedAt: importedBefore,
        previous,
        forced: forcedBefore,
      },
    };
    await retry(policy, () => client.indices.putMapping({index, _meta}));
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    throw new FlipRefused(`The indices of ${toVersion(candidate)} were removed.`, {cause});
  }
  const replacedBy = await flip(installation, {candidate, expected}, policy);
  return {importedAt, replacedBy};
};
