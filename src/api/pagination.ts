import {z} from 'zod';
import type {Versioned} from '#core/domain/dataset.ts';
import {isPastEnd, type Page, totalPages} from '#core/domain/pagination.ts';
import type {ResultPage} from '#src/services.ts';
import {fail} from './errors.ts';
import {ofVersion} from './replies.ts';
import {rules} from './rules.ts';

const PaginationMetadata = z
  .object({
    page: z.int().meta({description: 'The page asked for.'}),
    pageSize: z.int().meta({description: 'Items per page.'}),
    totalCount: z.int().meta({description: 'Items across all pages.'}),
    totalPages: z.int().meta({description: 'Pages at this page size.'}),
  })
  .meta({id: 'PaginationMetadata', description: 'Where a page lies in its list.'});

/** The envelope of a list, named `PaginationResponseOf<item schema>` as the contract has it. */
export const paginationResponseOf = <Item extends z.ZodType>(item: Item) =>
  z
    .object({
      data: z.array(item).readonly().meta({description: 'The items of this page.'}),
      metadata: PaginationMetadata,
    })
    .meta({
      id: `PaginationResponseOf${item.meta()?.id}`,
      description: 'One page of a list.',
    });

/** The reply for one page of a list; a page past the last one of a list with items is refused. */
export const pageReply = <Document, Item>(
  {version, value: {documents, totalCount}}: Versioned<ResultPage<Document>>,
  page: Page,
  toItem: (document: Document) => Item,
) => {
  const pages = totalPages(totalCount, page.size);
  if (isPastEnd(page, totalCount)) {
    const detail = rules.PageOutOfRange(pages);
    const errors = {PageOutOfRange: [detail]};
    throw fail('ValidationFailed', {detail, headers: ofVersion(version), errors});
  }
  const metadata = {page: page.number, pageSize: page.size, totalCount, totalPages: pages};
  return {body: {data: documents.map(toItem), metadata}, version};
};
