import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {type Batch, toBatch} from '../bulk/batch.ts';
import type {SourceRecord} from '../source/source-record.ts';
import {acceptRecord} from '../stages/accept-record.ts';
import {collectReferences, type ReferenceSightings} from '../stages/collect-references.ts';
import {foldVehicles} from '../stages/fold-vehicles.ts';
import {toVehicleDocument} from '../stages/to-vehicle-document.ts';

/** A record that is not served, and why. `ordinal` says where in the extract it lies. */
export type Reject = {readonly ordinal: number; readonly reason: string; readonly detail?: string};

/** What a worker makes of one block of the extract. */
export type PreparedBatch = Batch & {
  /** Records read, the rejected ones among them. */
  readonly records: number;
  readonly rejects: readonly Reject[];
  /** Values that were there but could not be used, by the member they were meant for. */
  readonly setAside: ReadonlyMap<string, number>;
};

/**
 * parse → accept → fold → document: records of one block as documents ready to be sent, one per
 * vehicle. Adds to `sightings` what reference entries they carry.
 */
export const prepareBatch = (
  records: Iterable<SourceRecord>,
  sightings: ReferenceSightings,
  latestYear: number,
): PreparedBatch => {
  const vehicles = new Map<string, VehicleDocument>();
  const rejects: Reject[] = [];
  const setAside = new Map<string, number>();
  const reading = {
    latestYear,
    setAside: (member: string) => setAside.set(member, (setAside.get(member) ?? 0) + 1),
  };
  let count = 0;

  for (const record of records) {
    count += 1;
    if ('reject' in record) {
      rejects.push({ordinal: record.ordinal, reason: record.reject, detail: record.detail});
      continue;
    }
    const accepted = acceptRecord(record.tree);
    if ('fault' in accepted) {
      rejects.push({ordinal: record.ordinal, reason: accepted.fault});
      continue;
    }
    const document = toVehicleDocument(accepted.ident, record.ordinal, record.tree, reading);
    collectReferences(sightings, document);
    const known = vehicles.get(document.id);
    vehicles.set(document.id, known ? foldVehicles(known, document) : document);
  }
  const lines = Array.from(vehicles.values(), document => ({id: document.id, document}));
  return {...toBatch(lines), records: count, rejects, setAside};
};
