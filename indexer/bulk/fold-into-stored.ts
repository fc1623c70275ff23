import type {Client} from '@elastic/elasticsearch';
import {z} from 'zod';
import {VehicleDocument} from '#mappings/vehicle-document.ts';
import {foldVehicles, isFoldedIn} from '../stages/fold-vehicles.ts';
import {sendBulk} from './bulk-request.ts';
import {type Patience, persist} from './patience.ts';

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
  return z.array(Stored).parse(docs);
};

const toLines = (document: VehicleDocument, {_seq_no, _primary_term}: Stored): string => {
  const action = {_id: document.id, if_seq_no: _seq_no, if_primary_term: _primary_term};
  return `${JSON.stringify({index: action})}\n${JSON.stringify(document)}\n`;
};

/** Writes folded documents unless they changed meanwhile; returns the positions of those that did. */
const replace = async (
  client: Client,
  alias: string,
  lines: readonly string[],
  patience: Patience,
): Promise<readonly number[]> => {
  if (lines.length === 0) return [];
  const body = Buffer.from(lines.join(''));
  const items = await persist(patience, () => sendBulk(client, alias, body, patience.signal));
  return (items ?? []).flatMap(({status, error}, position) => {
    if (status < 300) return [];
    if (status === 409 || status === 429 || status === 503) return [position];
    throw new Error(`Elasticsearch refused a folded vehicle: ${error?.type ?? status}.`);
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
    const lines = pairs.map(({document, there}) =>
      toLines(foldVehicles(document, there._source), there),
    );
    const changed = await replace(client, alias, lines, patience);
    rest = changed.flatMap(position => pairs[position]?.document ?? []);
  }
  return {ours, repeated: documents.length - ours};
};
