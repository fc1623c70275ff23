import type {Client} from '@elastic/elasticsearch';
import type {Generation} from '#mappings/generation.ts';
import {writeReferences} from '../bulk/write-references.ts';
import {writeVehicles} from '../bulk/write-vehicles.ts';
import type {RetryPolicy} from '../elasticsearch/retry.ts';
import {writeAliases} from '../generation/write-alias.ts';
import {type Reading, readThrough} from './read-through.ts';

type Target = {
  readonly client: Client;
  readonly indexPrefix: string;
  readonly candidate: Generation;
  readonly policy: RetryPolicy;
};

/** Streams the extract through the workers into both indices of the candidate. */
export const fillCandidate = async (
  reading: Reading,
  {client, indexPrefix, candidate, policy}: Target,
): Promise<void> => {
  const aliases = writeAliases(indexPrefix, candidate);
  await readThrough(reading, {
    vehicles: batch => writeVehicles(client, aliases.vehicles, batch, policy),
    references: sightings => writeReferences(client, aliases.references, sightings, policy),
  });
};
