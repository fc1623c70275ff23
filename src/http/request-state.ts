import type Koa from 'koa';

/** What is known of one request so far. Problems quote it and the access log ends with it. */
export type RequestState = {
  requestId: string;
  traceId: string;
  /** The declared path, never the one called: that may hold a plate or a VIN. */
  route?: string;
  /** The code of the problem it was answered with. */
  code?: string;
  /** The id of the caller's key, never the key. */
  keyId?: string;
};

export type Middleware = Koa.Middleware<RequestState, object>;

export type RequestContext = Koa.ParameterizedContext<RequestState, object>;
