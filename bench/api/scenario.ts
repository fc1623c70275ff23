/** A request as a client sends it. */
export type Request = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Requests that all connections together send in turn, over and over. */
export type Load = {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly requests: readonly Request[];
};

/** The responses to a load, counted. */
export type Answers = {
  readonly count: number;
  readonly perSecond: number;
  /** Half of the responses came in this time. */
  readonly p50Ms: number;
  /** All but one in a hundred. */
  readonly p99Ms: number;
  /** Responses with a status of 400 or above. */
  readonly refused: number;
  /** Requests without a response. */
  readonly failed: number;
};

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
