import {toPlate} from '#core/domain/identifiers.ts';
import type {Completeness} from '#mappings/generation.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {RecordSlots, textAt} from '../read/record-slots.ts';
import type {ReadRecord, RejectedRecord} from '../read/source-record.ts';
import {type ElementCounts, unknownElementCounter} from '../read/unknown-elements.ts';
import {acceptRecord} from './accept-record.ts';
import {type Batch, BatchBuilder} from './batch.ts';
import {JsonBytes} from './bytes/json-bytes.ts';
import {completenessCounter, watchedIn} from './completeness.ts';
import {documentWriter} from './document-writer.ts';
import {foldVehicles} from './fold-vehicles.ts';
import {plateSlot} from './parts/vehicle.ts';

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

/**
 * Prepares one batch after the other: accepts records, writes a document of each, and folds those of one
 * vehicle into one.
 *
 * @param extractedOn See `FieldContext`.
 */
export const batchPreparer = (extractedOn: string) => {
  const slots = new RecordSlots();
  const batch = new BatchBuilder(new JsonBytes(new ArrayBuffer(0)));
  let setAside = new Map<string, number>();
  let completeness = completenessCounter();
  const writer = documentWriter({
    slots,
    out: batch.out,
    latestYear: Number(extractedOn.slice(0, 4)) + 1,
    extractedOn,
    setAside: member => setAside.set(member, (setAside.get(member) ?? 0) + 1),
  });
  const watched = watchedIn(writer);

  /** Writes the document of a vehicle, folded with the one that the batch has of it. */
  const addVehicle = (ident: string, ordinal: number): void => {
    const known = batch.get(ident);
    batch.add(ident, () => {
      const start = batch.out.at;
      writer.write(ident, ordinal);
      const {kind} = writer.vehicle.members;
      completeness.add(batch.out.view, kind.start, kind.end, watched);
      if (known === undefined) return;
      const document = batch.out.takeBack(start) as VehicleDocument;
      batch.out.text(JSON.stringify(foldVehicles(known as VehicleDocument, document)));
    });
  };

  return {
    /** Where records are read into. */
    slots,
    /** The reference entries that the documents carry. */
    seen: writer.seen,
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
      completeness = completenessCounter();
      batch.startIn(memory);
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
        addVehicle(accepted.ident, record.ordinal);
        const plate = canaries.length < mostCanaries && toPlate(textAt(slots, plateSlot) ?? '');
        if (plate) canaries.push({id: accepted.ident, plate});
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
