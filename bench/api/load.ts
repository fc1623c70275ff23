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
