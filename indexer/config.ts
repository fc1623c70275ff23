import {z} from 'zod';
import {readVariables, type Variables} from '#core/config/config.ts';
import {
  elasticsearchRules,
  elasticsearchVariables,
  exportVariables,
  toElasticsearch,
} from '#core/config/engines.ts';
import {toTracing, tracingVariables} from '#core/config/tracing.ts';
import {extractAddress, oneOf, percentage, secret, wholeNumber} from '#core/config/variables.ts';

/** The variables of the indexer alone. */
export const indexerVariables = {
  EXTRACT_URL: extractAddress
    .optional()
    .meta(
      secret(
        'Location of the extracts: ftp://[user:password@]host/folder/, ftps://…, or the http(s):// URL of the file.',
      ),
    ),
  INDEXER_DIRECTORY: z
    .string()
    .prefault('.local/indexer')
    .describe('Folder for fetched extracts and for lists of rejected records.'),
  INDEXER_NICE: wholeNumber(0, 19)
    .prefault('10')
    .describe(
      'Niceness of an import, as in nice(1): with 0 it competes with other processes as an equal, with 19 it takes what they leave. A command that was started with a higher niceness keeps it.',
    ),
  FETCH_STALL_SECONDS: wholeNumber(1, 3600)
    .prefault('60')
    .describe('A download that receives nothing for this long reconnects and resumes.'),
  FETCH_MIN_BYTES_PER_SECOND: wholeNumber(0, 1e9)
    .prefault('10000')
    .describe(
      'A download that receives less than this, on average over FETCH_STALL_SECONDS, reconnects and resumes. After five times in a row, the fetch ends.',
    ),
  FETCH_DEADLINE_SECONDS: wholeNumber(1, 604_800)
    .prefault('43200')
    .describe('A fetch that takes longer than this ends. The next one resumes its download.'),
  EXTRACT_MAX_BYTES: wholeNumber(1, 2 ** 50)
    .prefault(String(2 ** 40))
    .describe('Largest extract that is accepted, in bytes, both as a file and unpacked.'),
  GATE_MAX_REJECTS_PERCENT: percentage
    .prefault('0.1')
    .describe('Largest share of rejected records in an extract, in percent.'),
  GATE_MIN_VEHICLES_PERCENT: percentage
    .prefault('98')
    .describe('Smallest number of vehicles in an extract, in percent of the live vehicles.'),
  GATE_MIN_FIRST_VEHICLES: wholeNumber(1, 1e9)
    .prefault('1')
    .describe('Smallest number of vehicles in an extract while none is live.'),
  GATE_MAX_KIND_SHIFT_POINTS: percentage
    .prefault('2')
    .describe('Largest change in a kind’s share of all vehicles, in percentage points.'),
  GATE_VANISHED_KIND_VEHICLES: wholeNumber(1, 1e9)
    .prefault('10')
    .describe('A kind with at least this many live vehicles must not vanish.'),
  GATE_MIN_COMPLETENESS_PERCENT: percentage
    .prefault('95')
    .describe(
      'Smallest share of a kind’s records that have a value, in percent of the live share, for each important member.',
    ),
  GATE_MAX_CHANGES_FACTOR: wholeNumber(1, 1_000_000)
    .prefault('3')
    .describe(
      'Largest number of changes of each kind, in multiples of those in the busiest of the last eight imports.',
    ),
  GATE_CANARIES: wholeNumber(0, 10_000)
    .prefault('50')
    .describe('Number of plates that are looked up before an extract goes live.'),
  INDEX_SHARDS: wholeNumber(1, 64)
    .prefault('1')
    .describe('Number of primary shards of the vehicles of a new generation.'),
  INDEX_REPLICAS: wholeNumber(0, 9)
    .prefault('0')
    .describe(
      'Number of replicas of each shard of a new generation. It goes live once all of them are allocated, which takes one node more.',
    ),
  GENERATIONS_KEPT: wholeNumber(1, 100)
    .prefault('2')
    .describe('Number of generations kept after an import, including the live one.'),
  CHANGES_DAYS: wholeNumber(1, 36_500)
    .prefault('400')
    .describe('How many days the changes of vehicles are kept after they went live.'),
  CHANGES_PLATES: oneOf('on', 'off')
    .prefault('on')
    .describe(
      'Whether changes contain the plates before and after. With off, changes recorded from then on cannot be found by plate. Exports contain plates nonetheless.',
    ),
  BUILD_LOCK_SECONDS: wholeNumber(5, 3600)
    .prefault('60')
    .describe('A build without a heartbeat for this long is considered dead.'),
  BUILD_PATIENCE_SECONDS: wholeNumber(1, 86_400)
    .prefault('300')
    .describe(
      'How long a build retries while Elasticsearch is unavailable or overloaded, and how long it waits for replicas while none is copied.',
    ),
  BUILD_RECORD_DAYS: wholeNumber(31, 36_500)
    .prefault('400')
    .describe('How many days the events of a build are kept in index-builds.'),
};

const Environment = z
  .object({...indexerVariables, ...exportVariables, ...elasticsearchVariables, ...tracingVariables})
  .check(...elasticsearchRules);

const toIndexing = (env: z.output<typeof Environment>) => ({
  extractUrl: env.EXTRACT_URL,
  directory: env.INDEXER_DIRECTORY,
  nice: env.INDEXER_NICE,
  fetchLimits: {
    stallMs: env.FETCH_STALL_SECONDS * 1000,
    minBytesPerSecond: env.FETCH_MIN_BYTES_PER_SECOND,
    deadlineMs: env.FETCH_DEADLINE_SECONDS * 1000,
  },
  maxBytes: env.EXTRACT_MAX_BYTES,
  gate: {
    maxRejectsPercent: env.GATE_MAX_REJECTS_PERCENT,
    minVehiclesPercent: env.GATE_MIN_VEHICLES_PERCENT,
    minFirstVehicles: env.GATE_MIN_FIRST_VEHICLES,
    maxKindShiftPoints: env.GATE_MAX_KIND_SHIFT_POINTS,
    vanishedKindVehicles: env.GATE_VANISHED_KIND_VEHICLES,
    minCompletenessPercent: env.GATE_MIN_COMPLETENESS_PERCENT,
    maxChangesFactor: env.GATE_MAX_CHANGES_FACTOR,
    canaries: env.GATE_CANARIES,
  },
  shards: env.INDEX_SHARDS,
  replicas: env.INDEX_REPLICAS,
  generationsKept: env.GENERATIONS_KEPT,
  changes: {
    replicas: env.INDEX_REPLICAS,
    days: env.CHANGES_DAYS,
    plates: env.CHANGES_PLATES === 'on',
  },
  exportsDirectory: env.EXPORTS_DIRECTORY,
  lockMs: env.BUILD_LOCK_SECONDS * 1000,
  patienceMs: env.BUILD_PATIENCE_SECONDS * 1000,
  recordDays: env.BUILD_RECORD_DAYS,
});

export type IndexingConfig = ReturnType<typeof toIndexing>;

/** Reads the configuration of the indexer. Throws a `ConfigurationError`. */
export const readConfig = (variables: Variables = process.env) => {
  const env = readVariables(Environment, variables);
  return {
    elasticsearch: toElasticsearch(env),
    indexPrefix: env.INDEX_PREFIX,
    indexing: toIndexing(env),
    tracing: toTracing(env),
  };
};

export type Config = ReturnType<typeof readConfig>;
