import type Koa from 'koa';

/** Data about one request, for problems and the access log. */
export type RequestState = {
  requestId: string;
  traceId: string;
  /** The declared path. The actual one is never kept: it can hold a plate or a VIN. */
  route?: string;
  /** The code of the problem the request was answered with. */
  code?: string;
  /** The id of the caller's key, never the key. */
  keyId?: string;
};

export type Middleware = Koa.Middleware<RequestState, object>;

export type RequestContext = Koa.ParameterizedContext<RequestState, object>;
