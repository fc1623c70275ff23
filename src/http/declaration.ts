import type {AnyEndpoint} from './endpoint.ts';
import type {Problem, ProblemKind} from './problem.ts';

type Handle<S> = AnyEndpoint<S>['handle'];

/**
 * Holds an endpoint to its declaration: its answer is parsed by the declared schema, and a problem
 * it has not declared is a fault of ours. `toProblem` says which problem an error becomes, so that an
 * engine's outage has to be declared like any other answer.
 */
export const validateResponse = <S>(
  {path, responses, errors, handle}: AnyEndpoint<S>,
  common: readonly ProblemKind[],
  toProblem: (error: unknown) => Problem,
): Handle<S> => {
  const declared = new Set([...errors, ...common]);
  return async (input, services) => {
    try {
      const reply = await handle(input, services);
      return reply.body === null ? reply : {...reply, body: responses[200].parse(reply.body)};
    } catch (error) {
      const {kind} = toProblem(error);
      if (declared.has(kind)) throw error;
      throw new Error(`${path} answered ${kind.code}, which it does not declare.`, {cause: error});
    }
  };
};
