import {z} from 'zod';
import {maxPageSize} from '#core/domain/pagination.ts';
import {
  declarationOf,
  type ReferenceDocument,
  type ReferenceList,
  referenceLists,
  references,
} from '#mappings/reference-document.ts';
import {type ApiEndpoint, endpoint} from './endpoint.ts';
import {dataErrors, errors, fail} from './errors.ts';
import {idIn, nameStart, page, pageSize} from './parameters.ts';
import {found, jsonPage, ofVersion, paginationResponseOf} from './replies.ts';

const Query = z.object({q: nameStart.optional(), page, pageSize: pageSize(maxPageSize)});

/** The code for an entry that is absent, whether or not its parents exist. */
const absentIn = <List extends ReferenceList>(list: List) =>
  `${references[list].name}NotFound` as const;

const pathIdIn = (list: ReferenceList) => {
  const {path, nouns} = declarationOf(list);
  return idIn(path).describe(`Identifier of the ${nouns[0]}.`);
};

/** The ids of its operations: `getEmissionStandard` and `listEmissionStandards`. */
export const operationsOf = (list: ReferenceList) => ({
  one: `get${references[list].name}`,
  many: `list${list.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
});

/** The two endpoints of a reference list: for one entry, and for a page of entries. */
const endpointsOf = (list: ReferenceList): readonly ApiEndpoint[] => {
  const {name, description, nouns, parents, path, fields} = declarationOf(list);
  const [entry, entries] = nouns;
  const absent = absentIn(list);
  const {one, many} = operationsOf(list);
  const parent = parents.at(-1);
  const ofParent = parent === undefined ? '' : ` of a ${parent.noun}`;
  const params: Readonly<Record<string, ReturnType<typeof idIn>>> = Object.fromEntries(
    parents.map(({list, parameter}) => [parameter, pathIdIn(list)]),
  );
  const response: z.ZodObject = z.object(fields).meta({id: `Vehicle${name}Response`, description});
  // Parsing drops the stored members that the list does not have.
  const toItem = (entry: ReferenceDocument) => response.parse({originalName: entry.name, ...entry});
  return [
    endpoint({
      operationId: one,
      tag: 'Reference data',
      path: `${path}/{id}`,
      summary: `Get one ${entry}${ofParent} by its id.`,
      description: `Take the id from a vehicle or from the list of ${entries}.`,
      params: {...params, id: pathIdIn(list)},
      responses: {200: response},
      errors: [errors.ValidationFailed, errors[absent], ...dataErrors],
      handle: async ({params: {id, ...parents}}, {references, request}) => {
        const entry = await references.byId(list, parents, id, request.signal);
        const {version, value} = found(entry, absent);
        return {body: toItem(value), version};
      },
    }),
    endpoint({
      operationId: many,
      tag: 'Reference data',
      path,
      summary: `List the ${entries}${ofParent}.`,
      description: 'Entries are sorted by ascending id, compared as numbers.',
      params,
      query: Query,
      isHeavy: true,
      responses: {200: paginationResponseOf(response)},
      errors: [
        errors.ValidationFailed,
        ...parents.map(({list}) => errors[absentIn(list)]),
        ...dataErrors,
      ],
      handle: async ({params, query}, {references, request}) => {
        const {q, page: number, pageSize: size} = query;
        const page = {number, size};
        const asked = {startsWith: q, page};
        const {version, value} = await references.list(list, params, asked, request.signal);
        if ('missingParent' in value) {
          throw fail(absentIn(value.missingParent), {headers: ofVersion(version)});
        }
        const toJson = (entry: ReferenceDocument) => JSON.stringify(toItem(entry));
        return {body: jsonPage({version, value}, page, toJson), version};
      },
    }),
  ];
};

/** The endpoints of all reference lists. */
export const referenceEndpoints: readonly ApiEndpoint[] = referenceLists.flatMap(endpointsOf);
