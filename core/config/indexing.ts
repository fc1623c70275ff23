import {z} from 'zod';
import {extractAddress, quantity, webAddress} from './variables.ts';

const described = (description: string) => ({description});
const secret = (description: string) => ({description, secret: true});

const whole = {whole: true} as const;

/** What the indexer alone reads: where extracts come from, what may go live, what is kept. */
export const indexingVariables = {
  EXTRACT_URL: extractAddress
    .optional()
    .meta(
      secret(
        'Where extracts are published: ftp://[user:password@]host/folder/, ftps://…, or the http(s):// address of the file.',
      ),
    ),
  INDEXER_DIRECTORY: z
    .string()
    .prefault('.local/indexer')
    .meta(described('Folder for fetched extracts and for lists of rejected records.')),
  FETCH_STALL_SECONDS: quantity(1, 3600, whole)
    .prefault('60')
    .meta(described('A download that receives nothing for this long reconnects and resumes.')),
  EXTRACT_MAX_BYTES: quantity(1, 2 ** 50, whole)
    .prefault(String(2 ** 40))
    .meta(described('An extract that unpacks to more bytes is refused.')),
  GATE_MAX_REJECTS_PERCENT: quantity(0, 100)
    .prefault('0.1')
    .meta(described('Most records of an extract that may be rejected, in percent.')),
  GATE_MIN_VEHICLES_PERCENT: quantity(0, 100)
    .prefault('98')
    .meta(described('Fewest vehicles an extract may have, in percent of those that are live.')),
  GATE_MIN_FIRST_VEHICLES: quantity(1, 1e9, whole)
    .prefault('1')
    .meta(described('Fewest vehicles of an extract while none is live.')),
  GATE_MAX_KIND_SHIFT_POINTS: quantity(0, 100)
    .prefault('2')
    .meta(
      described('Furthest that a kind’s share of the vehicles may move, in percentage points.'),
    ),
  GATE_VANISHED_KIND_VEHICLES: quantity(1, 1e9, whole)
    .prefault('10')
    .meta(described('A kind with so many live vehicles must not vanish.')),
  GATE_CANARIES: quantity(0, 10_000, whole)
    .prefault('50')
    .meta(described('Plates of an extract that are looked up before it goes live.')),
  GENERATIONS_KEPT: quantity(1, 100, whole)
    .prefault('2')
    .meta(described('Generations that stay after an import, the live one among them.')),
  BUILD_LOCK_SECONDS: quantity(5, 3600, whole)
    .prefault('60')
    .meta(described('A builder that sends no heartbeat for this long counts as dead.')),
  BUILD_PATIENCE_SECONDS: quantity(1, 86_400, whole)
    .prefault('300')
    .meta(
      described('How long a build waits for an Elasticsearch that is away or takes no documents.'),
    ),
  BUILD_RECORD_DAYS: quantity(31, 36_500, whole)
    .prefault('400')
    .meta(described('How long the record of a build is kept in index-builds.')),
  KIBANA_URL: webAddress
    .prefault('http://127.0.0.1:5601')
    .meta(described('Where the dashboard is put; Kibana is signed in to as Elasticsearch is.')),
};

const IndexingEnvironment = z.object(indexingVariables);
type IndexingEnvironment = z.output<typeof IndexingEnvironment>;

export const toIndexing = (env: IndexingEnvironment) =>
  Object.freeze({
    extractUrl: env.EXTRACT_URL,
    directory: env.INDEXER_DIRECTORY,
    stallMs: env.FETCH_STALL_SECONDS * 1000,
    maxBytes: env.EXTRACT_MAX_BYTES,
    gate: Object.freeze({
      maxRejectsPercent: env.GATE_MAX_REJECTS_PERCENT,
      minVehiclesPercent: env.GATE_MIN_VEHICLES_PERCENT,
      minFirstVehicles: env.GATE_MIN_FIRST_VEHICLES,
      maxKindShiftPoints: env.GATE_MAX_KIND_SHIFT_POINTS,
      vanishedKindVehicles: env.GATE_VANISHED_KIND_VEHICLES,
      canaries: env.GATE_CANARIES,
    }),
    generationsKept: env.GENERATIONS_KEPT,
    lockMs: env.BUILD_LOCK_SECONDS * 1000,
    patienceMs: env.BUILD_PATIENCE_SECONDS * 1000,
    recordDays: env.BUILD_RECORD_DAYS,
    kibanaUrl: env.KIBANA_URL,
  });

export type IndexingConfig = ReturnType<typeof toIndexing>;
