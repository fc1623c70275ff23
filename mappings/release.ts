import {z} from 'zod';
import {Dataset} from './generation.ts';
import vehicles from './vehicles.json' with {type: 'json'};

/** The ways in which a generation goes live. */
export const ReleaseCause = z.enum(['Import', 'Promotion', 'Rollback']);

export type ReleaseCause = z.output<typeof ReleaseCause>;

/** Vehicles that changed, by the name of the kind of change (`core/domain/vehicle-changes.ts`). */
const CountsByKind = z.record(z.string(), z.int());

export type CountsByKind = z.output<typeof CountsByKind>;

const MakeChanges = z.object({
  id: z.string().describe('Identifier of the make.'),
  name: z.string().describe('Name of the make.'),
  changes: CountsByKind.describe('Vehicles of the make by kind of change.'),
});

export type MakeChanges = z.output<typeof MakeChanges>;

/**
 * A flip: a generation that went live. It is the `_meta` of an index that holds a document for each vehicle that
 * differs from the previous generation, and goes live in the same call. The API shows the descriptions.
 */
export const Release = z.object({
  /** Increases by one with every flip. */
  serial: z.int().describe('Serial of the release.'),
  version: Dataset.shape.version,
  previousVersion: z.string().nullable().describe('Version that it replaced; null for the first.'),
  cause: ReleaseCause.describe(
    'Import of an extract, Promotion of a version that was kept or held, or Rollback.',
  ),
  releasedAt: z.iso
    .datetime({offset: true})
    .describe('When the release was ready, which goes live as soon as its replicas are copied.'),
  extractedAt: Dataset.shape.extractedAt,
  vehicleCount: Dataset.shape.vehicleCount,
  digest: Dataset.shape.digest,
  changedVehicles: z
    .int()
    .nullable()
    .describe('Number of vehicles that changed; null if unknown, as for the first release.'),
  changes: CountsByKind.describe('Vehicles by kind of change. A vehicle can have several kinds.'),
  /** Whether its changes have plates (`CHANGES_PLATES`). */
  hasPlates: z.boolean(),
  makes: z
    .array(MakeChanges)
    .describe('The ten makes with the most vehicles added, removed, registered or deregistered.'),
});

export type Release = z.output<typeof Release>;

/** The aliases of all releases, and of the newest, which is live. */
export const releaseAliases = (prefix: string) => ({
  all: `${prefix}changes`,
  live: `${prefix}release`,
});

/** @param token Random, since several releases may be prepared at once, one of which goes live. */
export const changesIndex = (prefix: string, serial: number, token: string): string =>
  `${prefix}changes-${String(serial).padStart(8, '0')}-${token}`;

/** The serial of an index of changes; undefined for any other name. */
export const parseChangesIndex = (prefix: string, index: string): number | undefined => {
  if (!index.startsWith(prefix)) return undefined;
  const [, serial] = /^changes-(\d{8,})-[0-9a-f]{8}$/.exec(index.slice(prefix.length)) ?? [];
  return serial === undefined ? undefined : Number(serial);
};

/** A member of a vehicle before and after. */
export const ChangedMember = z.object({
  name: z
    .string()
    .describe(
      'Name of the member, as in `fields`: `color`, `engine.odometerReadingKm`, or a whole record, such as `inspection`, if the vehicle had none before or has none afterwards.',
    ),
  before: z.unknown().describe('Value before; null if there was none.'),
  after: z.unknown().describe('Value afterwards; null if there is none.'),
});

export type ChangedMember = z.output<typeof ChangedMember>;

const Plates = z.object({
  registrationNumber: z.string().nullable().describe('Registration number (plate).'),
  plates: z.array(z.string()).describe('All plates of the vehicle.'),
});

/** Absent if `CHANGES_PLATES` is off. */
const platesAt = (when: string) =>
  Plates.nullable()
    .optional()
    .describe(
      `Plates of the vehicle ${when}; null if it was not in the dataset. Absent if the service keeps changes without plates.`,
    );

/**
 * A change in its stored form. The document that Elasticsearch indexes also has the members of a vehicle's document
 * that searches filter by: as they are afterwards, or, if the vehicle is gone, as they were before.
 */
export const StoredChange = z.object({
  serial: Release.shape.serial,
  vehicleId: z.string().describe('Internal id of the vehicle, int64.'),
  kinds: z.array(z.string()),
  change: z.object({
    before: platesAt('before'),
    after: platesAt('afterwards'),
    members: z
      .array(ChangedMember)
      .describe(
        'The members that differ: for an added vehicle, all that it has; for a removed one, all that it had. In a whole record, members without a value are left out.',
      ),
  }),
});

export type StoredChange = z.output<typeof StoredChange>;

const {
  vehicleBytes: _,
  foldedReferences: __,
  digest: ___,
  ...searched
} = vehicles.mappings.properties;

/** Settings and mapping of an index of changes. */
export const changesDefinition = {
  settings: {number_of_shards: 1, 'sort.field': ['serial', 'vehicle.id']},
  mappings: {
    dynamic: 'strict',
    _source: {includes: Object.keys(StoredChange.shape)},
    properties: {
      ...searched,
      serial: {type: 'long'},
      vehicleId: {type: 'keyword', index: false, doc_values: false},
      kinds: {type: 'keyword'},
      plates: searched.vehicle.properties.plates,
      change: {type: 'object', enabled: false},
    },
  },
} as const;
