import {toPlate} from '#core/domain/identifiers.ts';
import type {Completeness} from '#mappings/generation.ts';
import {VehicleDocument} from '#mappings/vehicle-document.ts';
import {type Batch, BatchBuilder} from '../bulk/batch.ts';
import {completenessCounter} from '../document/completeness.ts';
import {foldVehicles} from '../document/fold-vehicles.ts';
import {collectReferences, type ReferenceSightings} from '../document/references.ts';
import {acceptRecord, toVehicleDocument} from '../document/to-vehicle-document.ts';
import type {RejectedRecord, SourceRecord} from '../records/source-record.ts';
import {type ElementCounts, unknownElementCounter} from '../records/unknown-elements.ts';

/** The documents of one work item, ready to be sent, and what else was seen in its records. */
export type PreparedBatch = Batch & {
  /** Records read, the rejected ones among them. */
  readonly records: number;
  readonly rejects: readonly RejectedRecord[];
  /** Values that are there but cannot be used, counted by the member they were meant for. */
  readonly setAside: ReadonlyMap<string, number>;
  readonly unknownElements: ElementCounts;
  /** How often the important members of its documents have a value. */
  readonly completeness: Completeness;
  /** Some vehicles that a search for their plates must find once the batch is in the index. */
  readonly canaries: readonly Canary[];
};

/** A plate that was seen on a vehicle while the extract was read. */
export type Canary = {readonly id: string; readonly plate: string};

/** Enough that an extract of one batch has as many as the gate usually asks for. */
const mostCanaries = 50;

/** The batch is written into `memory`; the rest is shared by all items of a worker. */
type Preparation = {
  readonly sightings: ReferenceSightings;
  readonly latestYear: number;
  readonly memory: ArrayBufferLike;
};

/**
 * Accepts records, makes a document of each, and folds those of one vehicle into one. Adds the
 * reference entries that they carry to `sightings`.
 */
export const prepareBatch = (
  records: Iterable<SourceRecord>,
  {sightings, latestYear, memory}: Preparation,
): PreparedBatch => {
  const batch = new BatchBuilder(memory);
  const rejects: RejectedRecord[] = [];
  const setAside = new Map<string, number>();
  const unknownElements = unknownElementCounter();
  const completeness = completenessCounter();
  const canaries: Canary[] = [];
  let count = 0;
  const context = {
    latestYear,
    setAside: (member: string) => setAside.set(member, (setAside.get(member) ?? 0) + 1),
  };

  for (const record of records) {
    count += 1;
    if ('reason' in record) {
      rejects.push(record);
      continue;
    }
    unknownElements.add(record.tree);
    const accepted = acceptRecord(record.tree);
    if ('reason' in accepted) {
      rejects.push({ordinal: record.ordinal, ...accepted});
      continue;
    }
    const document = toVehicleDocument(accepted.ident, record.ordinal, record.tree, context);
    collectReferences(sightings, document);
    completeness.add(document);
    if (canaries.length < mostCanaries) canaries.push(...canariesOf(document));
    const {id} = document.vehicle;
    const known = batch.get(id);
    batch.set(id, known ? foldVehicles(VehicleDocument.parse(known), document) : document);
  }
  return {
    ...batch.build(),
    records: count,
    rejects,
    setAside,
    unknownElements: unknownElements.taken(),
    completeness: completeness.taken(),
    canaries,
  };
};

/** A plate outside the alphabet cannot be searched for. */
const canariesOf = ({vehicle}: VehicleDocument): readonly Canary[] => {
  const {id, registrationNumber: plate} = vehicle;
  return plate !== null && toPlate(plate) === plate ? [{id, plate}] : [];
};
