import {endpoints} from '#src/api/index.ts';
import {filledPath} from '#src/http/endpoint/endpoint.ts';
import type {FuzzedRequest} from './arbitrary-request.ts';

/** Nearly all that a head may have. */
const longest = 15_000;

const long = ['W', '9', '%C3%86'].map(unit => unit.repeat(longest / unit.length));

/** The targets in which a parameter of an endpoint is long. */
const targetsOf = ({path, query, params}: (typeof endpoints)[number]): readonly string[] =>
  long.flatMap(value => [
    ...Object.keys(query?.shape ?? {}).map(
      name => `${filledPath(path, () => '1')}?${name}=${value}`,
    ),
    ...Object.keys(params ?? {}).map(name => filledPath(path, of => (of === name ? value : '1'))),
  ]);

/** Requests in which a parameter is as long as it can be: for each parameter of each endpoint. */
export const longRequests: readonly FuzzedRequest[] = endpoints.flatMap(endpoint =>
  targetsOf(endpoint).map(target => ({
    operationId: endpoint.operationId,
    method: endpoint.method ?? 'GET',
    target,
    headers: [['X-Api-Key', '<good>']],
    body: '',
    isChunked: false,
  })),
);
