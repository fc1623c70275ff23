import {
  documentJson,
  type UnsizedDocument,
  type VehicleDocument,
} from '#mappings/vehicle-document.ts';
import {actionLines, batchOf, documentAt} from '../document/batch.ts';
import {foldVehicles} from '../document/fold-vehicles.ts';
import {ordinalOf} from '../document/prepare-batch.ts';
import {referencesOf} from '../document/references.ts';
import type {KnownVehicles} from '../fingerprints/known-vehicles.ts';
import type {RejectedRecord} from '../read/source-record.ts';
import {chunksOf} from './iteration.ts';
import {type BulkTarget, sendBatch} from './send-batch.ts';
import {readStored, rejectedOf, type VehicleBatch} from './write-vehicles.ts';

/** Vehicles that are read and written in one request. */
const vehiclesAtOnce = 1_000;

const idOf = ({vehicle}: UnsizedDocument): string => vehicle.id;

const deletionsOf = (ids: readonly string[]) =>
  batchOf(ids.map(_id => actionLines({delete: {_id}})));

/** A document, and the place of its first record in the extract. */
type Waiting = {readonly document: UnsizedDocument; readonly ordinal: number};

/**
 * Writes what has changed into a copy of the live vehicles. One request follows the other, so that the
 * documents of a vehicle are folded one by one, whatever batches they come in.
 *
 * @param target The copy.
 * @param known The vehicles that it was copied with.
 * @param check Is told how many vehicles have changed so far, before they are written or deleted; may throw.
 */
export const vehicleChanges = (
  target: BulkTarget,
  known: KnownVehicles,
  check: (changed: number) => void,
) => {
  /** The vehicles of which a document of this extract was written. */
  const begun = new Set<string>();
  /** Keys of reference entries that some vehicles do not carry any more. */
  const released = new Set<string>();
  const rejected: RejectedRecord[] = [];
  /** All vehicles that were written or deleted: no other differs from what the copy was made with. */
  const touched = new Set<string>();
  const waiting = new Map<string, Waiting>();
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
    const changed = documents.flatMap(({document}, at) => {
      const {stored} = found[at] ?? {};
      if (!stored) return [{document, json: documentJson(document)}];
      const next = isCurrent(idOf(document)) ? foldVehicles(document, stored) : document;
      const json = documentJson(next);
      if (json === JSON.stringify(stored)) return [];
      release(stored, next);
      return [{document: next, json}];
    });
    check(written + changed.length);
    const lines = changed.map(({document, json}) =>
      actionLines({index: {_id: idOf(document)}}, json),
    );
    const items = await sendBatch(target, batchOf(lines));
    const changedAt = (at: number) => changed[at]?.document;
    const refused = rejectedOf(items, changedAt, id => documents[ids.indexOf(id)]?.ordinal ?? 0);
    // Such a vehicle must be stored as in this extract, or not at all.
    const stale = refused.flatMap(({ident = ''}) => (isCurrent(ident) ? [] : [ident]));
    await sendBatch(target, deletionsOf(stale));
    rejected.push(...refused);
    for (const id of ids) if (!stale.includes(id)) begun.add(id);
    for (const {document} of changed) touched.add(idOf(document));
    written += changed.length - refused.length;
  };

  const writeWaiting = (): Promise<void> => {
    const documents = Array.from(waiting.values());
    waiting.clear();
    lastRequest = lastRequest.then(async () => {
      for (const some of chunksOf(documents, vehiclesAtOnce)) await write(some);
    });
    return lastRequest;
  };

  const deleteGone = async () => {
    const gone = Iterator.from(known.gone()).reduce(count => count + 1, 0);
    check(written + gone);
    for (const some of chunksOf(known.gone(), vehiclesAtOnce)) {
      const ids = some.map(String);
      const found = await readStored<VehicleDocument>(target, ids);
      for (const before of found) if (before) release(before.stored);
      await sendBatch(target, deletionsOf(ids));
      for (const id of ids) touched.add(id);
      deleted += ids.length;
    }
    return {written, deleted, touched, rejected, released};
  };

  return {
    /** Takes the documents of a batch, and waits while many are to be written. */
    add: async (batch: VehicleBatch): Promise<void> => {
      for (const at of batch.ends.keys()) {
        const document = documentAt(batch, at) as UnsizedDocument;
        const id = idOf(document);
        const earlier = waiting.get(id);
        waiting.set(id, {
          document: earlier ? foldVehicles(earlier.document, document) : document,
          ordinal: earlier?.ordinal ?? ordinalOf(batch, id),
        });
      }
      if (waiting.size >= vehiclesAtOnce) await writeWaiting();
    },
    /** For when the extract was read to its end. */
    writeWaiting,
    /** Deletes the vehicles that are gone, once all others are written. Returns the results for all vehicles. */
    deleteGone,
  };
};
