import {z} from 'zod';
import type {Versioned} from '#core/domain/dataset.ts';
import type {Page} from '#core/domain/pagination.ts';
import {joinJson} from '#src/http/endpoint/response.ts';
import {brokenRules} from '#src/http/problem.ts';
import type {ResultPage} from '#src/services.ts';
import {type ErrorCode, fail} from './errors.ts';
import {type RuleKey, rules} from './rules.ts';

/** Every response from data names its generation, including a 404 and a 304. */
export const ofVersion = (version: string) => ({'X-Dataset-Version': version});

/** `found(await vehicles.byId(id), 'VehicleNotFound')` throws the problem for an absent value. */
export const found = <Value>(
  {version, value}: Versioned<Value | undefined>,
  code: ErrorCode,
): Versioned<Value> => {
  if (value === undefined) throw fail(code, {headers: ofVersion(version)});
  return {version, value};
};

const PaginationMetadata = z
  .object({
    page: z.int().describe('The requested page.'),
    pageSize: z.int().describe('Items per page.'),
    totalCount: z.int().describe('Items on all pages.'),
    totalPages: z.int().describe('Pages at this page size.'),
  })
  .meta({id: 'PaginationMetadata', description: 'The position of a page in its list.'});

/** The envelope of a list, named `PaginationResponseOf<item schema>` as the contract requires. */
export const paginationResponseOf = <Item extends z.ZodType>(item: Item) =>
  z
    .object({
      data: z.array(item).readonly().describe('The items of this page.'),
      metadata: PaginationMetadata,
    })
    .meta({
      id: `PaginationResponseOf${item.meta()?.id}`,
      description: 'One page of a list.',
    });

/** The problem of broken rules, with their messages, that depend on a version of the data. */
export const brokenIn = (version: string, ...broken: readonly (readonly [RuleKey, string])[]) =>
  fail('ValidationFailed', {...brokenRules(broken), headers: ofVersion(version)});

/** The JSON of one page of a list. Throws for a page past the last one of a non-empty list. */
export const jsonPage = <Document>(
  {version, value: {documents, totalCount}}: Versioned<ResultPage<Document>>,
  {number, size}: Page,
  toItem: (document: Document) => string | Buffer,
): Buffer => {
  const totalPages = Math.ceil(totalCount / size);
  if (totalCount > 0 && number > totalPages) {
    throw brokenIn(version, ['PageOutOfRange', rules.PageOutOfRange(totalPages)]);
  }
  const metadata = {page: number, pageSize: size, totalCount, totalPages};
  const items = documents.map(toItem).flatMap((item, at) => (at === 0 ? [item] : [',', item]));
  return joinJson(['{"data":[', ...items, `],"metadata":${JSON.stringify(metadata)}}`]);
};
