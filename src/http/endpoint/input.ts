import {z} from 'zod';
import {Problem, type ProblemKind} from '../problems/problem.ts';
import {type AnyEndpoint, type Input, pathNames} from './endpoint.ts';

/** The parts of a request that parameters are read from, as sent. */
type Target = {
  readonly segments: readonly string[];
  readonly query: string;
  /** Refuses parameters that are not declared; else they are ignored. */
  readonly isStrict?: boolean;
};

type Pair = {readonly key: string; readonly value: string};

/** The decoded value of a parameter, or a sentence on why it has none. */
type Read = {readonly name: string; readonly value: string} | {readonly fault: string};

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

const read = (name: string, text: string): Read => {
  const value = decoded(text);
  if (value !== undefined) return {name, value};
  return {fault: `The parameter ${name} is not percent-encoded UTF-8.`};
};

/** `makeId` for `makeId`, `makeId[]` and `makeId[$ne]`: no parameter takes a list or an object. */
const parameterName = (key: string): string => key.replace(/\[.*$/s, '');

const pairsOf = (query: string): readonly Pair[] => {
  if (query === '') return [];
  return query
    .replaceAll('+', ' ')
    .split('&')
    .map(pair => {
      const [key = '', ...value] = pair.split('=');
      return {key: decoded(key) ?? key, value: value.join('=')};
    });
};

/** The declared parameters of a query string. */
const readQuery = (names: readonly string[], pairs: readonly Pair[]): readonly Read[] =>
  names.flatMap((name): Read | [] => {
    const [first, ...others] = pairs.filter(({key}) => parameterName(key) === name);
    if (first === undefined) return [];
    if (others.length === 0 && first.key === name) return read(name, first.value);
    return {fault: `The parameter ${name} takes one value.`};
  });

/** A sentence on the parameters that are not declared, if there are any. */
const unknownFaults = (names: readonly string[], pairs: readonly Pair[]): readonly string[] => {
  const unknown = pairs.flatMap(({key}) =>
    key === '' || names.includes(parameterName(key)) ? [] : key,
  );
  if (unknown.length === 0) return [];
  const known = names.length === 0 ? 'This operation has none' : `Known are ${names.join(', ')}`;
  return [`Unknown parameters: ${unknown.join(', ')}. ${known}.`];
};

const valuesOf = (reads: readonly Read[]) =>
  Object.fromEntries(reads.flatMap(read => ('fault' in read ? [] : [[read.name, read.value]])));

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

  return (target: Target): Omit<Input<S>, 'body' | 'isStrict'> => {
    // A path names its segments in order.
    const params = paramNames.map((name, index) => read(name, target.segments[index] ?? ''));
    const pairs = pairsOf(target.query);
    const queried = readQuery(queryNames, pairs);
    const faults = [...params, ...queried].flatMap(read => ('fault' in read ? read.fault : []));
    if (target.isStrict) faults.push(...unknownFaults(queryNames, pairs));
    if (faults.length > 0) throw new Problem(kind, {detail: faults.join(' ')});

    const parsed = schema.safeParse({params: valuesOf(params), query: valuesOf(queried)});
    if (!parsed.success) throw problemOf(kind, parsed.error.issues);
    return parsed.data;
  };
};
