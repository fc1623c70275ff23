import {deleteByPrefix} from '../extracts/import-extract.ts';
import type {Scope} from '../scope.ts';
import {testClient, testPrefix} from './test-index.ts';

/** Everything in Elasticsearch that belongs to one test; removed with it. */
export const anInstallation = (t: Scope) => {
  const client = testClient(t);
  const prefix = testPrefix();
  t.teardown(() => deleteByPrefix(client, prefix));
  return {
    client,
    prefix,
    /** Every index with the aliases it has, but for the indexer's own state and record. */
    indices: async (): Promise<Readonly<Record<string, readonly string[]>>> => {
      const answer = await client.indices.get({
        index: `${prefix}*`,
        features: 'aliases',
        expand_wildcards: 'all',
      });
      return Object.fromEntries(
        Object.entries(answer)
          .filter(([index]) => !index.startsWith(`${prefix}index`))
          .map(([index, {aliases}]) => [index, Object.keys(aliases ?? {})]),
      );
    },
    /** How many vehicles readers find. */
    vehicles: async (): Promise<number> => (await client.count({index: `${prefix}vehicles`})).count,
  };
};
