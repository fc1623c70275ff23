import {z} from 'zod';
import type {Versioned} from '#core/domain/dataset.ts';
import {referenceFields} from '#mappings/fields/references.ts';
import type {ReferenceDocument, ReferenceList} from '#mappings/reference-document.ts';
import type {MissingParent, ResultPage} from '#src/services.ts';
import {type ApiEndpoint, endpoint} from '../endpoint.ts';
import {dataErrors, type ErrorCode, errors, fail} from '../errors.ts';
import {idIn, maxPageSize, nameStart, page, pageSize} from '../parameters.ts';
import {found, ofVersion, pageReply, paginationResponseOf, reply} from '../replies.ts';

const Query = z.object({q: nameStart.optional(), page, pageSize: pageSize(maxPageSize)});

const parentErrors = {makes: 'MakeNotFound', models: 'ModelNotFound'} as const;

/** The parents of a list: their path and path parameters. */
type Scope = {
  readonly path: string;
  readonly phrase: string;
  readonly params: Readonly<Record<string, ReturnType<typeof idIn>>>;
  readonly parents: readonly (keyof typeof parentErrors)[];
};

const makeId = idIn('/v1/makes').describe('Identifier of the make.');
const modelId = idIn('/v1/makes/{makeId}/models').describe('Identifier of the model.');

const top: Scope = {path: '/v1', phrase: '', params: {}, parents: []};

export const underMake: Scope = {
  path: '/v1/makes/{makeId}',
  phrase: ' of a make',
  params: {makeId},
  parents: ['makes'],
};

export const underModel: Scope = {
  path: '/v1/makes/{makeId}/models/{modelId}',
  phrase: ' of a model',
  params: {makeId, modelId},
  parents: ['makes', 'models'],
};

type EntryName<Code> = Code extends `${infer Name}NotFound` ? Name : never;

type Declaration = {
  readonly list: ReferenceList;
  readonly scope?: Scope;
  /** Of an entry and of the list, in the names of operations, schemas and errors. */
  readonly names: readonly [entry: EntryName<ErrorCode>, list: string];
  readonly nouns: readonly [entry: string, entries: string];
  /** The description of an entry. */
  readonly description: string;
};

/** Throws the problem of the first missing parent. */
const requireParents = ({
  version,
  value,
}: Versioned<ResultPage<ReferenceDocument> | MissingParent>): Versioned<
  ResultPage<ReferenceDocument>
> => {
  if (!('missingParent' in value)) return {version, value};
  throw fail(parentErrors[value.missingParent], {headers: ofVersion(version)});
};

/** The two endpoints of a reference list: for one entry, and for a page of entries. */
export const referenceList = (declaration: Declaration): readonly ApiEndpoint[] => {
  const {list, scope = top, description} = declaration;
  const [name, listName] = declaration.names;
  const [entry, entries] = declaration.nouns;
  const path = `${scope.path}/${list}`;
  // The error for an absent entry, whether or not its parents exist.
  const absent = `${name}NotFound` as const;
  const response: z.ZodObject = z
    .object(referenceFields[list])
    .meta({id: `Vehicle${name}Response`, description});
  // Parsing drops the stored members that the list does not have.
  const toItem = (entry: ReferenceDocument) => response.parse({originalName: entry.name, ...entry});
  return [
    endpoint({
      operationId: `get${name}`,
      tag: 'Reference data',
      path: `${path}/{id}`,
      summary: `Get one ${entry}${scope.phrase} by its id.`,
      description: `The id is that of a vehicle's reference, or of the list of ${entries}.`,
      params: {...scope.params, id: idIn(path).describe(`Identifier of the ${entry}.`)},
      responses: {200: response},
      errors: [errors.ValidationFailed, errors[absent], ...dataErrors],
      handle: async ({params: {id, ...parents}}, {references, request}) =>
        reply(found(await references.byId(list, parents, id, request.signal), absent), toItem),
    }),
    endpoint({
      operationId: `list${listName}`,
      tag: 'Reference data',
      path,
      summary: `List the ${entries}${scope.phrase}.`,
      description: 'Entries are sorted by ascending id, compared as numbers.',
      params: scope.params,
      query: Query,
      isHeavy: true,
      responses: {200: paginationResponseOf(response)},
      errors: [
        errors.ValidationFailed,
        ...scope.parents.map(parent => errors[parentErrors[parent]]),
        ...dataErrors,
      ],
      handle: async ({params, query}, {references, request}) => {
        const {q, page: number, pageSize: size} = query;
        const page = {number, size};
        const result = await references.list(list, params, {startsWith: q, page}, request.signal);
        return pageReply(requireParents(result), page, toItem);
      },
    }),
  ];
};
