import type {Client, TransportRequestOptions} from '@elastic/elasticsearch';
import {Release, releaseAliases} from '#mappings/release.ts';

/**
 * The releases behind an alias, with their indices: newest first, none if it is missing. The rest of their
 * mappings, which is many times as long, is not fetched.
 */
export const readReleases = async (
  client: Client,
  prefix: string,
  alias: keyof ReturnType<typeof releaseAliases>,
  options: TransportRequestOptions = {},
) => {
  const found = await client.indices.getMapping(
    {
      index: releaseAliases(prefix)[alias],
      ignore_unavailable: true,
      filter_path: '*.mappings._meta',
    },
    options,
  );
  return Object.entries(found)
    .map(([index, {mappings}]) => ({index, release: Release.parse(mappings._meta)}))
    .toSorted((a, b) => b.release.serial - a.release.serial);
};
