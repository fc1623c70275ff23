import {type IncomingHttpHeaders, METHODS} from 'node:http';
import {Router} from '@koa/router';
import {heldToDeclaration} from './declaration.ts';
import type {AnyEndpoint} from './endpoint.ts';
import {Problem, type ProblemKind} from './problem.ts';
import type {RequestContext, RequestState} from './request-state.ts';
import {inputReader} from './validation.ts';

export type MountOptions<S> = {
  readonly services: S;
  /** Lets a request in, or throws the problem that refuses it. */
  readonly admit: (headers: IncomingHttpHeaders, services: S) => Promise<{readonly keyId: string}>;
  readonly validationFailed: ProblemKind;
  readonly methodNotAllowed: ProblemKind;
  /** Problems any endpoint can answer with. */
  readonly commonErrors: readonly ProblemKind[];
  readonly explain: (error: unknown) => Problem;
  /** Whether endpoints are held to their declarations, which costs a parse of every answer. */
  readonly checkAnswers: boolean;
};

type Steps = (ctx: RequestContext, segments: readonly string[]) => Promise<void>;

/** What a request passes once its route and method are known, in the contract's order. */
const stepsOf = <S>(endpoint: AnyEndpoint<S>, options: MountOptions<S>): Steps => {
  const {services, admit, validationFailed, commonErrors, explain} = options;
  const read = inputReader(endpoint, validationFailed);
  const handle = options.checkAnswers
    ? heldToDeclaration(endpoint, commonErrors, explain)
    : endpoint.handle;

  return async (ctx, segments) => {
    const {keyId} = await admit(ctx.headers, services);
    ctx.state.keyId = keyId;
    const input = read({segments, query: ctx.querystring});
    const {body, headers = {}} = await handle(input, services);
    ctx.set({...headers});
    if (body === null) {
      ctx.status = 204;
    } else {
      ctx.set('Content-Type', 'application/json; charset=utf-8');
      ctx.body = JSON.stringify(body);
    }
  };
};

/** HEAD wherever GET (RFC 9110 §9.3.2). */
const methodsOf = <S>({method = 'GET'}: AnyEndpoint<S>): readonly string[] =>
  method === 'GET' ? ['GET', 'HEAD'] : [method];

/** Sorts `/vehicles/plates` before `/vehicles/{id}`: a fixed segment is the better match. */
const byPrecedence = (left: string, right: string): number => {
  const [a, b] = [left, right].map(path => path.replaceAll(/\{\w+\}/g, '\uFFFF'));
  return (a ?? '') < (b ?? '') ? -1 : 1;
};

/**
 * Routes requests to endpoints. Every method of a declared path ends here, so that a path with a
 * fixed segment never falls through to one with a parameter, and 405 lists what the path accepts.
 */
export const mount = <S>(endpoints: readonly AnyEndpoint<S>[], options: MountOptions<S>) => {
  const router = new Router<RequestState, object>({sensitive: true, strict: true});
  const paths = [...new Set(endpoints.map(({path}) => path))].toSorted(byPrecedence);

  for (const path of paths) {
    const sharing = endpoints.filter(endpoint => endpoint.path === path);
    const byMethod = new Map(
      sharing.flatMap(endpoint => {
        const steps = stepsOf(endpoint, options);
        return methodsOf(endpoint).map(method => [method, steps] as const);
      }),
    );
    const headers = {Allow: [...byMethod.keys()].join(', ')};

    router.register(path.replaceAll(/\{(\w+)\}/g, ':$1'), METHODS, async ctx => {
      ctx.state.route = path;
      const steps = byMethod.get(ctx.method);
      if (steps === undefined) throw new Problem(options.methodNotAllowed, {headers});
      await steps(ctx, ctx.captures ?? []);
    });
  }
  return router.routes();
};
