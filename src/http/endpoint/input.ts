import {z} from 'zod';
import {brokenRules, Problem, type ProblemKind} from '../problem.ts';
import {type AnyEndpoint, type Input, pathNames} from './endpoint.ts';

/** The parts of a request that parameters are read from, as sent. */
type Target = {
  readonly segments: readonly string[];
  readonly query: string;
  /** The sentence that refuses undeclared parameters; without it they are ignored. */
  readonly unknownFault?: (unknown: readonly string[], declared: readonly string[]) => string;
};

const decoded = (text: string): string | undefined => {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    return undefined;
  }
};

/** `makeId` for `makeId`, `makeId[]` and `makeId[$ne]`: no parameter takes a list or an object. */
const parameterName = (key: string): string => {
  const end = key.indexOf('[');
  return end === -1 ? key : key.slice(0, end);
};

/** The pairs of a query string by the names of their parameters. */
const pairsOf = (query: string) => {
  const pairs = query
    .replaceAll('+', ' ')
    .split('&')
    .filter(pair => pair !== '')
    .map(pair => {
      const end = pair.indexOf('=');
      const [key, value] = end === -1 ? [pair, ''] : [pair.slice(0, end), pair.slice(end + 1)];
      return {key: decoded(key) ?? key, value};
    });
  return Map.groupBy(pairs, ({key}) => parameterName(key));
};

const ruleOf = (issue: z.core.$ZodIssue): string | undefined =>
  issue.code === 'custom' ? issue.params?.['rule'] : undefined;

/** Parameters are text, so one of another type is absent. */
const faultIn = ({code, path, message}: z.core.$ZodIssue): string =>
  `The parameter ${String(path[1])} ${code === 'invalid_type' ? 'is missing' : message}.`;

/**
 * The problem for a schema's issues. Those that carry a rule (`params: {rule}`) are listed by it in
 * `errors`. One without a rule is a malformed value: then the problem has no `errors` at all.
 */
const problemOf = (kind: ProblemKind, issues: readonly z.core.$ZodIssue[]): Problem => {
  const malformed = issues.filter(issue => ruleOf(issue) === undefined);
  if (malformed.length > 0) {
    return new Problem(kind, {detail: malformed.map(faultIn).join(' ')});
  }
  const broken = issues.map(issue => [ruleOf(issue) ?? '', issue.message] as const);
  return new Problem(kind, brokenRules(broken));
};

/** Reads an endpoint's parameters; throws a problem of this kind if any is invalid. */
export const inputReader = <S>(endpoint: AnyEndpoint<S>, kind: ProblemKind) => {
  const query = endpoint.query ?? z.object({});
  const schema = z.object({params: z.object(endpoint.params ?? {}), query});
  const paramNames = pathNames(endpoint.path);
  const queryNames = Object.keys(query.shape);

  return ({segments, query, unknownFault}: Target): Omit<Input<S>, 'body' | 'isStrict'> => {
    const faults: string[] = [];
    const read = (name: string, text: string) => {
      const value = decoded(text);
      if (value === undefined) faults.push(`The parameter ${name} is not percent-encoded UTF-8.`);
      return [name, value] as const;
    };
    // A path names its segments in order.
    const params = paramNames.map((name, index) => read(name, segments[index] ?? ''));
    const pairs = pairsOf(query);
    const queried = queryNames.flatMap(name => {
      const [first, ...others] = pairs.get(name) ?? [];
      if (first === undefined) return [];
      if (others.length === 0 && first.key === name) return [read(name, first.value)];
      faults.push(`The parameter ${name} takes one value.`);
      return [];
    });
    if (unknownFault) {
      for (const name of queryNames) pairs.delete(name);
      const unknown = [...pairs.values()].flat().flatMap(({key}) => key || []);
      if (unknown.length > 0) faults.push(unknownFault(unknown, queryNames));
    }
    if (faults.length > 0) throw new Problem(kind, {detail: faults.join(' ')});

    const parsed = schema.safeParse({
      params: Object.fromEntries(params),
      query: Object.fromEntries(queried),
    });
    if (!parsed.success) throw problemOf(kind, parsed.error.issues);
    return parsed.data;
  };
};

/** The preferences of a header: a comma inside a quoted string does not end one. Reads each character once. */
const preferencesIn = (header: string): readonly string[] => {
  const preferences: string[] = [];
  let [start, isQuoted] = [0, false];
  for (let at = 0; at < header.length; at += 1) {
    const character = header[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted && character === '\\') at += 1;
    else if (!isQuoted && character === ',') {
      preferences.push(header.slice(start, at));
      start = at + 1;
    }
  }
  return [...preferences, header.slice(start)];
};

const handling = /^\s*handling\s*=\s*"?([^\s";]+)"?\s*(?:;|$)/i;

/**
 * Whether a `Prefer` header asks for `handling=strict` (RFC 7240 §4.4). Of several preferences for the
 * handling the first one counts (§2).
 */
export const prefersStrict = (prefer: string): boolean => {
  const [first] = preferencesIn(prefer).flatMap(each => handling.exec(each)?.[1] ?? []);
  return first?.toLowerCase() === 'strict';
};
