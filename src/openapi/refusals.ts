import {errors, malformedRequest} from '#src/api/errors.ts';
import type {RuleKey} from '#src/api/rules.ts';
import {type AnyEndpoint, filledPath, pathNames} from '#src/http/endpoint/endpoint.ts';
import {inputReader} from '#src/http/endpoint/input.ts';
import {Problem} from '#src/http/problems/problem.ts';
import type {Services} from '#src/services.ts';
import type {Example} from './example.ts';

/** Values of parameters by name, percent-encoded. */
type Encoded = Readonly<Record<string, string>>;

/** A request that is refused, and what it is refused with. */
export type Refusal = {readonly instance: string; readonly problem: Problem};

type Refusals = Readonly<Record<string, Refusal>>;

const breaking: Readonly<Partial<Record<RuleKey, Encoded>>> = {
  PageOutOfRange: {page: '0'},
  PageSizeOutOfRange: {pageSize: '0'},
  SortByInvalid: {sortBy: 'color'},
  SearchTooDeep: {page: '1001', pageSize: '10'},
  RegistrationNumberInvalid: {plate: 'AB_12345', registrationNumber: 'AB_12345'},
};

const encoded = (texts: Example['query'] = {}): Encoded =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, encodeURIComponent(text)]));

/** Asks the API's own reader, so that an example says what a client would be told. */
const refusalOf = (endpoint: AnyEndpoint<Services>, values: Encoded): Refusal | undefined => {
  const segments = pathNames(endpoint.path).map(name => values[name] ?? '');
  const queried = Object.keys(endpoint.query?.shape ?? {}).filter(name => name in values);
  const query = queried.map(name => `${name}=${values[name]}`).join('&');
  try {
    inputReader(endpoint, errors.ValidationFailed)({segments, query});
    return undefined;
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    const instance = filledPath(endpoint.path, name => values[name] ?? '');
    return {instance, problem};
  }
};

const bodyRefusal = ({path, body}: AnyEndpoint<Services>): Refusals => {
  const [issue] = body?.schema.safeParse({}).error?.issues ?? [];
  if (body === undefined || issue === undefined) return {};
  const {message: detail} = issue;
  const problem = new Problem(errors.ValidationFailed, {detail, errors: {[body.rule]: [detail]}});
  return {[body.rule]: {instance: path, problem}};
};

const ruleRefusals = (endpoint: AnyEndpoint<Services>, right: Encoded): Refusals =>
  Object.fromEntries(
    Object.entries(breaking).flatMap(([rule, values]) => {
      const refusal = refusalOf(endpoint, {...right, ...values});
      return refusal?.problem.occurrence.errors?.[rule] ? [[rule, refusal]] : [];
    }),
  );

/** A value that breaks no rule, because it cannot be read at all. */
const unreadRefusal = (
  endpoint: AnyEndpoint<Services>,
  right: Encoded,
  value: string,
): Refusal | undefined =>
  Object.keys({...endpoint.params, ...endpoint.query?.shape})
    .map(name => refusalOf(endpoint, {...right, [name]: value}))
    .find(refusal => refusal && refusal.problem.occurrence.errors === undefined);

/**
 * How requests to an endpoint break each rule they can break, and one that cannot be read at all:
 * a parameter, or where there is nothing to get wrong the request as a whole.
 */
export const refusals = (endpoint: AnyEndpoint<Services>, {params, query}: Example): Refusals => {
  const right = {...encoded(params), ...encoded(query)};
  const broken = {...ruleRefusals(endpoint, right), ...bodyRefusal(endpoint)};
  const NotANumber = unreadRefusal(endpoint, right, 'abc');
  if (NotANumber) return {...broken, NotANumber};
  const NotUtf8 = unreadRefusal(endpoint, right, '%E0%A4%A');
  if (NotUtf8) return {...broken, NotUtf8};
  if (Object.keys(broken).length > 0) return broken;
  return {NotHttp: {instance: endpoint.path, problem: malformedRequest()}};
};
