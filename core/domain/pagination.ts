/** A page of a list. Both from 1. */
export type Page = {readonly number: number; readonly size: number};

/** The deepest item a search can page to: `index.max_result_window` of Elasticsearch. */
export const maxResultWindow = 10_000;

/** Maximum number of items on a page of the vehicle search, whose items are the largest. */
export const maxSearchPageSize = 20;

/** The same of every other list. */
export const maxPageSize = 50;

/** Whether a page ends beyond the result window. A number or size below 1 is another error. */
export const isTooDeep = ({number, size}: Page): boolean =>
  number >= 1 && size >= 1 && number * size > maxResultWindow;
