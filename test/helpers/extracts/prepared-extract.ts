import {Readable} from 'node:stream';
import {batchPreparer, type PreparedBatch} from '#indexer/document/prepare-batch.ts';
import {fillEach} from '#indexer/read/fill-slots.ts';
import type {Extract} from '#indexer/read/open-extract.ts';
import {recordReader} from '#indexer/read/read-records.ts';
import type {RecordSlots} from '#indexer/read/record-slots.ts';
import type {RejectedRecord} from '#indexer/read/source-record.ts';
import {splitExtract, type WorkItem} from '#indexer/read/split-extract.ts';
import type {Head} from '#indexer/read/xml-frame.ts';
import {VehicleDocument} from '#mappings/vehicle-document.ts';
import {anExtract} from './files.ts';
import {documentsIn, figuresOf} from './prepared-trees.ts';

type Content = string | Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

const chunksOf = (content: Content) =>
  typeof content === 'string' || content instanceof Uint8Array ? [Buffer.from(content)] : content;

const recordsOf = (item: WorkItem, head: Head | undefined, slots: RecordSlots) => {
  if ('records' in item) return fillEach(slots, item.records);
  return head ? recordReader(head, slots).readBlock(item.block) : [];
};

/**
 * Prepares an extract that comes through a pipe, up to the point of sending: returns every document
 * and every reject. Throws `ExtractRefused` if the whole extract is refused.
 */
export const preparedFrom = async (content: Content) => {
  const stdin = Readable.from(chunksOf(content), {highWaterMark: 1});
  await using extract = await anExtract('-', {stdin});
  return await preparedOf(extract);
};

/** The same of a file, with the id of its content. */
export const preparedFromFile = async (path: string) => {
  await using extract = await anExtract(path);
  return {...(await preparedOf(extract)), contentId: extract.contentId()};
};

const preparedOf = async (extract: Extract) => {
  const rejects: RejectedRecord[] = [];
  const vehicles: VehicleDocument[] = [];
  const profiles: PreparedBatch['profiles'][number][] = [];
  let records = 0;
  const {head, items} = await splitExtract(extract);
  for await (const item of items) {
    const {slots, prepare} = batchPreparer('2026-11-15');
    const batch = prepare(recordsOf(item, head, slots), new ArrayBuffer(4096));
    records += batch.records;
    rejects.push(...batch.rejects);
    profiles.push(...batch.profiles);
    vehicles.push(...documentsIn(batch).map(document => VehicleDocument.parse(document)));
  }
  const ids = vehicles.map(({vehicle}) => vehicle.id);
  const {setAside, unknownElements} = figuresOf({profiles});
  return {records, vehicles, ids, rejects, setAside: Object.keys(setAside), unknownElements};
};
