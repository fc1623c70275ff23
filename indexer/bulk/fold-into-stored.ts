import {z} from 'zod';
import {VehicleDocument} from '#mappings/vehicle-document.ts';
import {foldVehicles, isFoldedIn} from '../document/fold-vehicles.ts';
import {CandidateLost, WritesLost} from '../elasticsearch/lost-data.ts';
import {NotReady, retry} from '../elasticsearch/retry.ts';
import type {RejectedRecord} from '../records/source-record.ts';
import {batchOf} from './batch.ts';
import {type BulkItem, type BulkTarget, toRejected} from './bulk-request.ts';
import {sendBatch} from './send-batch.ts';

const Stored = z.object({
  _seq_no: z.int(),
  _primary_term: z.int(),
  _source: VehicleDocument,
});
type Stored = z.output<typeof Stored>;

const MgetItem = z.union([
  Stored,
  z.object({error: z.object({type: z.string()})}),
  z.object({found: z.literal(false)}),
]);

/** A shard that is not ready reports an error for each of its documents. */
const toStored = (item: z.output<typeof MgetItem>): Stored => {
  if ('_source' in item) return item;
  if ('found' in item) throw new WritesLost('A vehicle that was there is there no more.');
  const {type} = item.error;
  throw type === 'index_not_found_exception' ? new CandidateLost() : new NotReady(type);
};

/** The stored documents of the same vehicles, in the same order. */
const readStored = (
  {client, alias, policy}: BulkTarget,
  documents: readonly VehicleDocument[],
): Promise<readonly Stored[]> =>
  retry(policy, async () => {
    const ids = documents.map(({id}) => id);
    const {docs} = await client.mget({index: alias, ids}, {signal: policy.signal});
    return z.array(MgetItem).parse(docs).map(toStored);
  });

const toAction = (document: VehicleDocument, {_seq_no, _primary_term}: Stored): string => {
  const action = {_id: document.id, if_seq_no: _seq_no, if_primary_term: _primary_term};
  return `${JSON.stringify({index: action})}\n${JSON.stringify(document)}\n`;
};

type Pair = {readonly document: VehicleDocument; readonly stored: Stored};

/** Writes each document folded into the stored one, unless that changed meanwhile (409). */
const replace = async (
  target: BulkTarget,
  pairs: readonly Pair[],
): Promise<readonly {readonly document: VehicleDocument; readonly item: BulkItem}[]> => {
  const actions = pairs.map(({document, stored}) =>
    toAction(foldVehicles(document, stored._source), stored),
  );
  const items = await sendBatch(target, batchOf(actions));
  return pairs.flatMap(({document}, position) => {
    const item = items[position];
    return item ? [{document, item}] : [];
  });
};

type Folded = {
  /** Documents that this import had written: the response was lost. */
  readonly ours: number;
  readonly repeated: number;
  /** Records whose merged document Elasticsearch refused. The vehicle stays as it was. */
  readonly refused: readonly RejectedRecord[];
};

/**
 * Folds documents into the stored documents of their vehicles, each guarded by `if_seq_no`: after a
 * concurrent write the document is read and folded again. A document whose ordinals are all stored
 * at the first read was written by a request whose response was lost; it is not a repeat.
 */
export const foldIntoStored = async (
  target: BulkTarget,
  documents: readonly VehicleDocument[],
): Promise<Folded> => {
  const refused: RejectedRecord[] = [];
  let ours = 0;
  let rest = documents;
  for (let read = 0; rest.length > 0; read += 1) {
    const found = await readStored(target, rest);
    const pairs = rest.flatMap((document, position) => {
      const stored = found[position];
      return stored && !isFoldedIn(document, stored._source) ? [{document, stored}] : [];
    });
    if (read === 0) ours = rest.length - pairs.length;
    const results = await replace(target, pairs);
    rest = results.flatMap(({document, item}) => (item.status === 409 ? [document] : []));
    for (const {document, item} of results) {
      if (item.status === 400) refused.push(toRejected(document, item));
    }
  }
  return {ours, repeated: documents.length - ours - refused.length, refused};
};
