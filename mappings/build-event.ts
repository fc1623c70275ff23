import {z} from 'zod';

/** How a build ended. A build without an outcome is running or was killed. */
export const Outcome = z.enum([
  'promoted',
  'held',
  'already-current',
  'refused',
  'failed',
  'interrupted',
]);

export type Outcome = z.output<typeof Outcome>;

const instant = z.iso.datetime({offset: true});

/**
 * One event in the build log, as stored in an index of `index-builds.json`. Members that are unknown
 * or do not apply are absent. No member holds data of a vehicle or a person, except the reason that
 * an operator wrote in `forced`.
 */
export const BuildEvent = z.strictObject({
  '@timestamp': instant,
  /** The build number from the lock; absent for a command that builds nothing. */
  build: z.int().optional(),
  /** The command of the indexer. */
  command: z.string().optional(),
  event: z.enum([
    ...Outcome.options,
    'started',
    'phase-ended',
    'progress',
    'check',
    'verified',
    'rejects',
    'unknown-element',
    'fetch-failed',
    'rolled-back',
    'pruned',
  ]),
  /** Only on the last event of a build, so that counting it counts builds. */
  outcome: Outcome.optional(),
  /** The version the event is about; for `promoted` and `rolled-back` the one that is live afterwards. */
  generation: z.string().optional(),
  /** The version that was live before. */
  previous: z.string().optional(),
  phase: z.string().optional(),
  /** Of the phase; on the last event of the whole build. */
  durationSeconds: z.number().optional(),
  records: z.int().optional(),
  vehicles: z.int().optional(),
  repeats: z.int().optional(),
  rejects: z.int().optional(),
  bytesRead: z.int().optional(),
  totalBytes: z.int().optional(),
  /** Since the previous `progress` event; on the last event of the whole build. */
  vehiclesPerSecond: z.number().optional(),
  /** Short name of the failed check, the error or the reason of the rejects; path of the unknown element. */
  reason: z.string().optional(),
  /** On `rejects`: records rejected for `reason` so far; on `unknown-element`: records that have it. */
  count: z.int().optional(),
  /** A sentence for operators. */
  sentence: z.string().optional(),
  check: z.string().optional(),
  passed: z.boolean().optional(),
  found: z.string().optional(),
  limit: z.string().optional(),
  extractedAt: instant.optional(),
  importedAt: instant.optional(),
  contentSha256: z.string().optional(),
  fileName: z.string().optional(),
  forced: z.string().optional(),
  host: z.string().optional(),
});

export type BuildEvent = z.output<typeof BuildEvent>;

/** The build log's index for the month (UTC) of `at`: `index-builds-2026.11`. */
export const buildLogIndex = (prefix: string, at: Date): string =>
  `${buildLogPattern(prefix).slice(0, -1)}${at.toISOString().slice(0, 7).replace('-', '.')}`;

/** All indices of the build log, for searches. */
export const buildLogPattern = (prefix: string): string => `${prefix}index-builds-*`;

/** The month of an index of the build log, `2026-11`; undefined for any other name. */
export const parseBuildLogIndex = (prefix: string, index: string): string | undefined => {
  if (!index.startsWith(prefix)) return undefined;
  const match = /^index-builds-(\d{4})\.(0[1-9]|1[0-2])$/.exec(index.slice(prefix.length));
  return match ? `${match[1]}-${match[2]}` : undefined;
};
