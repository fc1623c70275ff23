import {maxBatchBytes} from '#core/domain/identifiers.ts';
import {maxSearchPageSize} from '#core/domain/pagination.ts';
import {
  declarationOf,
  type ReferenceList,
  references,
  wordsOf,
} from '#mappings/reference-document.ts';
import {bodyTooLarge} from '#src/http/endpoint/body.ts';
import {type Occurrence, Problem, type ProblemKind} from '#src/http/problem.ts';
import {rules} from './rules.ts';

/** An error as it is documented for the developer of a client, in Markdown. */
type Documented = {
  readonly status: number;
  readonly title: string;
  readonly happened: string;
  /** Ways to resolve it, the most likely first. */
  readonly remedies: readonly string[];
  /** Whether to retry the same request; absent if it fails again. */
  readonly retry?: string;
  /** The path of a request with this error, and the parts of the answer besides the title. */
  readonly example: {readonly instance: string; readonly occurrence?: Occurrence};
};

/** The `retry` of a request that fails again. */
export const neverRetried = 'No. The same request fails again.';

const afterImport = 'No. The same request fails again until the next import, which is weekly.';
const withBackoff = 'Yes. Retry after 1, then 2, then 4 seconds, and stop after three retries.';
const afterOutage = `${withBackoff} If \`Retry-After\` is longer, wait for that.`;

const report =
  'If the error persists, contact support with the `requestId` and the `traceId` of the problem: they identify the request in our log.';

const retryAfter = (seconds: number): Occurrence => ({headers: {'Retry-After': String(seconds)}});

const batch = '/v1/vehicles/plates';
const search = '/v1/vehicles';
const dataset = '/v1/dataset';
const pageSize = rules.PageSizeOutOfRange(maxSearchPageSize);

/** The error for an id that no entry of a list has, or none under the parents in the path. */
const entryNotFound = (list: ReferenceList): Documented => {
  const {path, parents} = declarationOf(list);
  const entry = wordsOf(references[list].name);
  const parent = parents.at(-1);
  return {
    status: 404,
    title: `The ${entry} was not found${parent ? ` under this ${parent.noun}` : ''}.`,
    happened: `The current dataset has no ${entry} with this id${parent ? ' under the parent in the path' : ''}.`,
    remedies: [
      ...(parent
        ? [
            'Check all ids in the path: an entry exists only under its own parent. This error does not say whether the parent exists.',
          ]
        : []),
      `Find the id with \`GET ${path}\`, or take it from a vehicle.`,
      'An id is a whole number in a string. Keep it a string: numbers above 2^53 lose digits.',
    ],
    retry: afterImport,
    example: {
      instance: `${path.replace('{makeId}', '19001').replace('{modelId}', '3006')}/404`,
    },
  };
};

const documented = {
  ValidationFailed: {
    status: 400,
    title: 'A parameter is malformed or out of range.',
    happened: 'A parameter, the body or the request as a whole is malformed or out of range.',
    remedies: [
      'Read `errors`: each key is a broken rule, and its value lists messages.',
      'Without `errors`, a value is malformed: text where a number is expected, a parameter given twice, bytes that are not UTF-8, or a request that is not well-formed HTTP. `detail` names it.',
      'Let your HTTP client encode paths and queries instead of concatenating strings.',
    ],
    example: {
      instance: search,
      occurrence: {detail: pageSize, errors: {PageSizeOutOfRange: [pageSize]}},
    },
  },
  ApiKeyMissing: {
    status: 401,
    title: 'The X-Api-Key header is missing.',
    happened: 'The request has no `X-Api-Key` header, or an empty one.',
    remedies: [
      'Send your key with every request: `X-Api-Key: vdl_live_…`.',
      'Check which headers are actually sent: a redirect, a proxy or an unset environment variable may have dropped it.',
      'Send the key in this header only. The service does not read it from the URL or from `Authorization`.',
    ],
    example: {instance: dataset},
  },
  ApiKeyInvalid: {
    status: 401,
    title: 'The API key is not valid.',
    happened:
      'The key was rejected: it is unknown, deleted, expired, or from the other environment.',
    remedies: [
      'Compare the key with the one you were given, to the last character. It must not include quotes or a line break.',
      'Check its prefix: `vdl_live_` keys work on the live service, `vdl_test_` keys on the test service.',
      'Check that your HTTP client does not send the header twice.',
      'Ask the issuer of the key whether it was deleted or has expired, and request a new one.',
    ],
    example: {instance: dataset},
  },
  PaymentRequired: {
    status: 402,
    title: 'The account has no active plan or trial.',
    happened: 'The key is valid, but its account has no active plan or trial.',
    remedies: ['Choose a plan for the account. Its keys then work again at once, unchanged.'],
    retry: 'Once the account has a plan. Until then the same request fails again.',
    example: {instance: dataset},
  },
  ExportsNotIncluded: {
    status: 403,
    title: 'The plan does not include exports.',
    happened:
      'The key is valid, but the plan of its account does not include exports: files of all vehicles.',
    remedies: ['Choose a plan with exports. Every plan includes `GET /v1/changes`.'],
    retry: 'Once the plan includes exports. Until then the same request fails again.',
    example: {instance: '/v1/exports/latest/vehicles-0001.parquet'},
  },
  VehicleNotFound: {
    status: 404,
    title: 'The vehicle was not found.',
    happened:
      'No vehicle in the current extract has this id, VIN or registration number. The request itself is valid.',
    remedies: [
      'Check the spelling. Case is ignored, and so are spaces and hyphens in a plate, but not in a VIN. Danish plates have Æ, Ø and Å, and O is not 0.',
      'Check the percent-encoding: Æ is `%C3%86`, Ø is `%C3%98`, Å is `%C3%85`.',
      'The data is a weekly extract: it lacks registrations since the last import. `GET /v1/dataset` returns its date.',
      'A plate that no vehicle carries any more may be missing: the extract holds the current plates of a vehicle, not their history.',
    ],
    retry: afterImport,
    example: {instance: '/v1/vehicles/plate/ZZ99999'},
  },
  MakeNotFound: entryNotFound('makes'),
  ModelNotFound: entryNotFound('models'),
  VariantNotFound: entryNotFound('variants'),
  DesignationTypeNotFound: entryNotFound('designation-types'),
  ColorNotFound: entryNotFound('colors'),
  KindNotFound: entryNotFound('kinds'),
  UsageNotFound: entryNotFound('usages'),
  EmissionStandardNotFound: entryNotFound('emission-standards'),
  EquipmentNotFound: entryNotFound('equipment'),
  ExportNotFound: {
    status: 404,
    title: 'The file was not found.',
    happened:
      'No finished export has this serial, or it has no file with this name. Older exports are deleted.',
    remedies: ['`GET /v1/exports` lists the exports with the paths of their files.'],
    example: {instance: '/v1/exports/1/vehicles-0001.parquet'},
  },
  RouteNotFound: {
    status: 404,
    title: 'The path does not exist.',
    happened: 'The path does not exist.',
    remedies: [
      'Compare the path with the reference. All endpoints start with `/v1`.',
      'Paths are case-sensitive and have no trailing slash: `/v1/vehicles/` is not `/v1/vehicles`.',
      'An empty id makes a path that does not exist: check the variable it came from.',
    ],
    example: {instance: '/v1/vehicle/1'},
  },
  MethodNotAllowed: {
    status: 405,
    title: 'The path does not accept this method.',
    happened: 'The path exists, but does not accept this method.',
    remedies: [
      'Use one of the methods in the `Allow` header.',
      'The API is read-only: every endpoint is `GET`, except `POST /v1/vehicles/plates`.',
      'A browser sends `OPTIONS` first if the web page is from another origin, which the operator has not allowed. Call the API from your server.',
    ],
    example: {instance: batch, occurrence: {headers: {Allow: 'POST'}}},
  },
  RequestTimeout: {
    status: 408,
    title: 'The request took too long to arrive.',
    happened:
      'The headers took longer than 10 seconds to arrive, or the whole request longer than 15. The connection was closed.',
    remedies: [
      'Find what is slow between you and the service: a proxy, a lossy network, a client that stalls.',
      'Check that the body is as long as `Content-Length` says: the service waits for the rest.',
    ],
    retry:
      'Yes, on a new connection, once you know the cause. The service did not act on the request.',
    example: {instance: batch},
  },
  ChangesExpired: {
    status: 410,
    title: 'Changes since then are no longer kept.',
    happened:
      '`since` is older than the changes that are kept, or a release after it was not compared with the previous one.',
    remedies: [
      '`detail` names the oldest serial since which all changes are kept.',
      'Start again from a copy of the whole dataset, such as the files that `GET /v1/exports` lists, and continue from its serial.',
    ],
    example: {
      instance: '/v1/changes',
      occurrence: {
        detail:
          'Changes are kept since serial 31. Start from a copy of the dataset with serial 87.',
      },
    },
  },
  PayloadTooLarge: {
    status: 413,
    title: 'The request body is too large.',
    happened:
      'The body is larger than 64 KB (65,536 bytes). The service did not read it, and it does not count towards the quota.',
    remedies: [
      'Split the plates over several calls. 500 plates, the maximum per call, fit easily if the body is `{"plates": ["AB12345", …]}` and nothing else.',
    ],
    example: {instance: batch, occurrence: bodyTooLarge(maxBatchBytes)},
  },
  RangeNotSatisfiable: {
    status: 416,
    title: 'The file has no such range.',
    happened: 'The range begins past the end of the file; `Content-Range` has the file size.',
    remedies: ['Your download may be complete. Send `If-Range` in case the file has changed.'],
    example: {
      instance: '/v1/exports/latest/vehicles-0001.parquet',
      occurrence: {headers: {'Content-Range': 'bytes */13801010'}},
    },
  },
  RateLimitExceeded: {
    status: 429,
    title: 'The key has exceeded its requests per minute.',
    happened:
      'The key has sent more requests within 60 seconds than its plan allows: 60 unless the plan says otherwise. This request was not counted.',
    remedies: [
      'Wait, and spread requests out: one per second never exceeds a limit of 60.',
      'Slow down before the limit: every response has the remaining requests in `RateLimit` and the limits in `RateLimit-Policy`.',
      'Look plates up with `POST /v1/vehicles/plates`: up to 500 plates count as one request per minute.',
      'Share one limiter among all clients that use the key, or give each client its own key.',
    ],
    retry: 'Yes, after the seconds in `Retry-After`.',
    example: {instance: search, occurrence: retryAfter(7)},
  },
  QuotaExceeded: {
    status: 429,
    title: 'The monthly quota is used up.',
    happened:
      "The plan's requests for this month are used up, or a batch needs more than remain. Nothing was looked up, and nothing was counted.",
    remedies: [
      'Send a smaller batch: each distinct valid plate counts as one request.',
      '`GET /v1/usage` returns the used and remaining requests. It does not count towards the quota.',
      'Choose a larger plan, or wait for the month to end (UTC).',
    ],
    retry:
      'Not before next month (UTC), when `Retry-After` ends, unless the plan changes. Do not retry in a loop until then.',
    example: {instance: batch, occurrence: retryAfter(864_000)},
  },
  RequestHeadersTooLarge: {
    status: 431,
    title: 'The request line and headers are too large.',
    happened:
      'The request line and headers together are larger than 16 KB, or there are more than 1,000 headers. The service stopped reading.',
    remedies: [
      'Find what is large: a long query, or cookies and tokens that your client sends to every host. The API needs none of them.',
      'Send many plates in the body of `POST /v1/vehicles/plates`.',
    ],
    example: {
      instance: search,
      occurrence: {
        detail: 'The request line and at most 1,000 headers must not exceed 16 KB together.',
      },
    },
  },
  InternalError: {
    status: 500,
    title: 'An internal error occurred.',
    happened: 'An internal error occurred. Your request did not cause it.',
    remedies: ['Retry as described below.', report],
    retry: withBackoff,
    example: {instance: search},
  },
  DatasetNotLoaded: {
    status: 503,
    title: 'No data has been imported yet.',
    happened: 'No extract of the register has been imported yet, so there is no data to return.',
    remedies: [
      'Wait until the first import has finished. `GET /v1/dataset` then returns 200.',
      'If you operate the service: start an import with `npm run indexer -- import <file>`, and read its report.',
    ],
    retry: afterOutage,
    example: {instance: dataset, occurrence: retryAfter(30)},
  },
  SearchUnavailable: {
    status: 503,
    title: 'The data cannot be searched at the moment.',
    happened: 'Your key is valid, but the search engine behind the service does not respond.',
    remedies: ['Retry as described below: most outages are short.', report],
    retry: afterOutage,
    example: {instance: search, occurrence: retryAfter(5)},
  },
  ServiceUnavailable: {
    status: 503,
    title: 'The API key cannot be checked at the moment.',
    happened:
      'The service cannot check API keys at the moment, or too many connections are open. Your key is not the problem.',
    remedies: ['Keep your key: a new one would fail too.', 'Retry as described below.', report],
    retry: afterOutage,
    example: {instance: dataset, occurrence: retryAfter(5)},
  },
  HttpVersionNotSupported: {
    status: 505,
    title: 'The HTTP version is not supported.',
    happened:
      'The request line names a version other than HTTP/1.1 or HTTP/1.0. The connection was closed.',
    remedies: [
      'Make your HTTP client use HTTP/1.1. A proxy in front of the service can offer HTTP/2 and HTTP/3.',
    ],
    example: {
      instance: dataset,
      occurrence: {detail: 'The request must use HTTP/1.1 or HTTP/1.0.'},
    },
  },
} satisfies Readonly<Record<string, Documented>>;

export type ErrorCode = keyof typeof documented;

const kinds = Object.entries<Documented>(documented).map(([code, kind]) => [code, {code, ...kind}]);

/** All error codes of the API. A published code never changes its name or status. */
export const errors: Readonly<Record<ErrorCode, Documented & ProblemKind>> =
  Object.fromEntries(kinds);

/** Errors of every endpoint, which declares only further ones. Those of admission come in its order. */
export const commonErrors: readonly ProblemKind[] = [
  errors.ApiKeyMissing,
  errors.ApiKeyInvalid,
  errors.PaymentRequired,
  errors.RateLimitExceeded,
  errors.QuotaExceeded,
  errors.InternalError,
  errors.ServiceUnavailable,
];

type Declaring = {readonly errors: readonly ProblemKind[]; readonly cost?: number};

/** All errors of an endpoint. One that costs nothing never exceeds the quota. */
export const errorsOf = ({errors: own, cost}: Declaring): readonly ProblemKind[] => [
  ...own,
  ...commonErrors.filter(kind => cost !== 0 || kind !== errors.QuotaExceeded),
];

/** Errors of every endpoint that answers from data. */
export const dataErrors: readonly ProblemKind[] = [
  errors.DatasetNotLoaded,
  errors.SearchUnavailable,
];

export const fail = (code: ErrorCode, occurrence?: Occurrence, options?: ErrorOptions): Problem =>
  new Problem(errors[code], occurrence, options);
