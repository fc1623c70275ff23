import {
  documentJson,
  type UnsizedDocument,
  type VehicleDocument,
} from '#mappings/vehicle-document.ts';
import {actionLines, BatchBuilder, batchOf, documentAt, idAt, textAt} from '../document/batch.ts';
import {foldVehicles} from '../document/fold-vehicles.ts';
import {referencesOf} from '../document/references.ts';
import type {KnownVehicles} from '../fingerprints/known-vehicles.ts';
import type {RejectedRecord} from '../read/source-record.ts';
import {chunksOf} from './iteration.ts';
import {type BulkTarget, sendBatch} from './send-batch.ts';
import {readStored, toRejected, type VehicleBatch} from './write-vehicles.ts';

/** Vehicles that are read and written in one request. */
const vehiclesAtOnce = 1_000;

/**
 * Documents wait until there are so many bytes of them, some 15,000 vehicles: of a vehicle with several records that
 * are not far apart, which is read every week, the document is then whole, and mostly the one that is stored.
 */
const waitingBytes = 32 * 1024 * 1024;

const idOf = ({vehicle}: UnsizedDocument): string => vehicle.id;

const deletionsOf = (ids: readonly string[]) =>
  batchOf(ids.map(_id => actionLines({delete: {_id}})));

/** A document, and the place of its first record in the extract. */
type Waiting = {readonly document: UnsizedDocument; readonly ordinal: number};

/** Documents of different vehicles. */
const waitingDocuments = () => {
  const builder = new BatchBuilder(new ArrayBuffer(waitingBytes));
  /** By vehicle, the place of its first record in the extract, and the sum of the hashes of its records. */
  const records = new Map<string, {readonly ordinal: number; readonly hashes: bigint}>();
  return {
    add: (batch: VehicleBatch): void => {
      const {ids, hashes, ordinals} = batch.rows;
      for (const at of ids.keys()) {
        const id = String(ids[at]);
        const {ordinal, hashes: sum} = records.get(id) ?? {ordinal: ordinals[at] ?? 0, hashes: 0n};
        records.set(id, {ordinal, hashes: BigInt.asUintN(64, sum + (hashes[at] ?? 0n))});
      }
      for (const at of batch.ends.keys()) {
        const [id, text] = [idAt(batch, at), textAt(batch, at)];
        const earlier = builder.get(id) as UnsizedDocument | undefined;
        builder.add(id, earlier ? JSON.stringify(foldVehicles(earlier, JSON.parse(text))) : text);
      }
    },
    isFull: () => builder.bytes >= waitingBytes,
    /** All but those of vehicles that `isDone`, whose documents are not even parsed. */
    except: function* (isDone: (id: string, hashes: bigint) => boolean): Generator<Waiting> {
      const batch = builder.build();
      for (const at of batch.ends.keys()) {
        const id = idAt(batch, at);
        const {ordinal = 0, hashes = 0n} = records.get(id) ?? {};
        if (isDone(id, hashes)) continue;
        yield {document: documentAt(batch, at) as UnsizedDocument, ordinal};
      }
    },
  };
};

/**
 * Writes what has changed into a copy of the live vehicles. One request follows the other, so that the
 * documents of a vehicle are folded one by one, whatever batches they come in.
 *
 * @param target The copy.
 * @param known The vehicles that it was copied with.
 * @param check Is told how many vehicles have changed so far, before they are written; may throw.
 */
export const vehicleChanges = (
  target: BulkTarget,
  known: KnownVehicles,
  check: (changed: number) => void,
) => {
  /** The vehicles of which a document of this extract was written. */
  const begun = new Set<string>();
  const released = new Set<string>();
  const rejected: RejectedRecord[] = [];
  const touched = new Set<string>();
  let waiting = waitingDocuments();
  let [written, deleted] = [0, 0];
  let lastRequest = Promise.resolve();

  /** Notes the reference entries that a vehicle carried until now. */
  const release = (before: UnsizedDocument, now?: UnsizedDocument): void => {
    const carried = now && referencesOf(now);
    for (const key of referencesOf(before).keys()) if (!carried?.has(key)) released.add(key);
  };

  /** Whether what is stored of a vehicle is of this extract, rather than of the one before. */
  const isCurrent = (id: string): boolean => begun.has(id) || known.isKept(BigInt(id));

  const write = async (documents: readonly Waiting[]): Promise<void> => {
    const ids = documents.map(({document}) => idOf(document));
    const found = await readStored<VehicleDocument>(target, ids);
    const changed = documents.flatMap(({document, ordinal}, at) => {
      const {stored} = found[at] ?? {};
      if (!stored) return [{document, ordinal, json: documentJson(document)}];
      const next = isCurrent(idOf(document)) ? foldVehicles(document, stored) : document;
      const json = documentJson(next);
      if (json === JSON.stringify(stored)) return [];
      release(stored, next);
      return [{document: next, ordinal, json}];
    });
    check(written + changed.length);
    const lines = changed.map(({document, json}) =>
      actionLines({index: {_id: idOf(document)}}, json),
    );
    const items = await sendBatch(target, batchOf(lines));
    const refused = changed.flatMap(({document, ordinal}, at) => {
      const item = items[at];
      return item?.status === 400 ? [toRejected(document, item, ordinal)] : [];
    });
    // What stays of such a vehicle must be of this extract, or nothing.
    const stale = refused.flatMap(({ident = ''}) => (isCurrent(ident) ? [] : [ident]));
    await sendBatch(target, deletionsOf(stale));
    rejected.push(...refused);
    for (const id of ids) if (!stale.includes(id)) begun.add(id);
    for (const {document} of changed) touched.add(idOf(document));
    written += changed.length - refused.length;
  };

  /** Whether a vehicle that was read again has the very records that its stored document was made of. */
  const isStored = (id: string, hashes: bigint): boolean => {
    if (isCurrent(id) || !known.isMadeOf(BigInt(id), hashes)) return false;
    begun.add(id);
    return true;
  };

  const writeWaiting = (): Promise<void> => {
    lastRequest = lastRequest.then(async () => {
      const documents = waiting.except(isStored);
      waiting = waitingDocuments();
      for (const some of chunksOf(documents, vehiclesAtOnce)) await write(some);
    });
    return lastRequest;
  };

  const deleteGone = async (): Promise<void> => {
    for (const some of chunksOf(known.gone(), vehiclesAtOnce)) {
      const ids = some.map(String);
      const found = await readStored<VehicleDocument>(target, ids);
      for (const before of found) if (before) release(before.stored);
      await sendBatch(target, deletionsOf(ids));
      for (const id of ids) touched.add(id);
      deleted += ids.length;
    }
  };

  return {
    /** Takes the documents of a batch, and waits while many are to be written. */
    add: async (batch: VehicleBatch): Promise<void> => {
      waiting.add(batch);
      if (waiting.isFull()) await writeWaiting();
    },
    /** For when the extract was read to its end. */
    writeWaiting,
    /** Deletes the vehicles that are gone, once all others are written. */
    deleteGone,
    /** Reference entries that vehicles do not carry any more, by their keys. */
    released: (): ReadonlySet<string> => released,
    /** Documents that Elasticsearch rejected. */
    rejected: (): readonly RejectedRecord[] => rejected,
    /** The ids of all vehicles that were written or deleted: no other differs from what the copy was made with. */
    touched: (): ReadonlySet<string> => touched,
    counts: () => ({written, deleted}),
  };
};
