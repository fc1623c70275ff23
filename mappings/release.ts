import {z} from 'zod';
import vehicles from './vehicles.json' with {type: 'json'};

/** The ways in which a generation goes live. */
export const ReleaseCause = z.enum(['Import', 'Promotion', 'Rollback']);

export type ReleaseCause = z.output<typeof ReleaseCause>;

/** Vehicles that changed, by the name of the kind of change (`core/domain/vehicle-changes.ts`). */
const CountsByKind = z.record(z.string(), z.int());

export type CountsByKind = z.output<typeof CountsByKind>;

const MakeChanges = z.object({id: z.string(), name: z.string(), changes: CountsByKind});

export type MakeChanges = z.output<typeof MakeChanges>;

/**
 * A flip: a generation that went live. It is the `_meta` of an index that holds a document for each vehicle that
 * differs from the generation before, and goes live in the same call.
 */
export const Release = z.object({
  /** One more with every flip. */
  serial: z.int(),
  /** The generation that went live, and the one that it replaced; null for a first one. */
  version: z.string(),
  previousVersion: z.string().nullable(),
  cause: ReleaseCause,
  releasedAt: z.iso.datetime({offset: true}),
  extractedAt: z.iso.datetime({offset: true}).nullable(),
  vehicleCount: z.int(),
  /** `digest` of the dataset. */
  digest: z.string(),
  /** Vehicles that differ; null where the two generations were not compared, as with a first one. */
  changedVehicles: z.int().nullable(),
  changes: CountsByKind,
  /** Whether its changes have plates (`CHANGES_PLATES`). */
  hasPlates: z.boolean(),
  /** The makes of which most vehicles came, went, or were registered or deregistered. */
  makes: z.array(MakeChanges),
});

export type Release = z.output<typeof Release>;

/** The aliases: of all releases, and of the newest, the live one. */
export const releaseAliases = (prefix: string) => ({
  all: `${prefix}changes`,
  live: `${prefix}release`,
});

/** @param token Random, since several may be prepared at once of which one goes live. */
export const changesIndex = (prefix: string, serial: number, token: string): string =>
  `${prefix}changes-${String(serial).padStart(8, '0')}-${token}`;

/** The serial of an index of changes; undefined for any other name. */
export const parseChangesIndex = (prefix: string, index: string): number | undefined => {
  if (!index.startsWith(prefix)) return undefined;
  const [, serial] = /^changes-(\d{8,})-[0-9a-f]{8}$/.exec(index.slice(prefix.length)) ?? [];
  return serial === undefined ? undefined : Number(serial);
};

/** A member of a vehicle before and after: null, or left out of a record, where it was absent. */
export const ChangedMember = z.object({
  /** As the `fields` parameter has it: `color`, `engine.odometerReadingKm`, or a whole record. */
  name: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});

export type ChangedMember = z.output<typeof ChangedMember>;

const Plates = z.object({registrationNumber: z.string().nullable(), plates: z.array(z.string())});

/**
 * A change as it is kept. The document that Elasticsearch indexes also has the members of a vehicle's document that
 * searches filter by: as it is afterwards, or was before where the vehicle is gone.
 */
export const StoredChange = z.object({
  serial: z.int(),
  vehicleId: z.string(),
  kinds: z.array(z.string()),
  change: z.object({
    /** The plates; absent where they are not kept (`CHANGES_PLATES`). */
    before: Plates.nullable().optional(),
    after: Plates.nullable().optional(),
    members: z.array(ChangedMember),
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
      plates: {type: 'keyword'},
      change: {type: 'object', enabled: false},
    },
  },
} as const;
