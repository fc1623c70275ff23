import {METHODS} from 'node:http';
import {Router} from '@koa/router';
import {Problem} from '../problems/problem.ts';
import type {RequestState} from '../request-context.ts';
import {type AnyEndpoint, filledPath} from './endpoint.ts';
import {type RequestHandlerOptions, requestHandler} from './request-handler.ts';

/** HEAD wherever GET (RFC 9110 §9.3.2). */
const methodsOf = <S>({method = 'GET'}: AnyEndpoint<S>): readonly string[] =>
  method === 'GET' ? ['GET', 'HEAD'] : [method];

/** Sorts `/vehicles/plates` before `/vehicles/{id}`: a fixed segment is the better match. */
const byPrecedence = (left: string, right: string): number => {
  const [a, b] = [left, right].map(path => filledPath(path, () => '\uFFFF'));
  return (a ?? '') < (b ?? '') ? -1 : 1;
};

/**
 * Routes requests to endpoints. Every method of a declared path is routed here, so that a path with a
 * fixed segment never falls through to one with a parameter, and a 405 lists the allowed methods.
 */
export const mount = <S>(
  endpoints: readonly AnyEndpoint<S>[],
  options: RequestHandlerOptions<S>,
) => {
  const router = new Router<RequestState, object>({sensitive: true, strict: true});
  const paths = [...new Set(endpoints.map(({path}) => path))].toSorted(byPrecedence);

  for (const path of paths) {
    const sharing = endpoints.filter(endpoint => endpoint.path === path);
    const byMethod = new Map(
      sharing.flatMap(endpoint => {
        const handler = requestHandler(endpoint, options);
        return methodsOf(endpoint).map(method => [method, handler] as const);
      }),
    );
    const headers = {Allow: [...byMethod.keys()].join(', ')};
    const pattern = filledPath(path, name => `:${name}`);

    router.register(pattern, METHODS, async ctx => {
      ctx.state.route = path;
      const handle = byMethod.get(ctx.method);
      if (handle === undefined) throw new Problem(options.errors.MethodNotAllowed, {headers});
      await handle(ctx, ctx.captures ?? []);
    });
  }
  return router.routes();
};
