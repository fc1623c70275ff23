import type {Request} from './load.ts';

/** One kind of request to the API, asked of everything that can answer it. */
export type Scenario = {
  readonly name: string;
  readonly connections: number;
  /** Whose key the requests carry. */
  readonly caller: 'admitted' | 'over the limit' | 'none';
  /** The status of nearly all responses. */
  readonly status: number;
  /** Without a key. */
  readonly requests: readonly Request[];
  /** The same asked of Elasticsearch, as paths below an index. */
  readonly direct: readonly Request[];
  /** True: the client has the responses already, and sends their tags. */
  readonly isRevalidation: boolean;
};

/** A request without a body. */
export const get = (path: string): Request => ({method: 'GET', path, headers: {}});

/** The connections of most scenarios. */
export const many = 64;

/** A scenario of an admitted caller whose requests succeed, unless `rest` says otherwise. */
export const scenario = (
  name: string,
  requests: readonly Request[],
  rest: Partial<Omit<Scenario, 'name' | 'requests'>> = {},
): Scenario => ({
  name,
  connections: many,
  caller: 'admitted',
  status: 200,
  requests,
  direct: [],
  isRevalidation: false,
  ...rest,
});
