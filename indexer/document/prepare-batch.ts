import {toPlate} from '#core/domain/identifiers.ts';
import {isInt64} from '#core/domain/integers.ts';
import type {Completeness} from '#mappings/generation.ts';
import {documentJson, type VehicleDocument} from '#mappings/vehicle-document.ts';
import {RecordSlots, textAt} from '../read/record-slots.ts';
import {slotAt} from '../read/register-elements.ts';
import {asIdent, type ReadRecord, type RejectedRecord} from '../read/source-record.ts';
import {type ElementCounts, unknownElementCounter} from '../read/unknown-elements.ts';
import {type Batch, BatchBuilder} from './batch.ts';
import {completenessCounter} from './completeness.ts';
import {foldVehicles} from './fold-vehicles.ts';
import {collectReferences, type ReferenceSightings} from './references.ts';
import {toVehicleDocument} from './to-vehicle-document.ts';

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

const identSlot = slotAt('KoeretoejIdent');

type Accepted = {readonly ident: string} | Pick<RejectedRecord, 'reason' | 'ident'>;

/** Accepts a record that names its vehicle: one `KoeretoejIdent`, a positive int64. Everything else is optional. */
const acceptRecord = (slots: RecordSlots): Accepted => {
  const written = textAt(slots, identSlot);
  if (slots.repeatsIdent) return {reason: 'IdentRepeated', ident: asIdent(written)};
  if (written === undefined) return {reason: 'IdentMissing'};
  const isPositive = isInt64(written) && written !== '0' && !written.startsWith('-');
  return isPositive ? {ident: written} : {reason: 'IdentInvalid', ident: asIdent(written)};
};

/**
 * Prepares one batch after the other: accepts records, makes a document of each, and folds those of one
 * vehicle into one.
 *
 * @param extractedOn See `RegisterRecord`.
 */
export const batchPreparer = (extractedOn: string) => {
  const slots = new RecordSlots();
  const sightings: ReferenceSightings = new Map();
  let setAside = new Map<string, number>();
  const register = {
    slots,
    latestYear: Number(extractedOn.slice(0, 4)) + 1,
    extractedOn,
    setAside: (member: string) => setAside.set(member, (setAside.get(member) ?? 0) + 1),
  };

  return {
    /** Where records are read into. */
    slots,
    /** The reference entries that the documents carry. */
    sightings,
    /**
     * Makes a batch of records, in `memory`.
     *
     * @param records Each is in the slots when it comes.
     */
    prepare: (records: Iterable<ReadRecord>, memory: ArrayBufferLike): PreparedBatch => {
      const rejects: RejectedRecord[] = [];
      const unknownElements = unknownElementCounter();
      const canaries: Canary[] = [];
      let count = 0;
      setAside = new Map();
      const completeness = completenessCounter();
      const batch = new BatchBuilder(memory);
      for (const record of records) {
        count += 1;
        if ('reason' in record) {
          rejects.push(record);
          continue;
        }
        if (slots.unknown.size > 0) unknownElements.add(slots.unknown);
        const accepted = acceptRecord(slots);
        if ('reason' in accepted) {
          rejects.push({ordinal: record.ordinal, ...accepted});
          continue;
        }
        const {ident} = accepted;
        const document = toVehicleDocument({...register, ident, ordinal: record.ordinal});
        completeness.add(document);
        collectReferences(sightings, document);
        const known = batch.get(ident) as VehicleDocument | undefined;
        batch.add(
          ident,
          known ? JSON.stringify(foldVehicles(known, document)) : documentJson(document),
        );
        const plate =
          canaries.length < mostCanaries && toPlate(document.vehicle.registrationNumber ?? '');
        if (plate) canaries.push({id: ident, plate});
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
    },
  };
};
