import type {estypes, TransportRequestOptions} from '@elastic/elasticsearch';
import {z} from 'zod';
import {OperationalError} from '#core/command-line/errors.ts';
import {createIfMissing, type Indices, indexDefinition} from '../write/indices.ts';

/** The index of what outlives a build: the lock, the generations taken out of service, the extracts refused. */
export const stateIndex = (prefix: string): string => `${prefix}indexer-state`;

const definition = indexDefinition('indexer/generations/indexer-state.json');

/**
 * The alias that the lock is written through. Where Elasticsearch creates indices by itself, a heartbeat
 * after the index was deleted would otherwise create it anew, with guessed types.
 */
export const lockAlias = (prefix: string): string => `${stateIndex(prefix)}-lock`;

/** Creates the index unless it exists. An earlier release may have created it, with fewer fields or no alias. */
export const createStateIndex = async (
  {client, prefix}: Indices,
  options?: TransportRequestOptions,
): Promise<void> => {
  const [index, name] = [stateIndex(prefix), lockAlias(prefix)];
  const whole = {...definition, aliases: {[name]: {}}};
  if (await createIfMissing(client, index, whole, options)) return;
  await client.indices.putMapping({index, ...definition.mappings}, options);
  await client.indices.putAlias({index, name}, options);
};

/** More than weekly documents of many years. */
const maxDocuments = 1000;

/** All documents of a kind, newest first. Each of these kinds has `at`. */
export const stateHits = async ({client, prefix}: Indices, kind: 'refused' | 'refused-extract') => {
  const request: estypes.SearchRequest = {
    index: stateIndex(prefix),
    size: maxDocuments,
    query: {term: {kind}},
    sort: [{at: {order: 'desc', unmapped_type: 'date'}}],
  };
  // One that is closed is not passed over like one that is missing.
  const {hits} = await client.search(request, {ignore: [404]});
  return hits?.hits ?? [];
};

export const instant = z.iso.datetime({offset: true});

/** A document of the indexer does not match its schema: a person or another release changed it. */
class DocumentDamaged extends OperationalError {}

type Hit = {readonly _index: string; readonly _id?: string | undefined; readonly _source?: unknown};

/** The source of a hit, parsed by its schema. @throws {DocumentDamaged} */
export const storedDocument = <Schema extends z.ZodType>(
  schema: Schema,
  {_index, _id = '', _source}: Hit,
): z.output<Schema> => {
  const {success, data, error} = schema.safeParse(_source);
  if (success) return data;
  const [issue] = error.issues;
  throw new DocumentDamaged(
    `The document ${_id} in ${_index} is not as this release writes it ` +
      `(${issue?.path.join('.')}: ${issue?.message}). While no build runs, correct or delete it: ` +
      `DELETE /${_index}/_doc/${encodeURIComponent(_id)}.`,
    {cause: error},
  );
};
