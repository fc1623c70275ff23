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

type Mapping =
  | {readonly type: 'boolean' | 'date' | 'double' | 'long'}
  | {readonly type: 'keyword'; readonly ignore_above?: number};

/** The Elasticsearch mapping of members other than plain keywords. */
const mappings = z.registry<Mapping>();
const date = z.iso.datetime({offset: true}).register(mappings, {type: 'date'});
const text = z.string().register(mappings, {type: 'keyword', ignore_above: 1024});
const sentence = z.string().register(mappings, {type: 'keyword', ignore_above: 8191});
const long = z.int().register(mappings, {type: 'long'});
const double = z.number().register(mappings, {type: 'double'});
const boolean = z.boolean().register(mappings, {type: 'boolean'});

/**
 * One event in the build log, as stored in an index of its months. Members that are unknown or do not
 * apply are absent. No member holds data of a vehicle or a person, except the reason that
 * an operator wrote in `forced`.
 */
export const BuildEvent = z.strictObject({
  '@timestamp': date,
  /** The build number from the lock; absent for a command that builds nothing. */
  build: long.optional(),
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
    'exported',
    'export-failed',
  ]),
  /** Only on the last event of a build, so that counting it counts builds. */
  outcome: Outcome.optional(),
  /** The version that the event is about; for `promoted` and `rolled-back`, the one that is live afterwards. */
  generation: z.string().optional(),
  /** Whether the generation is built by difference from the live one, or in full; `because` is the reason for that. */
  way: z.enum(['difference', 'full']).optional(),
  because: text.optional(),
  /** Numbers of vehicles that the build kept from the live generation, wrote, and deleted. */
  unchanged: long.optional(),
  written: long.optional(),
  deleted: long.optional(),
  /** The version that was live before. */
  previous: z.string().optional(),
  phase: z.string().optional(),
  /** The duration of the phase; on the last event, of the whole build. */
  durationSeconds: double.optional(),
  records: long.optional(),
  vehicles: long.optional(),
  repeats: long.optional(),
  rejects: long.optional(),
  bytesRead: long.optional(),
  totalBytes: long.optional(),
  /** The rate since the previous `progress` event; on the last event, of the whole build. */
  vehiclesPerSecond: double.optional(),
  /** Short name of the failed check, the error or the reason of the rejects; path of the unknown element. */
  reason: text.optional(),
  /** On `rejects`: records rejected for `reason` so far; on `unknown-element`: records with the element. */
  count: long.optional(),
  /** A sentence for operators. */
  sentence: sentence.optional(),
  check: z.string().optional(),
  passed: boolean.optional(),
  found: text.optional(),
  limit: text.optional(),
  extractedAt: date.optional(),
  importedAt: date.optional(),
  contentId: z.string().optional(),
  fileName: text.optional(),
  forced: sentence.optional(),
  host: text.optional(),
});

export type BuildEvent = z.output<typeof BuildEvent>;

const mappingOf = (member: z.core.$ZodType): Mapping =>
  mappings.get(member instanceof z.ZodOptional ? member.unwrap() : member) ?? {type: 'keyword'};

/** Settings and mapping of its indices. */
export const buildLogDefinition = {
  settings: {number_of_shards: 1, auto_expand_replicas: '0-1'},
  mappings: {
    dynamic: 'strict',
    properties: Object.fromEntries(
      Object.entries(BuildEvent.shape).map(([name, member]) => [name, mappingOf(member)]),
    ),
  },
} as const;

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
