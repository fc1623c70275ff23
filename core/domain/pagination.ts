/** Which part of a list is asked for. Both from 1. */
export type Page = {readonly number: number; readonly size: number};

/** How many items a search reaches, whatever its total: Elasticsearch's own window. */
export const deepestReach = 10_000;

/** Whether a page ends beyond what a search reaches. A page that is out of range by itself does not. */
export const isTooDeep = ({number, size}: Page): boolean =>
  number >= 1 && size >= 1 && number * size > deepestReach;

export const totalPages = (totalCount: number, pageSize: number): number =>
  Math.ceil(totalCount / pageSize);

/** Whether a page lies past the last one. An empty list has no last page: every page of it is empty. */
export const isPastEnd = ({number, size}: Page, totalCount: number): boolean =>
  totalCount > 0 && number > totalPages(totalCount, size);
