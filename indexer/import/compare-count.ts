import type {Client} from '@elastic/elasticsearch';
import type {IndexNames} from '#mappings/generation.ts';
import {WritesLost} from '../elasticsearch/lost-data.ts';
import {type RetryPolicy, retry} from '../elasticsearch/retry.ts';
import type {ImportCounts} from '../progress/counts.ts';

/**
 * Puts what was written on the disk, lets searches see it, and compares: the index holds exactly the
 * vehicles that Elasticsearch acknowledged. A crash before may have lost some, since the translog is
 * written behind while filling; after the flush none can. @throws {WritesLost}
 */
export const compareCount = async (
  client: Client,
  names: IndexNames,
  {vehicles}: ImportCounts,
  policy: RetryPolicy,
): Promise<void> => {
  const index = Object.values(names);
  await retry(policy, () => client.indices.flush({index}));
  await retry(policy, () => client.indices.refresh({index}));
  const {count} = await retry(policy, () => client.count({index: names.vehicles}));
  if (count === vehicles) return;
  throw new WritesLost(`The new index holds ${count} vehicles, but ${vehicles} were acknowledged.`);
};
