import {z} from 'zod';
import {Problem, type ProblemKind} from '../problems/problem.ts';
import {type AnyEndpoint, type Input, pathNames} from './endpoint.ts';

/** The parts of a request target that parameters are read from, as sent. */
type Target = {readonly segments: readonly string[]; readonly query: string};

/** Decoded values by parameter name, and a message for each that could not be decoded. */
type RawInput = {
  readonly values: Readonly<Record<string, string>>;
  readonly faults: readonly string[];
};

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

const notUtf8 = (name: string): string => `The parameter ${name} is not percent-encoded UTF-8.`;

/** The segments of a path, in the order the path names them. */
const rawParams = (names: readonly string[], segments: readonly string[]): RawInput => {
  const values: Record<string, string> = {};
  const faults: string[] = [];
  for (const [index, name] of names.entries()) {
    const text = decoded(segments[index] ?? '');
    if (text === undefined) faults.push(notUtf8(name));
    else values[name] = text;
  }
  return {values, faults};
};

const fromForm = (text: string): string | undefined => decoded(text.replaceAll('+', ' '));

/** `makeId` for `makeId`, `makeId[]` and `makeId[$ne]`: no parameter takes a list or an object. */
const parameterName = (key: string): string => key.replace(/\[.*$/s, '');

/** The declared parameters of a query string. All others are ignored. */
const rawQuery = (names: readonly string[], query: string): RawInput => {
  const pairs = query.split('&').map(pair => {
    const [key = '', ...value] = pair.split('=');
    return {key: fromForm(key) ?? key, value: value.join('=')};
  });
  const values: Record<string, string> = {};
  const faults: string[] = [];
  for (const name of names) {
    const given = pairs.filter(({key}) => parameterName(key) === name);
    const [first] = given;
    if (first === undefined) continue;
    const text = fromForm(first.value);
    if (given.length > 1 || first.key !== name)
      faults.push(`The parameter ${name} takes one value.`);
    else if (text === undefined) faults.push(notUtf8(name));
    else values[name] = text;
  }
  return {values, faults};
};

const ruleOf = (issue: z.core.$ZodIssue): string | undefined =>
  issue.code === 'custom' ? issue.params?.['rule'] : undefined;

/**
 * The problem for a schema's issues. Those that carry a rule (`params: {rule}`) are listed by it in
 * `errors`. One without a rule is a malformed value: then the problem has no `errors` at all.
 */
const problemOf = (kind: ProblemKind, issues: readonly z.core.$ZodIssue[]): Problem => {
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

/** Reads an endpoint's parameters; throws a problem of this kind if any is invalid. */
export const inputReader = <S>(endpoint: AnyEndpoint<S>, kind: ProblemKind) => {
  const query = endpoint.query ?? z.object({});
  const schema = z.object({params: z.object(endpoint.params ?? {}), query});
  const paramNames = pathNames(endpoint.path);
  const queryNames = Object.keys(query.shape);

  return (target: Target): Omit<Input<S>, 'body'> => {
    const params = rawParams(paramNames, target.segments);
    const queried = rawQuery(queryNames, target.query);
    const faults = [...params.faults, ...queried.faults];
    if (faults.length > 0) throw new Problem(kind, {detail: faults.join(' ')});

    const parsed = schema.safeParse({params: params.values, query: queried.values});
    if (!parsed.success) throw problemOf(kind, parsed.error.issues);
    return parsed.data;
  };
};
