import type {Client} from '@elastic/elasticsearch';
import type {IndexNames} from '#mappings/generation.ts';
import {type Patience, persist} from '../bulk/patience.ts';
import type {ImportCounts} from '../report.ts';

/** Elasticsearch holds less than it acknowledged, as after a crash: the extract is not to blame. */
export class WritesLost extends Error {
  override readonly name = 'WritesLost';
}

/**
 * Lets searches see what was written, and compares: the index holds exactly the vehicles that
 * Elasticsearch acknowledged. @throws {WritesLost}
 */
export const compareCount = async (
  client: Client,
  names: IndexNames,
  {vehicles}: ImportCounts,
  patience: Patience,
): Promise<void> => {
  await persist(patience, () => client.indices.refresh({index: Object.values(names)}));
  const {count} = await persist(patience, () => client.count({index: names.vehicles}));
  if (count === vehicles) return;
  throw new WritesLost(
    `The new index holds ${count} vehicles, but ${vehicles} were acknowledged. ` +
      'Elasticsearch lost writes: look at its log, then import again.',
  );
};
