import type {Client, estypes} from '@elastic/elasticsearch';
import {type Generation, type IndexNames, indexNames, toVersion} from '#mappings/generation.ts';
import {indexDefinition} from '../elasticsearch/create-index.ts';
import type {Installation} from '../elasticsearch/installation.ts';
import {CandidateLost} from '../elasticsearch/lost-data.ts';
import {isMissing, isTakenName} from '../elasticsearch/response-errors.ts';
import {outcomeRetry, type RetryPolicy, retry} from '../elasticsearch/retry.ts';
import {discardAfter} from './discard.ts';
import {writeAliases} from './write-alias.ts';

const definitions = {
  vehicles: indexDefinition('mappings/vehicles.json'),
  references: indexDefinition('mappings/references.json'),
};

/** Trades safety for speed: no API reads a candidate, and one that is lost is built again. */
const whileFilling = {
  refresh_interval: '-1',
  number_of_replicas: 0,
  'translog.durability': 'async',
  'translog.flush_threshold_size': '1gb',
} as const;

/** Creates the two empty indices of a new generation, each with its build alias, or neither. */
export const createCandidate = async (
  {client, prefix}: Installation,
  candidate: Generation,
  policy = outcomeRetry,
): Promise<void> => {
  const names = indexNames(prefix, toVersion(candidate));
  const aliases = writeAliases(prefix, candidate);
  try {
    for (const each of ['vehicles', 'references'] as const) {
      const {settings, mappings} = definitions[each];
      const request = {
        index: names[each],
        settings: {...settings, ...whileFilling} as estypes.IndicesIndexSettings,
        ...(mappings && {mappings}),
        aliases: {[aliases[each]]: {is_write_index: true}},
      };
      await retry(policy, async attempt => {
        try {
          await client.indices.create(request);
        } catch (error) {
          // At a repeated attempt this build took the name: build numbers are unique.
          if (attempt === 0 || !isTakenName(error)) throw error;
        }
      });
    }
  } catch (error) {
    throw isTakenName(error) ? error : await discardAfter({client, prefix}, candidate, error);
  }
};

/** Merging a full register takes long, and the response comes at its end. */
const mergeTimeout = 6 * 60 * 60 * 1000;

/**
 * Makes a filled candidate immutable: a write block, one segment, its `_meta`, and the settings and
 * replicas of its definition. Each step is idempotent, so it is retried while Elasticsearch is away.
 * Throws `CandidateLost` when an index is gone.
 */
export const seal = async (
  client: Client,
  names: IndexNames,
  meta: Readonly<Record<string, unknown>>,
  policy: RetryPolicy,
): Promise<void> => {
  const index = Object.values(names);
  const {signal} = policy;
  const merging = {requestTimeout: mergeTimeout, signal};
  const settings = {
    refresh_interval: null,
    number_of_replicas: definitions.vehicles.settings?.number_of_replicas ?? 0,
    'translog.durability': null,
    'translog.flush_threshold_size': null,
  } as unknown as estypes.IndicesIndexSettings;
  const {indices} = client;
  try {
    await retry(policy, () => indices.addBlock({index, block: 'write'}, {signal}));
    await retry(policy, () => indices.forcemerge({index, max_num_segments: 1}, merging));
    await retry(policy, () => indices.putMapping({index: names.vehicles, _meta: meta}, {signal}));
    await retry(policy, () => indices.putSettings({index, settings}, {signal}));
  } catch (error) {
    throw isMissing(error) ? new CandidateLost() : error;
  }
};
