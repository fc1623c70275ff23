/** The explanation of an error on its page, for the developer of a client. */
export type Advice = {
  readonly happened: string;
  /** Ways to resolve it, the most likely first. */
  readonly remedies: readonly string[];
  /** Whether to retry the same request; absent if it fails again. */
  readonly retry?: string;
};

/** Errors that the request, its key or its account causes, whatever the data. */
export const requestAdvice = {
  ValidationFailed: {
    happened: 'A parameter, the body or the request as a whole is malformed or out of range.',
    remedies: [
      'Read `errors`: each key is a broken rule, and its value lists messages.',
      'Without `errors`, a value is malformed: text where a number is expected, a parameter given twice, bytes that are not UTF-8, or a request that is not well-formed HTTP. `detail` names it.',
      'Let your HTTP client encode paths and queries instead of concatenating strings.',
    ],
  },
  ApiKeyMissing: {
    happened: 'The request has no `X-Api-Key` header, or an empty one.',
    remedies: [
      'Send your key with every request: `X-Api-Key: vdl_live_…`.',
      'Check which headers are really sent: a redirect, a proxy or an unset environment variable may have dropped it.',
      'Send the key in this header only. The service does not read it from the URL or from `Authorization`.',
    ],
  },
  ApiKeyInvalid: {
    happened:
      'The key was rejected: it is unknown, deleted, expired, or from the other environment.',
    remedies: [
      'Compare the key with the one you were given, to the last character. It must not include quotes or a line break.',
      'Check its prefix: `vdl_live_` keys work on the live service, `vdl_test_` keys on the test service.',
      'Check that your HTTP client does not send the header twice.',
      'Ask the issuer of the key whether it was deleted or has expired, and for a new one.',
    ],
  },
  PaymentRequired: {
    happened: 'The key is valid, but its account has no active plan or trial.',
    remedies: ['Choose a plan for the account. Its keys then work again at once, unchanged.'],
    retry: 'Once the account has a plan. Until then the same request fails again.',
  },
  RouteNotFound: {
    happened: 'The path does not exist.',
    remedies: [
      'Compare the path with the reference. All endpoints start with `/v1`.',
      'Paths are case-sensitive and have no trailing slash: `/v1/vehicles/` is not `/v1/vehicles`.',
      'An empty id makes a path that does not exist: check the variable it came from.',
    ],
  },
  MethodNotAllowed: {
    happened: 'The path exists, but does not accept this method.',
    remedies: [
      'Use one of the methods in the `Allow` header.',
      'The API is read-only: every endpoint is `GET`, except `POST /v1/vehicles/plates`.',
      'A browser that sends `OPTIONS` first calls from a web page of another origin, which the operator has not allowed. Call the API from your server.',
    ],
  },
  RequestTimeout: {
    happened:
      'The headers took longer than 10 seconds to arrive, or the whole request longer than 15. The connection was closed.',
    remedies: [
      'Find what is slow between you and the service: a proxy, a lossy network, a client that stalls.',
      'Check that the body is as long as `Content-Length` says: the service waits for the rest.',
    ],
    retry:
      'Yes, on a new connection, once you know the cause. The service has not acted on the request.',
  },
  PayloadTooLarge: {
    happened:
      'The body is larger than 64 KB (65,536 bytes). The service has not read it, and it cost nothing of the quota.',
    remedies: [
      'Split the plates over several calls. 500 plates, the maximum per call, fit easily if the body is `{"plates": ["AB12345", …]}` and nothing else.',
    ],
  },
  RateLimitExceeded: {
    happened:
      'The key has sent more requests within 60 seconds than its plan allows: 60 unless the plan says otherwise. This request was not counted.',
    remedies: [
      'Wait, and spread requests out: one per second never exceeds a limit of 60.',
      'Slow down in time: every response has the remaining requests in `RateLimit` and the limits in `RateLimit-Policy`.',
      'Look plates up with `POST /v1/vehicles/plates`: 500 plates are one request of the minute.',
      'Share one limiter among all clients with the key, or give each its own key.',
    ],
    retry: 'Yes, after the seconds in `Retry-After`.',
  },
  QuotaExceeded: {
    happened:
      "The plan's requests for this month are used up, or a batch needs more than remain. Nothing was looked up, and nothing was counted.",
    remedies: [
      'Send a smaller batch: each distinct valid plate counts as one request.',
      '`GET /v1/usage` returns the used and remaining requests. It does not count towards the quota.',
      'Choose a larger plan, or wait for the month to end (UTC).',
    ],
    retry:
      'Not before next month (UTC), when `Retry-After` ends, unless the plan changes. Do not wait for it in a loop.',
  },
  HttpVersionNotSupported: {
    happened:
      'The request line names a version other than HTTP/1.1 and HTTP/1.0. The connection was closed.',
    remedies: [
      'Have your HTTP client use HTTP/1.1. A proxy in front of the service can offer HTTP/2 and HTTP/3.',
    ],
  },
  RequestHeadersTooLarge: {
    happened:
      'The request line and headers together are larger than 16 KB, or there are more than 1,000 headers. The service stopped reading.',
    remedies: [
      'Find what is large: a long query, or cookies and tokens that your client sends to every host. The API needs none of them.',
      'Send many plates in the body of `POST /v1/vehicles/plates`.',
    ],
  },
} as const satisfies Record<string, Advice>;
