import type {ListPath} from './calls.ts';
import {
  DatasetChanged,
  datasetVersionOf,
  ProblemError,
  SearchTooDeep,
  UnexpectedAnswer,
} from './errors.ts';
import type {Conduct} from './options.ts';
import {backoff} from './retrying-fetch.ts';
import type {BatchPlatesResponse, PaginationMetadata} from './schema.ts';

type Body = {readonly data: readonly unknown[]; readonly metadata?: PaginationMetadata};

/** The dataset of an answer that must name it, and have a list. A proxy can keep headers and replace the body. */
const namedDataset = (response: Response, body: Body, isPage: boolean): string => {
  const version = datasetVersionOf(response);
  if (version === undefined)
    throw new Error('The response lacks X-Dataset-Version. Make proxies and CORS pass it on.');
  if (Array.isArray(body.data) && (!isPage || Number.isInteger(body.metadata?.totalPages)))
    return version;
  throw new UnexpectedAnswer({method: 'GET'}, response, JSON.stringify(body));
};

/**
 * Does work that needs one dataset, and starts it over when a new one goes live meanwhile: up to three times, after
 * 1, 2 and 4 seconds, because the copies of a service do not change over at the same moment.
 */
export const startingOver = async <Result>(
  {onRetry, wait}: Conduct,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> => {
  for (const seconds of backoff) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DatasetChanged)) throw error;
      onRetry(error, seconds);
      await wait(seconds, signal);
    }
  }
  return await work();
};

const searchReach = 10_000;

/** The query for as few pages as possible, in the order of ids; that of the caller overrides it. */
const defaultQuery = (path: ListPath) =>
  path === '/v1/vehicles' ? {pageSize: 20, sortBy: 'id'} : {pageSize: 50};

type Page = {readonly data: readonly unknown[]; readonly metadata: PaginationMetadata};

type Ask<Asked, Body> = (
  asked: Asked,
) => Promise<{readonly data: Body; readonly response: Response}>;

export type AskPage = Ask<object, Page>;

/** Asks for a page. If a new dataset went live, an error may only mean that it lacks this page. */
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
 * All pages of a list, from one dataset. Throws `DatasetChanged` if another goes live meanwhile, and
 * `SearchTooDeep` after the first page of a search with more pages than can be requested.
 */
export async function* pagesOf(path: ListPath, query: object | undefined, ask: AskPage) {
  let version: string | undefined;
  for (let [page, last] = [1, 1]; page <= last; page += 1) {
    const asked = {...defaultQuery(path), ...query, page};
    const {data, response} = await askIn(version, () => ask(asked));
    const now = namedDataset(response, data, true);
    if (version !== undefined && now !== version) throw new DatasetChanged(version, now);
    const {totalCount, totalPages, pageSize} = data.metadata;
    if (path === '/v1/vehicles' && totalPages * pageSize > searchReach) {
      throw new SearchTooDeep(totalCount, searchReach);
    }
    [version, last] = [now, totalPages];
    yield {items: data.data, datasetVersion: now};
  }
}

/** The result of one plate: its vehicle, or the reason why there is none. */
export type PlateResult = BatchPlatesResponse['data'][number];

const platesPerBatch = 500;

type Part = {readonly plates: string[]; results: readonly PlateResult[]; version?: string};

/** Splits the plates into requests. Each plate occurs once, since every request counts it anew. */
const partsOf = (plates: readonly string[]): readonly Part[] => {
  const distinct = [...new Set(plates)];
  const count = Math.ceil(distinct.length / platesPerBatch);
  return Array.from({length: count}, (_, at) => ({
    plates: distinct.slice(at * platesPerBatch, (at + 1) * platesPerBatch),
    results: [],
  }));
};

/**
 * A batch of any number of plates. Each run requests the missing parts, throws `DatasetChanged` if another dataset
 * goes live meanwhile, and requests no part again that it has from the newest one.
 */
export const plateBatch = (plates: readonly string[], ask: Ask<string[], BatchPlatesResponse>) => {
  const parts = partsOf(plates);
  let version: string | undefined;

  return async () => {
    for (const part of parts) {
      if (part.version !== undefined && part.version === version) continue;
      const {data, response} = await ask(part.plates);
      const before = version;
      version = namedDataset(response, data, false);
      Object.assign(part, {results: data.data, version});
      if (before !== undefined && before !== version) throw new DatasetChanged(before, version);
    }
    const found = new Map(parts.flatMap(({results}) => results.map(each => [each.plate, each])));
    return {data: plates.flatMap(plate => found.get(plate) ?? []), datasetVersion: version};
  };
};
