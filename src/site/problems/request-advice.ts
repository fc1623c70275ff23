import {type Advice, retries} from './advice.ts';

/** What is wrong with the request itself. */
export const requestAdvice = {
  ValidationFailed: {
    happened: 'A parameter, the body or the request as a whole is malformed or out of range.',
    remedies: [
      'Read `errors`: each key is the rule that was broken, and under it stand sentences that say how.',
      'Where there is no `errors`, a value could not be read at all: text where a number is expected, a parameter that is given twice, bytes that are not UTF-8, or a request that is not well-formed HTTP. `detail` names it.',
      'Let your HTTP client encode paths and queries instead of joining strings.',
    ],
    retry: retries.never,
  },
  RouteNotFound: {
    happened: 'The service has no such path.',
    remedies: [
      'Compare the path with the reference. Every endpoint begins with `/v1`.',
      'Upper and lower case matter, and so do slashes: `/v1/vehicles/` is not `/v1/vehicles`.',
      'An empty id leaves a path that does not exist: look at the variable it came from.',
    ],
    retry: retries.never,
  },
  MethodNotAllowed: {
    happened: 'The path exists, but does not accept this method.',
    remedies: [
      'Use one of the methods in the `Allow` header.',
      'The API is read-only: everything is `GET`, except `POST /v1/vehicles/plates`.',
      'A browser that asks with `OPTIONS` first asks from a web page of another origin, which the operator has not allowed. Call the API from your server.',
    ],
    retry: retries.never,
  },
  RequestTimeout: {
    happened:
      'The headers took longer than 10 seconds, or the whole request longer than 15, to arrive. The connection was closed.',
    remedies: [
      'Look for what is slow between you and the service: a proxy, a lossy network, a client that stalls.',
      'Make sure that the body is as long as `Content-Length` says: the service waits for the rest.',
    ],
    retry:
      'Not blindly. Nothing of the request was acted upon, so it may safely be sent again on a new connection.',
  },
  PayloadTooLarge: {
    happened:
      'The body is larger than 64 KB (65,536 bytes). It was not looked at, and cost nothing of the quota.',
    remedies: [
      'Split the plates over several calls. 500 plates, the most a call takes, fit easily when they are sent as `{"plates": ["AB12345", …]}` and nothing else.',
    ],
    retry: retries.never,
  },
  RequestHeadersTooLarge: {
    happened:
      'The request line and the headers together are larger than 16 KB, or the headers more than 1,000. The request was not read any further.',
    remedies: [
      'Look for what is large: a long query, or cookies and tokens that your client sends to every host. The API needs none of them.',
      'Many plates belong into the body of `POST /v1/vehicles/plates`.',
    ],
    retry: retries.never,
  },
} as const satisfies Record<string, Advice>;
