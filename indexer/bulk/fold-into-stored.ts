import type {Client} from '@elastic/elasticsearch';
import {z} from 'zod';
import {VehicleDocument} from '#mappings/vehicle-document.ts';
import {foldVehicles, isFoldedIn} from '../stages/fold-vehicles.ts';
import {batchOf} from './batch.ts';
import {CandidateLost} from './candidate-lost.ts';
import {type Patience, persist} from './patience.ts';
import {sendBatch} from './send-batch.ts';

const Stored = z.object({
  _seq_no: z.int(),
  _primary_term: z.int(),
  _source: VehicleDocument,
});
type Stored = z.output<typeof Stored>;

/** The vehicles as they lie in the index now, in the order asked. */
const readStored = async (
  client: Client,
  alias: string,
  documents: readonly VehicleDocument[],
  patience: Patience,
): Promise<readonly Stored[]> => {
  const {docs} = await persist(patience, () =>
    client.mget({index: alias, ids: documents.map(({id}) => id)}, {signal: patience.signal}),
  );
  if (docs.some(isGone)) throw new CandidateLost();
  return z.array(Stored).parse(docs);
};

const isGone = (doc: object): boolean =>
  'error' in doc &&
  z.object({type: z.literal('index_not_found_exception')}).safeParse(doc.error).success;

const toAction = (document: VehicleDocument, {_seq_no, _primary_term}: Stored): string => {
  const action = {_id: document.id, if_seq_no: _seq_no, if_primary_term: _primary_term};
  return `${JSON.stringify({index: action})}\n${JSON.stringify(document)}\n`;
};

/** Writes folded documents unless they changed meanwhile; returns the positions of those that did. */
const replace = async (
  client: Client,
  alias: string,
  actions: readonly string[],
  patience: Patience,
): Promise<readonly number[]> => {
  const answers = await sendBatch(client, alias, batchOf(actions), patience);
  return answers.flatMap(({status, error}, position) => {
    if (status === 400) throw new Error(`Elasticsearch refused a folded vehicle: ${error?.type}.`);
    return status === 409 ? [position] : [];
  });
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
  patience: Patience,
): Promise<{readonly ours: number; readonly repeated: number}> => {
  let ours = 0;
  let rest = documents;
  for (let look = 0; rest.length > 0; look += 1) {
    const stored = await readStored(client, alias, rest, patience);
    const pairs = rest.flatMap((document, position) => {
      const there = stored[position];
      return there && !isFoldedIn(document, there._source) ? [{document, there}] : [];
    });
    if (look === 0) ours = rest.length - pairs.length;
    const actions = pairs.map(({document, there}) =>
      toAction(foldVehicles(document, there._source), there),
    );
    const changed = await replace(client, alias, actions, patience);
    rest = changed.flatMap(position => pairs[position]?.document ?? []);
  }
  return {ours, repeated: documents.length - ours};
};
