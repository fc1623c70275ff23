import type {ListPath} from './calls.ts';
import {DatasetChanged, ProblemError, SearchTooDeep} from './errors.ts';
import {namedDataset} from './one-dataset.ts';
import type {PaginationMetadata} from './schema.ts';

/** How many vehicles of a search its pages reach. */
const searchReach = 10_000;

/** As few pages as possible, in the order of ids, unless the caller wants others. */
const defaultQuery = (path: ListPath) =>
  path === '/v1/vehicles' ? {pageSize: 20, sortBy: 'id'} : {pageSize: 50};

type Page = {readonly data: readonly unknown[]; readonly metadata: PaginationMetadata};

/** Asks for a page of a list. */
export type AskPage = (
  query: object,
) => Promise<{readonly data: Page; readonly response: Response}>;

/** A page of a dataset that is not the one of the pages before it may be an error, too: there is no such page any more. */
const askIn = async (version: string | undefined, ask: () => ReturnType<AskPage>) => {
  try {
    return await ask();
  } catch (error) {
    const now = error instanceof ProblemError ? error.datasetVersion : undefined;
    if (version === undefined || now === undefined || now === version) throw error;
    throw new DatasetChanged(version, now, {cause: error});
  }
};

/**
 * All pages of a list, of one dataset. Throws `DatasetChanged` when another goes live meanwhile, and
 * `SearchTooDeep` after the first page of a search that has more pages than can be asked for.
 */
export async function* pagesOf(path: ListPath, query: object | undefined, ask: AskPage) {
  let version: string | undefined;
  for (let [page, last] = [1, 1]; page <= last; page += 1) {
    const asked = {...defaultQuery(path), ...query, page};
    const {data, response} = await askIn(version, () => ask(asked));
    const now = namedDataset(response);
    if (version !== undefined && now !== version) throw new DatasetChanged(version, now);
    const {totalCount, totalPages, pageSize} = data.metadata;
    if (path === '/v1/vehicles' && totalPages * pageSize > searchReach) {
      throw new SearchTooDeep(totalCount, searchReach);
    }
    [version, last] = [now, totalPages];
    yield {items: data.data, datasetVersion: now};
  }
}
