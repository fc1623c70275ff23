import type {Client, estypes} from '@elastic/elasticsearch';
import {type Generation, type IndexNames, indexNames, toVersion} from '#mappings/generation.ts';
import {type IndexDefinition, indexDefinition} from '../elasticsearch/create-index.ts';
import {CandidateLost} from '../elasticsearch/lost-data.ts';
import {isMissing, isTakenName} from '../elasticsearch/response-errors.ts';
import {outcomeRetry, type RetryPolicy, retry} from '../elasticsearch/retry.ts';
import {discardAfter} from './discard.ts';
import {writeAliases} from './write-alias.ts';

const vehiclesDefinition = indexDefinition('mappings/vehicles.json');
const referencesDefinition = indexDefinition('mappings/references.json');

/** For filling only: nobody reads a candidate, and one that is lost is built again. */
const whileFilling = {
  refresh_interval: '-1',
  number_of_replicas: 0,
  'translog.durability': 'async',
  'translog.flush_threshold_size': '1gb',
} as const;

type Index = {
  readonly index: string;
  readonly writeAlias: string;
  readonly definition: IndexDefinition;
};

/** A name that is taken once an answer was lost is taken by ourselves: build numbers do not repeat. */
const create = async (
  client: Client,
  {index, writeAlias, definition}: Index,
  policy: RetryPolicy,
) => {
  const {settings, mappings} = definition;
  let isAskedAgain = false;
  await retry(policy, async () => {
    try {
      await client.indices.create({
        index,
        settings: {...settings, ...whileFilling} as estypes.IndicesIndexSettings,
        ...(mappings && {mappings}),
        aliases: {[writeAlias]: {is_write_index: true}},
      });
    } catch (error) {
      if (!isAskedAgain || !isTakenName(error)) throw error;
    } finally {
      isAskedAgain = true;
    }
  });
};

/** Creates the two empty indices of a new generation, each with its build alias, or neither. */
export const createCandidate = async (
  client: Client,
  prefix: string,
  candidate: Generation,
  policy = outcomeRetry,
): Promise<void> => {
  const names = indexNames(prefix, toVersion(candidate));
  const aliases = writeAliases(prefix, candidate);
  const definitions = {vehicles: vehiclesDefinition, references: referencesDefinition};
  try {
    for (const each of ['vehicles', 'references'] as const) {
      const [index, writeAlias, definition] = [names[each], aliases[each], definitions[each]];
      await create(client, {index, writeAlias, definition}, policy);
    }
  } catch (error) {
    throw isTakenName(error) ? error : await discardAfter(error, client, prefix, candidate);
  }
};

/** Merging a full register takes long; the connection stays quiet meanwhile. */
const mergeTimeout = 6 * 60 * 60 * 1000;

/**
 * Makes a filled candidate ready to be read for good: no more writes, one segment, its facts in
 * `_meta`, and the settings and replicas its definition asks for. Each step can be done again, so an
 * engine that goes away in between is waited for. Throws `CandidateLost` when an index is gone.
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
    number_of_replicas: vehiclesDefinition.settings?.number_of_replicas ?? 0,
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
