import type {estypes} from '@elastic/elasticsearch';
import {lockAlias, stateIndex} from '#indexer/generations/indexer-state.ts';
import {buildLogPattern} from '#mappings/build-event.ts';
import {aliasNames, indexNames} from '#mappings/generation.ts';
import {releaseAliases} from '#mappings/release.ts';

/**
 * The roles of the logins to Elasticsearch, as `PUT _security/role` takes them: each with only the privileges that it
 * uses (docs/decisions/0110). `npm run docs` writes them to `deploy/elasticsearch`.
 */
export const roles = (prefix: string) => {
  const {fingerprints, ...answered} = indexNames(prefix, '*');
  const {all: changes, live: release} = releaseAliases(prefix);
  const aliases = [...Object.values(aliasNames(prefix)), changes, release];
  const read = [...Object.values(answered), buildLogPattern(prefix)];
  return {
    indexer: {
      cluster: ['monitor'],
      indices: [
        {
          names: [...read, fingerprints, stateIndex(prefix)],
          privileges: ['manage', 'read', 'write'],
        },
        {names: [`${changes}-*`, lockAlias(prefix)], privileges: ['manage', 'write']},
        {names: aliases, privileges: ['manage']},
      ],
    },
    api: {
      indices: [
        {names: [...read, changes, `${changes}-*`], privileges: ['read']},
        {names: [...aliases, ...read], privileges: ['view_index_metadata']},
      ],
    },
    webhooks: {indices: [{names: [changes, release], privileges: ['view_index_metadata']}]},
  } satisfies Readonly<Record<string, estypes.SecurityRoleDescriptor>>;
};
