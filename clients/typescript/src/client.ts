import createOpenApiClient from 'openapi-fetch';
import type {
  Answer,
  Data,
  Fields,
  GetArguments,
  GetPath,
  Item,
  ListArguments,
  ListPath,
} from './calls.ts';
import {datasetVersionOf} from './errors.ts';
import {type AskPage, type PlateResult, pagesOf, plateBatch, startingOver} from './one-dataset.ts';
import {type ClientOptions, conductOf} from './options.ts';
import {retryingFetch} from './retrying-fetch.ts';
import type {BatchPlatesResponse, ChangesResponse, paths} from './schema.ts';

/** Items of one dataset. */
export type Collected<Each> = {
  readonly data: Each[];
  /** Undefined if no request was needed. */
  readonly datasetVersion: string | undefined;
};

type ChangesQuery = Omit<paths['/v1/changes']['get']['parameters']['query'], 'after'>;

/** The options of any GET, for code that knows none of their paths. */
type AnyOptions = {
  readonly signal?: AbortSignal;
  readonly params?: {readonly path?: object; readonly query?: object};
};

/** Refuses values that a URL drops from its path, even if encoded, which gives another path, or cannot encode. */
const refuseUnsendable = ({path = {}, query = {}}: AnyOptions['params'] = {}): void => {
  for (const [name, value] of Object.entries(path)) {
    if (/^\.{0,2}$/.test(value)) throw new RangeError(`No path can have the ${name} "${value}".`);
  }
  for (const [name, value] of Object.entries({...path, ...query})) {
    if (/\p{Surrogate}/u.test(String(value)))
      throw new RangeError(`The ${name} has a lone surrogate, which UTF-8 cannot encode.`);
  }
};

/** A client of the API. Its calls return successes and throw everything else. */
export const createClient = (given: ClientOptions) => {
  const conduct = conductOf(given);
  const openApi = createOpenApiClient<paths>({
    baseUrl: conduct.baseUrl,
    headers: {'X-Api-Key': conduct.apiKey},
    fetch: retryingFetch(conduct),
    // The API redirects no call; following a redirect would send the key elsewhere.
    redirect: 'manual',
  });

  /** The signal that ends a call early. */
  const endOf = (signal: AbortSignal | undefined): AbortSignal =>
    AbortSignal.any([conduct.signal, signal].filter(each => each !== undefined));

  // The types of openapi-fetch accept misspelt parameters, so the methods below have their own.
  const ask = async <Body>(path: GetPath, options: AnyOptions | undefined) => {
    refuseUnsendable(options?.params);
    const {data, response} = await openApi.GET(path, options as never);
    return {data: data as Body, response};
  };

  const pages = (path: ListPath, options: AnyOptions = {}) => {
    const {params} = options;
    const askPage: AskPage = query => ask(path, {...options, params: {...params, query}});
    return pagesOf(path, params?.query, askPage);
  };

  return {
    /** Gets one response. Its `data` is undefined if the vehicle does not have the record. */
    get: async <Path extends GetPath, Given extends Fields = undefined>(
      path: Path,
      ...[options]: GetArguments<Path, Given>
    ): Promise<Answer<Data<Path, Given>>> => {
      const {data, response} = await ask<Data<Path, Given>>(path, options);
      return {data, datasetVersion: datasetVersionOf(response), response};
    },

    /**
     * Walks a list to its end, page by page, in one dataset. Throws `DatasetChanged` if another goes live
     * meanwhile: then start over, and discard the items so far.
     */
    walk: async function* <Path extends ListPath, Given extends Fields = undefined>(
      path: Path,
      ...[options]: ListArguments<Path, Given>
    ): AsyncGenerator<Item<Path, Given>, void, undefined> {
      for await (const {items} of pages(path, options))
        yield* items as readonly Item<Path, Given>[];
    },

    /** Reads a list to its end, and starts over if the dataset changes. */
    collect: <Path extends ListPath, Given extends Fields = undefined>(
      path: Path,
      ...[options]: ListArguments<Path, Given>
    ): Promise<Collected<Item<Path, Given>>> =>
      startingOver(conduct, endOf(options?.signal), async () => {
        const data: Item<Path, Given>[] = [];
        let version: string | undefined;
        for await (const {items, datasetVersion} of pages(path, options)) {
          data.push(...(items as readonly Item<Path, Given>[]));
          version = datasetVersion;
        }
        return {data, datasetVersion: version};
      }),

    /**
     * Reads what changed since a release, page by page, whatever goes live meanwhile. `serial` of the last page,
     * whose `next` is null, is the `since` to continue from.
     */
    changes: async function* (
      query: ChangesQuery,
      options: {readonly signal?: AbortSignal} = {},
    ): AsyncGenerator<ChangesResponse, void, undefined> {
      for (let after: {after?: string} = {}; ; ) {
        const params = {query: {pageSize: 500, ...query, ...after}};
        const {data} = await ask<ChangesResponse>('/v1/changes', {...options, params});
        yield data;
        // Absent from JSON of something in front of the service.
        if (!data.next) return;
        after = {after: data.next};
      }
    },

    /**
     * Looks up any number of plates, 500 with each request. The results are in the order of the plates and come from
     * one dataset; those from an older one are requested again.
     */
    vehiclesByPlates: (
      plates: readonly string[],
      {signal}: {readonly signal?: AbortSignal} = {},
    ): Promise<Collected<PlateResult>> => {
      const batch = plateBatch(plates, async part => {
        const options = {body: {plates: part}, ...(signal && {signal})};
        const {data, response} = await openApi.POST('/v1/vehicles/plates', options);
        return {data: data as BatchPlatesResponse, response};
      });
      return startingOver(conduct, endOf(signal), batch);
    },
  };
};

export type Client = ReturnType<typeof createClient>;
