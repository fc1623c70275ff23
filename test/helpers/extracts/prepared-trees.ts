import {Readable} from 'node:stream';
import {type Batch, documentAt} from '#indexer/document/batch.ts';
import {foldVehicles} from '#indexer/document/fold-vehicles.ts';
import {batchPreparer, type PreparedBatch} from '#indexer/document/prepare-batch.ts';
import {type Figures, profileCounter} from '#indexer/document/profiles.ts';
import {fillEach} from '#indexer/read/fill-slots.ts';
import {parseRecord} from '#indexer/read/parse-record.ts';
import type {RecordTree} from '#indexer/read/source-record.ts';
import {readHead} from '#indexer/read/xml-frame.ts';
import {documentJson, type VehicleDocument} from '#mappings/vehicle-document.ts';
import {documentStart} from '#sample/sample-records.ts';

const {found: head} = await readHead(Readable.from([Buffer.from(documentStart)]));

/** A record of the synthetic extract as the general parser reads it. */
export const treeOf = (record: string): RecordTree => parseRecord(record.trim(), head.namespaces);

/** Prepares batches of records that were read as trees. The default day is that of most extracts of tests. */
export const treePreparer = (extractedOn = '2026-11-15') => {
  const {slots, prepare} = batchPreparer(extractedOn);
  return (trees: readonly RecordTree[], firstOrdinal = 0) => {
    const records = trees.map((tree, at) => ({ordinal: firstOrdinal + at, tree}));
    return prepare(fillEach(slots, records), new ArrayBuffer(4096));
  };
};

/** The figures of the records of a batch. */
export const figuresOf = ({profiles}: Pick<PreparedBatch, 'profiles'>): Figures => {
  const counter = profileCounter();
  for (const {text, records} of profiles) counter.add(text, records);
  return counter.figures();
};

/** The documents of a batch, in its order. */
export const documentsIn = (batch: Pick<Batch, 'body' | 'ends'>): readonly VehicleDocument[] =>
  Array.from(batch.ends, (_, position) => documentAt(batch, position) as VehicleDocument);

/** Folds all records in memory, each from a batch of its own: an import must arrive at the same documents. */
export const foldedInMemory = (
  records: readonly string[],
  extractedOn?: string,
): readonly VehicleDocument[] => {
  const prepare = treePreparer(extractedOn);
  const folded = new Map<string, VehicleDocument>();
  for (const [ordinal, record] of records.entries()) {
    for (const document of documentsIn(prepare([treeOf(record)], ordinal))) {
      const {id} = document.vehicle;
      const known = folded.get(id);
      folded.set(id, known ? JSON.parse(documentJson(foldVehicles(known, document))) : document);
    }
  }
  return Array.from(folded.values()).toSorted(({vehicle: a}, {vehicle: b}) =>
    BigInt(a.id) < BigInt(b.id) ? -1 : 1,
  );
};
