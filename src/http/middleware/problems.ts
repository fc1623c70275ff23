import type {Problem} from '../problem.ts';
import {writeProblem} from '../problem-writer.ts';
import type {Middleware, RequestContext} from '../request-state.ts';

export type ProblemsOptions = {
  readonly publicUrl: string;
  /** Which problem an error is answered with; what it really was stays in its `cause`. */
  readonly toProblem: (error: unknown) => Problem;
  /** Called with every problem that is the service's own. */
  readonly report: (problem: Problem, request: RequestContext['state']) => void;
};

/** Answers whatever is thrown below it with a problem. */
export const problems =
  (options: ProblemsOptions): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      answerError(ctx, error, options);
    }
  };

/** The same for what fails outside any middleware, such as in Koa itself. */
export const answerError = (
  ctx: RequestContext,
  error: unknown,
  {publicUrl, toProblem, report}: ProblemsOptions,
): void => {
  const problem = toProblem(error);
  if (problem.kind.status >= 500) report(problem, ctx.state);
  writeProblem(ctx, problem, publicUrl);
};
