import {z} from 'zod';

/** How a build ended. One that has no outcome runs still, or was killed. */
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
 * One thing that happened to a build or to the generations, as it lies in `index-builds.json`. What
 * is not known of it, or does not apply, is absent. Nothing in it tells of a vehicle or a person but
 * for the reason that the operator gave for `forced`.
 */
export const BuildEvent = z.strictObject({
  '@timestamp': instant,
  /** The number the lock gave; absent of what a person did without building. */
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
    'rolled-back',
    'pruned',
  ]),
  /** On the last event of a build alone, so that builds can be counted by it. */
  outcome: Outcome.optional(),
  /** The version the event is about: of `promoted` and `rolled-back` the one that is served from then on. */
  generation: z.string().optional(),
  /** The version that was served before. */
  previous: z.string().optional(),
  phase: z.string().optional(),
  /** Of the phase, or of the whole build where it ended. */
  durationSeconds: z.number().optional(),
  records: z.int().optional(),
  vehicles: z.int().optional(),
  repeats: z.int().optional(),
  rejects: z.int().optional(),
  bytesRead: z.int().optional(),
  totalBytes: z.int().optional(),
  /** Since the event of progress before; of the whole build where it ended. */
  vehiclesPerSecond: z.number().optional(),
  /** A short name: of the check that refused, of the error, or why records were rejected. */
  reason: z.string().optional(),
  /** Of `rejects`: how many records were rejected for the reason so far. */
  count: z.int().optional(),
  /** For people. */
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

/** The index that events of this month (UTC) lie in: `index-builds-2026.11`. */
export const recordIndex = (prefix: string, at: Date): string =>
  `${recordPattern(prefix).slice(0, -1)}${at.toISOString().slice(0, 7).replace('-', '.')}`;

/** Every index of the record, for searches. */
export const recordPattern = (prefix: string): string => `${prefix}index-builds-*`;

/** The month of an index of the record, `2026-11`; undefined for every other name. */
export const parseRecordIndex = (prefix: string, index: string): string | undefined => {
  if (!index.startsWith(prefix)) return undefined;
  const match = /^index-builds-(\d{4})\.(0[1-9]|1[0-2])$/.exec(index.slice(prefix.length));
  return match ? `${match[1]}-${match[2]}` : undefined;
};
