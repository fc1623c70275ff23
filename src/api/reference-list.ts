import {z} from 'zod';
import type {Versioned} from '#core/domain/dataset.ts';
import type {ReferenceDocument, ReferenceList} from '#mappings/reference-document.ts';
import {type AnyEndpoint, endpointsFor} from '#src/http/endpoint/endpoint.ts';
import type {MissingParent, ResultPage, Services} from '#src/services.ts';
import {dataErrors, type ErrorCode, errors, fail} from './errors.ts';
import {pageReply, paginationResponseOf} from './pagination.ts';
import {int64, nameStart, page, pageSize} from './parameters.ts';
import {found, ofVersion, reply} from './replies.ts';
import {toEntry} from './schemas/references.ts';

const endpoint = endpointsFor<Services>();

const paged = z.object({page, pageSize: pageSize(50)});
const pagedByName = z.object({q: nameStart.optional(), ...paged.shape});

const parentErrors = {makes: 'MakeNotFound', models: 'ModelNotFound'} as const;

/** What lists stand under: the path to there, and which parents it names. */
type Place = {
  readonly path: string;
  readonly inWords: string;
  readonly params: Readonly<Record<string, typeof int64>>;
  readonly parents: readonly (keyof typeof parentErrors)[];
};

const makeId = int64.meta({description: 'Identifier of the make.'});
const modelId = int64.meta({description: 'Identifier of the model.'});

export const top: Place = {path: '/v1', inWords: '', params: {}, parents: []};

export const underMake: Place = {
  path: '/v1/makes/{makeId}',
  inWords: ' of a make',
  params: {makeId},
  parents: ['makes'],
};

export const underModel: Place = {
  path: '/v1/makes/{makeId}/models/{modelId}',
  inWords: ' of a model',
  params: {makeId, modelId},
  parents: ['makes', 'models'],
};

type Declaration = {
  readonly list: ReferenceList;
  readonly place: Place;
  readonly operationIds: readonly [entry: string, list: string];
  readonly nouns: readonly [entry: string, entries: string];
  readonly response: z.ZodObject;
  /** What an absent entry is answered with, whether or not its parents are there. */
  readonly absent: ErrorCode;
  /** Whether `q` finds entries by the beginning of their names. */
  readonly byName?: true;
};

/** A list, where its parents are there; else the problem of the first that is absent is thrown. */
const underParents = ({
  version,
  value,
}: Versioned<ResultPage<ReferenceDocument> | MissingParent>): Versioned<
  ResultPage<ReferenceDocument>
> => {
  if (!('missingParent' in value)) return {version, value};
  throw fail(parentErrors[value.missingParent], {headers: ofVersion(version)});
};

/** The two endpoints of a reference list: one of its entries, and a page of all of them. */
export const referenceList = (declaration: Declaration): readonly AnyEndpoint<Services>[] => {
  const {list, place, response, absent, byName = false} = declaration;
  const [getEntry, listEntries] = declaration.operationIds;
  const [entry, entries] = declaration.nouns;
  const path = `${place.path}/${list}`;
  const toItem = (document: ReferenceDocument) => toEntry(response, document);
  return [
    endpoint({
      operationId: getEntry,
      tag: 'Reference data',
      path: `${path}/{id}`,
      summary: `Get one ${entry}${place.inWords} by its id.`,
      params: {...place.params, id: int64.meta({description: `Identifier of the ${entry}.`})},
      responses: {200: response},
      errors: [errors.ValidationFailed, errors[absent], ...dataErrors],
      handle: async ({params: {id, ...parents}}, {references}) =>
        reply(found(await references.byId(list, parents, id), absent), toItem),
    }),
    endpoint({
      operationId: listEntries,
      tag: 'Reference data',
      path,
      summary: `List the ${entries}${place.inWords}.`,
      description: 'Entries come by ascending id, compared as a number.',
      params: place.params,
      query: byName ? pagedByName : paged,
      responses: {200: paginationResponseOf(response)},
      errors: [
        errors.ValidationFailed,
        ...place.parents.map(parent => errors[parentErrors[parent]]),
        ...dataErrors,
      ],
      handle: async ({params, query}, {references}) => {
        const {q, page: number, pageSize: size} = {q: undefined, ...query};
        const page = {number, size};
        const answer = await references.list(list, params, {startsWith: q, page});
        return pageReply(underParents(answer), page, toItem);
      },
    }),
  ];
};
