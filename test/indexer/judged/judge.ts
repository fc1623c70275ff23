import {isDeepStrictEqual} from 'node:util';
import type {ExecutionContext} from 'ava';
import {type Batch, subBatch} from '#indexer/document/batch.ts';
import {batchPreparer} from '#indexer/document/prepare-batch.ts';
import {fillEach} from '#indexer/read/fill-slots.ts';
import {recordReader} from '#indexer/read/read-records.ts';
import type {ReadRecord, SourceRecord} from '#indexer/read/source-record.ts';
import type {Head} from '#indexer/read/xml-frame.ts';
import {VehicleDocument} from '#mappings/vehicle-document.ts';
import {plainBatch} from '../plain/plain-batch.ts';
import {plainRecords} from '../plain/read-records.ts';

/** The text with its members in the order of the schema, on which folding relies. */
const inOrder = (text: string): string => JSON.stringify(VehicleDocument.parse(JSON.parse(text)));

/** The bytes of each document in a batch, as text. */
const documentTexts = (batch: Batch): readonly string[] =>
  Array.from(batch.ends, (_, position) => {
    const lines = Buffer.from(subBatch(batch, [position]).body).toString();
    return lines.slice(lines.indexOf('\n') + 1, -1);
  });

/** How a document begins, with the bytes that the API passes on. */
const beginningOf = ({vehicleBytes, vehicle, isRegistered, ordinals}: VehicleDocument): string => {
  const json = JSON.stringify({vehicleBytes, vehicle, isRegistered, ordinals});
  return `${json.slice(0, -1)},"technicalDetails":{`;
};

/**
 * Makes batches of records as the import does, one after the other with what was learned before, and
 * requires each to be what the plain way makes of the same records: the same documents, the same
 * rejects, values set aside, unknown elements, completeness and reference entries.
 */
export const judge = (head: Head) => {
  const {slots, seen, prepare} = batchPreparer('2026-11-15');
  const readRecords = recordReader(head, slots);

  const compare = (
    t: ExecutionContext,
    records: Iterable<ReadRecord>,
    sources: Iterable<SourceRecord>,
    message?: string,
  ) => {
    const batch = prepare(records, new ArrayBuffer(65_536));
    const expected = plainBatch(sources);
    const texts = documentTexts(batch);
    const made = {
      rejects: batch.rejects,
      documents: texts.map(text => JSON.parse(text)),
      setAside: Object.fromEntries(batch.setAside),
      unknownElements: batch.unknownElements,
      completeness: batch.completeness,
      sightings: Object.fromEntries(seen.take(Number.POSITIVE_INFINITY)),
    };
    // Telling the difference takes longer than finding that there is none.
    if (!isDeepStrictEqual(made, expected)) t.deepEqual(made, expected, message);
    for (const text of texts) if (inOrder(text) !== text) t.is(text, inOrder(text), message);
    for (const [at, document] of expected.documents.entries()) {
      const beginning = beginningOf(document);
      if (!texts[at]?.startsWith(beginning)) t.is(texts[at], beginning, message);
    }
    return expected;
  };

  return {
    /** Judges what is made of XML: some records and what stands between them. */
    xml: (t: ExecutionContext, xml: string | Uint8Array, message?: string) => {
      const block = {bytes: new Uint8Array(Buffer.from(xml as string)), offset: 0};
      return compare(t, readRecords(block), plainRecords(block, head), message);
    },
    /** Judges what is made of trees, as they come from JSON. */
    trees: (t: ExecutionContext, sources: readonly SourceRecord[], message?: string) =>
      compare(t, fillEach(slots, sources), sources, message),
  };
};
