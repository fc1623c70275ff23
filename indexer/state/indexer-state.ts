import {z} from 'zod';

/** Where the indexer keeps what outlives a build: the lock, and what was taken out of service. */
export const stateIndex = (prefix: string): string => `${prefix}indexer-state`;

const instant = z.iso.datetime({offset: true});

/** Whoever builds now. */
export const Holder = z.strictObject({
  /** Drawn anew each time: by it a holder knows its own writes again. */
  token: z.string(),
  command: z.string(),
  host: z.string(),
  pid: z.int(),
  /** Which process the number means: of this start, in this namespace, on this boot of a machine. */
  process: z
    .strictObject({bootId: z.string(), pidNamespace: z.string(), startTime: z.string()})
    .nullable(),
  since: instant,
  heartbeatAt: instant,
  /** The version that it fills, from before its indices exist. */
  candidate: z.string().nullable(),
});

export type Holder = z.output<typeof Holder>;

/** The document `lock`. */
export const LockDocument = z.strictObject({
  kind: z.literal('lock'),
  /** The number given last; of a holder, its own. */
  lastBuild: z.int(),
  holder: Holder.nullable(),
  /** Versions whose builders died, until they are removed. */
  abandoned: z.array(z.string()),
});

export type LockDocument = z.output<typeof LockDocument>;

/** A document `refused-<version>`: a generation that was rolled back and must not go live again unasked. */
export const WithdrawnGeneration = z.strictObject({
  kind: z.literal('refused'),
  version: z.string(),
  /** Null of a build that read only a part of its extract. */
  contentSha256: z.string().nullable(),
  reason: z.string(),
  at: instant,
});

export type WithdrawnGeneration = z.output<typeof WithdrawnGeneration>;
