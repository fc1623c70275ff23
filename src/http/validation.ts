import {z} from 'zod';
import type {AnyEndpoint} from './endpoint.ts';
import {pathNames} from './path-template.ts';
import {Problem, type ProblemKind} from './problem.ts';
import {rawParams, rawQuery} from './raw-input.ts';

type Input<S> = Omit<Parameters<AnyEndpoint<S>['handle']>[0], 'body'>;

/** What of a request an endpoint's parameters are read from. */
export type Source = {readonly segments: readonly string[]; readonly query: string};

const ruleOf = (issue: z.core.$ZodIssue): string | undefined =>
  issue.code === 'custom' ? issue.params?.['rule'] : undefined;

/**
 * Issues that carry a rule (`params: {rule}`) are listed by it in `errors`. One without a rule is a
 * value that could not be read at all; it makes the whole answer a problem without `errors`.
 */
const refusal = (kind: ProblemKind, issues: readonly z.core.$ZodIssue[]): Problem => {
  const malformed = issues.filter(issue => ruleOf(issue) === undefined);
  if (malformed.length > 0) {
    const faults = malformed.map(
      ({path, message}) => `The parameter ${String(path[1])} ${message}.`,
    );
    return new Problem(kind, {detail: faults.join(' ')});
  }
  const byRule = Map.groupBy(issues, issue => ruleOf(issue) ?? '');
  const errors = Object.fromEntries(
    byRule.entries().map(([rule, broken]) => [rule, broken.map(({message}) => message)]),
  );
  return new Problem(kind, {detail: Object.values(errors).flat().join(' '), errors});
};

/** Makes the reader of an endpoint's parameters, which throws a problem of this kind for any bad one. */
export const inputReader = <S>(endpoint: AnyEndpoint<S>, kind: ProblemKind) => {
  const query = endpoint.query ?? z.object({});
  const schema = z.object({params: z.object(endpoint.params ?? {}), query});
  const paramNames = pathNames(endpoint.path);
  const queryNames = Object.keys(query.shape);

  return (source: Source): Input<S> => {
    const params = rawParams(paramNames, source.segments);
    const queried = rawQuery(queryNames, source.query);
    const faults = [...params.faults, ...queried.faults];
    if (faults.length > 0) throw new Problem(kind, {detail: faults.join(' ')});

    const parsed = schema.safeParse({params: params.values, query: queried.values});
    if (!parsed.success) throw refusal(kind, parsed.error.issues);
    return parsed.data;
  };
};
