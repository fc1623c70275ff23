import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import fc from 'fast-check';
import {type Batch, subBatch} from '#indexer/document/batch.ts';
import {batchPreparer} from '#indexer/document/prepare-batch.ts';
import {takeFirst} from '#indexer/document/references.ts';
import {recordReader} from '#indexer/read/read-records.ts';
import type {Head} from '#indexer/read/xml-frame.ts';
import {sampleRecords} from '#sample/sample-records.ts';
import {figuresOf} from '../../helpers/extracts/prepared-trees.ts';
import {arbitraryRecord} from '../read/arbitrary-record.ts';
import {headOf, listOf, registerHead} from '../read/register-xml.ts';

/** Where the golden files are. */
export const golden = new URL('../../fixtures/golden/', import.meta.url);

export const fixtures = ['sample-dmr', 'register-quirks'] as const;
export type Fixture = (typeof fixtures)[number];

/** The lines of each document in a batch: the action, and the document. */
const linesOf = (batch: Batch): readonly string[] =>
  Array.from(batch.ends, (_, position) => Buffer.from(subBatch(batch, [position]).body).toString());

const byName = <Value>(entries: Iterable<readonly [string, Value]>) =>
  [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1));

/**
 * What an import makes of some records of XML, in lines of text: the documents, what was noticed in the records,
 * and the reference entries. Batches come one after the other, each with what was learned before.
 */
const madeOf = (head: Head) => {
  const {slots, sightings, prepare} = batchPreparer('2026-11-15');
  const {readBlock} = recordReader(head, slots);
  return (xml: string | Uint8Array): string => {
    const bytes = new Uint8Array(Buffer.from(xml as string));
    const batch = prepare(readBlock({bytes, offset: 0}), new ArrayBuffer(65_536));
    const {setAside, unknownElements, completeness} = figuresOf(batch);
    const noticed = {
      records: batch.records,
      rejects: batch.rejects,
      setAside: byName(Object.entries(setAside)),
      unknownElements,
      completeness,
      canaries: batch.canaries,
    };
    const entries = byName(takeFirst(sightings, Number.POSITIVE_INFINITY));
    const lines = [noticed, ...entries].map(line => `${JSON.stringify(line)}\n`);
    return [...linesOf(batch), ...lines].join('');
  };
};

/** What is made of the records of a fixture. */
export const madeOfFixture = async (name: Fixture): Promise<string> => {
  const content = readFileSync(new URL(`../${name}.xml`, golden));
  const head = await headOf(content);
  return madeOf(head)(listOf(content, head));
};

/** The digest of texts, one after the other. */
export const digestOf = (texts: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('hex');
};

/** Digests of what is made of records, a thousand at a time, so that a difference is soon found. */
const digestsOf = (records: readonly string[]): readonly string[] => {
  const make = madeOf(registerHead);
  return Array.from({length: Math.ceil(records.length / 1_000)}, (_, at) => {
    const made = make(records.slice(at * 1_000, (at + 1) * 1_000).join(''));
    return digestOf([made]);
  });
};

const seed = 20_261_125;

const vehicles = 100_000;

/** Digests of what is made of the first of the records of generated vehicles, and of whatever else a record can hold. */
export const generated = {
  vehicles: (records = Number.POSITIVE_INFINITY) =>
    digestsOf([...sampleRecords({vehicles, seed}).take(records)]),
  oddRecords: () =>
    digestsOf(
      fc
        .sample(arbitraryRecord('ID'), {seed, numRuns: 3_000})
        .map((xml, id) => xml.replace('ID', String(id))),
    ),
};
