import type {Client} from '@elastic/elasticsearch';
import {z} from 'zod';
import {VehicleDocument} from '#mappings/vehicle-document.ts';
import {foldVehicles, isFoldedIn} from '../document/fold-vehicles.ts';
import {CandidateLost, WritesLost} from '../elasticsearch/lost-data.ts';
import {NotReady, type RetryPolicy, retry} from '../elasticsearch/retry.ts';
import type {RejectedRecord} from '../records/source-record.ts';
import {batchOf} from './batch.ts';
import type {BulkItem} from './bulk-request.ts';
import {refusedDocument} from './refused-document.ts';
import {sendBatch} from './send-batch.ts';

const Stored = z.object({
  _seq_no: z.int(),
  _primary_term: z.int(),
  _source: VehicleDocument,
});
type Stored = z.output<typeof Stored>;

const Answer = z.union([
  Stored,
  z.object({error: z.object({type: z.string()})}),
  z.object({found: z.literal(false)}),
]);

/** One vehicle of an answer. A shard that is not ready says so for each of its documents. */
const toStored = (answer: z.output<typeof Answer>): Stored => {
  if ('_source' in answer) return answer;
  if ('found' in answer) throw new WritesLost('A vehicle that was there is there no more.');
  const {type} = answer.error;
  throw type === 'index_not_found_exception' ? new CandidateLost() : new NotReady(type);
};

/** The vehicles as they lie in the index now, in the order asked. */
const readStored = (
  client: Client,
  alias: string,
  documents: readonly VehicleDocument[],
  policy: RetryPolicy,
): Promise<readonly Stored[]> =>
  retry(policy, async () => {
    const ids = documents.map(({id}) => id);
    const {docs} = await client.mget({index: alias, ids}, {signal: policy.signal});
    return z.array(Answer).parse(docs).map(toStored);
  });

const toAction = (document: VehicleDocument, {_seq_no, _primary_term}: Stored): string => {
  const action = {_id: document.id, if_seq_no: _seq_no, if_primary_term: _primary_term};
  return `${JSON.stringify({index: action})}\n${JSON.stringify(document)}\n`;
};

type Pair = {readonly document: VehicleDocument; readonly there: Stored};

/** Writes documents folded into what is there, unless that changed meanwhile (409). */
const replace = async (
  client: Client,
  alias: string,
  pairs: readonly Pair[],
  policy: RetryPolicy,
): Promise<readonly {readonly document: VehicleDocument; readonly answer: BulkItem}[]> => {
  const actions = pairs.map(({document, there}) =>
    toAction(foldVehicles(document, there._source), there),
  );
  const answers = await sendBatch(client, alias, batchOf(actions), policy);
  return pairs.flatMap(({document}, position) => {
    const answer = answers[position];
    return answer ? [{document, answer}] : [];
  });
};

type Folded = {
  /** Documents that were there already: our own write, repeated. */
  readonly ours: number;
  readonly repeated: number;
  /** Those whose vehicle stays as it was, since Elasticsearch would not take the two as one. */
  readonly refused: readonly RejectedRecord[];
};

/**
 * Folds documents into what is stored of their vehicles, each guarded by `if_seq_no`: whoever wrote
 * in between is read again and folded in as well. A document whose ordinals are all stored already
 * on the first look is our own write whose answer was lost, not a repeat.
 */
export const foldIntoStored = async (
  client: Client,
  alias: string,
  documents: readonly VehicleDocument[],
  policy: RetryPolicy,
): Promise<Folded> => {
  const refused: RejectedRecord[] = [];
  let ours = 0;
  let rest = documents;
  for (let look = 0; rest.length > 0; look += 1) {
    const stored = await readStored(client, alias, rest, policy);
    const pairs = rest.flatMap((document, position) => {
      const there = stored[position];
      return there && !isFoldedIn(document, there._source) ? [{document, there}] : [];
    });
    if (look === 0) ours = rest.length - pairs.length;
    const answers = await replace(client, alias, pairs, policy);
    rest = answers.flatMap(({document, answer}) => (answer.status === 409 ? [document] : []));
    for (const {document, answer} of answers) {
      if (answer.status === 400) refused.push(refusedDocument(document, answer));
    }
  }
  return {ours, repeated: documents.length - ours - refused.length, refused};
};
