import type {TransportRequestOptions} from '@elastic/elasticsearch';
import {z} from 'zod';
import {createIfMissing, indexDefinition} from '../elasticsearch/create-index.ts';
import type {Installation} from '../elasticsearch/installation.ts';

/** The index of what outlives a build: the lock, and the generations taken out of service. */
export const stateIndex = (prefix: string): string => `${prefix}indexer-state`;

const definition = indexDefinition('indexer/state/indexer-state.json');

/** Creates the index unless it exists. */
export const createStateIndex = (
  {client, prefix}: Installation,
  options?: TransportRequestOptions,
): Promise<void> => createIfMissing(client, stateIndex(prefix), definition, options);

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
