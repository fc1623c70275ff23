import type {TransportRequestOptions} from '@elastic/elasticsearch';
import {z} from 'zod';
import type {Installation} from '../write/installation.ts';
import {createIfMissing, indexDefinition} from './create-index.ts';

/** The index of what outlives a build: the lock, the generations taken out of service, the extracts refused. */
export const stateIndex = (prefix: string): string => `${prefix}indexer-state`;

const definition = indexDefinition('indexer/generations/indexer-state.json');

/**
 * The alias that the lock is written through. Where Elasticsearch creates indices by itself, a heartbeat
 * after the index was deleted would otherwise create it anew, with guessed types.
 */
export const lockAlias = (prefix: string): string => `${stateIndex(prefix)}-lock`;

/** Creates the index unless it exists. An earlier release may have created it, without the alias. */
export const createStateIndex = async (
  {client, prefix}: Installation,
  options?: TransportRequestOptions,
): Promise<void> => {
  const [index, name] = [stateIndex(prefix), lockAlias(prefix)];
  await createIfMissing(client, index, definition, options);
  await client.indices.putAlias({index, name}, options);
};

/** An earlier release may have created the index, with fewer fields. */
export const updateStateIndex = async ({client, prefix}: Installation): Promise<void> => {
  await client.indices.putMapping({index: stateIndex(prefix), ...definition.mappings});
};

/** More than weekly documents of many years. */
const maxDocuments = 1000;

/** All documents of a kind, newest first. Each of these kinds has `at`. */
export const stateHits = async (
  {client, prefix}: Installation,
  kind: 'refused' | 'refused-extract',
) => {
  const {hits} = await client.search({
    index: stateIndex(prefix),
    ignore_unavailable: true,
    size: maxDocuments,
    query: {term: {kind}},
    sort: [{at: {order: 'desc', unmapped_type: 'date'}}],
  });
  return hits.hits;
};

const instant = z.iso.datetime({offset: true});

/** The build that has the lock. */
export const Holder = z.strictObject({
  /** Random for each build: marks the writes of this holder. */
  token: z.string(),
  command: z.string(),
  host: z.string(),
  pid: z.int(),
  /** Tells the process from others that have had its number; null without `/proc`. */
  process: z
    .strictObject({bootId: z.string(), pidNamespace: z.string(), startTime: z.string()})
    .nullable(),
  since: instant,
  heartbeatAt: instant,
  /** The version that it fills, set before its indices exist. */
  candidate: z.string().nullable(),
});

export type Holder = z.output<typeof Holder>;

/** The document `lock`. */
export const LockDocument = z.strictObject({
  kind: z.literal('lock'),
  /** The highest build number so far: that of the holder, if there is one. */
  lastBuild: z.int(),
  holder: Holder.nullable(),
  /** Candidates of dead builders that have not been removed yet. */
  abandoned: z.array(z.string()),
});

export type LockDocument = z.output<typeof LockDocument>;

/** A document `refused-<version>`: a generation that was rolled back and must not go live again unasked. */
export const WithdrawnGeneration = z.strictObject({
  kind: z.literal('refused'),
  version: z.string(),
  /** Null when the build read only a part of its extract. */
  contentSha256: z.string().nullable(),
  reason: z.string(),
  at: instant,
});

export type WithdrawnGeneration = z.output<typeof WithdrawnGeneration>;

/**
 * A document `refused-extract-<contentSha256>`: an extract that was read to its end and refused. It is
 * refused again unread while `judgedBy` is what it would be judged by.
 */
export const RefusedExtract = z.strictObject({
  kind: z.literal('refused-extract'),
  contentSha256: z.string(),
  at: instant,
  refusal: z.strictObject({
    /** As in the build log. */
    reason: z.string(),
    /** For the operator. */
    message: z.string(),
    /** As in `BuildMeta`. */
    fileBytes: z.int().nullable(),
    fingerprint: z.strictObject({bytes: z.int(), crc32: z.int()}).nullable(),
    judgedBy: z.record(z.string(), z.unknown()),
  }),
});

export type RefusedExtract = z.output<typeof RefusedExtract>;
