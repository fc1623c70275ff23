import {createHash} from 'node:crypto';
import {type Batch, subBatch} from '#indexer/document/batch.ts';
import {batchPreparer} from '#indexer/document/prepare-batch.ts';
import {takeFirst} from '#indexer/document/references.ts';
import {recordReader} from '#indexer/read/read-records.ts';
import type {Head} from '#indexer/read/xml-frame.ts';

/** The lines of each document in a batch: the action, and the document. */
const linesOf = (batch: Batch): readonly string[] =>
  Array.from(batch.ends, (_, position) => Buffer.from(subBatch(batch, [position]).body).toString());

const byName = <Value>(entries: Iterable<readonly [string, Value]>) =>
  [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1));

/**
 * What an import makes of some records of XML, in lines of text: the documents, what was noticed in the records,
 * and the reference entries. Batches come one after the other, each with what was learned before.
 */
export const madeOf = (head: Head) => {
  const {slots, sightings, prepare} = batchPreparer('2026-11-15');
  const readRecords = recordReader(head, slots);
  return (xml: string | Uint8Array): string => {
    const bytes = new Uint8Array(Buffer.from(xml as string));
    const batch = prepare(readRecords({bytes, offset: 0}), new ArrayBuffer(65_536));
    const noticed = {
      records: batch.records,
      rejects: batch.rejects,
      setAside: byName(batch.setAside),
      unknownElements: batch.unknownElements,
      completeness: batch.completeness,
      canaries: batch.canaries,
    };
    const entries = byName(takeFirst(sightings, Number.POSITIVE_INFINITY));
    const lines = [noticed, ...entries].map(line => `${JSON.stringify(line)}\n`);
    return [...linesOf(batch), ...lines].join('');
  };
};

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
