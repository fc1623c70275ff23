import {toPlate} from '#core/domain/identifiers.ts';
import {VehicleDocument} from '#mappings/vehicle-document.ts';
import {type Batch, BatchBuilder} from '../bulk/batch.ts';
import {acceptRecord} from '../document/accept-record.ts';
import {collectReferences, type ReferenceSightings} from '../document/collect-references.ts';
import {foldVehicles} from '../document/fold-vehicles.ts';
import {toVehicleDocument} from '../document/to-vehicle-document.ts';
import type {RejectedRecord, SourceRecord} from '../records/source-record.ts';

/** What a worker makes of one piece of the extract. */
export type PreparedBatch = Batch & {
  /** Records read, the rejected ones among them. */
  readonly records: number;
  readonly rejects: readonly RejectedRecord[];
  /** Values that were there but could not be used, by the member they were meant for. */
  readonly setAside: ReadonlyMap<string, number>;
  /** Some vehicles that their plates must lead to once the batch is in the index. */
  readonly canaries: readonly Canary[];
};

/** A plate that was seen on a vehicle while the extract was read. */
export type Canary = {readonly id: string; readonly plate: string};

/** Enough that an extract of one batch has as many as the gate usually asks for. */
const mostCanaries = 50;

/** What outlasts one piece, and the memory its batch is written into. */
export type Preparing = {
  readonly sightings: ReferenceSightings;
  readonly latestYear: number;
  readonly memory: ArrayBuffer;
};

/**
 * accept → fold → document: the records of one piece as documents ready to be sent, one per
 * vehicle. Adds to `sightings` the reference entries they carry.
 */
export const prepareBatch = (
  records: Iterable<SourceRecord>,
  {sightings, latestYear, memory}: Preparing,
): PreparedBatch => {
  const batch = new BatchBuilder(memory);
  const rejects: RejectedRecord[] = [];
  const setAside = new Map<string, number>();
  const reading = {
    latestYear,
    setAside: (member: string) => setAside.set(member, (setAside.get(member) ?? 0) + 1),
  };
  let count = 0;
  const canaries: Canary[] = [];

  for (const record of records) {
    count += 1;
    if ('reason' in record) {
      rejects.push(record);
      continue;
    }
    const accepted = acceptRecord(record.tree);
    if ('reason' in accepted) {
      rejects.push({ordinal: record.ordinal, ...accepted});
      continue;
    }
    const document = toVehicleDocument(accepted.ident, record.ordinal, record.tree, reading);
    collectReferences(sightings, document);
    if (canaries.length < mostCanaries) canaries.push(...canariesOf(document));
    const known = batch.get(document.id);
    batch.set(document.id, known ? foldVehicles(VehicleDocument.parse(known), document) : document);
  }
  return {...batch.build(), records: count, rejects, setAside, canaries};
};

/** A plate that the register spells outside the alphabet is no way to a vehicle. */
const canariesOf = ({id, registrationNumber: plate}: VehicleDocument): readonly Canary[] =>
  plate !== undefined && toPlate(plate) === plate ? [{id, plate}] : [];
