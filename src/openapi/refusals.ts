import {errors} from '#src/api/errors.ts';
import type {RuleKey} from '#src/api/rules.ts';
import type {AnyEndpoint} from '#src/http/endpoint.ts';
import {Problem} from '#src/http/problem.ts';
import {inputReader} from '#src/http/validation.ts';
import type {Services} from '#src/services.ts';
import type {Example} from './example.ts';

/** Values of parameters by name, percent-encoded. */
type Encoded = Readonly<Record<string, string>>;

/** A request that is refused, and what it is refused with. */
export type Refusal = {readonly instance: string; readonly problem: Problem};

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
  const names = Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), ([, name]) => name ?? '');
  const segments = names.map(name => values[name] ?? '');
  const queried = Object.keys(endpoint.query?.shape ?? {}).filter(name => name in values);
  const query = queried.map(name => `${name}=${values[name]}`).join('&');
  try {
    inputReader(endpoint, errors.ValidationFailed)({segments, query});
    return undefined;
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    const instance = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
    return {instance, problem};
  }
};

const bodyRefusal = ({path, body}: AnyEndpoint<Services>): Readonly<Record<string, Refusal>> => {
  const [issue] = body?.schema.safeParse({}).error?.issues ?? [];
  if (body === undefined || issue === undefined) return {};
  const {message: detail} = issue;
  const problem = new Problem(errors.ValidationFailed, {detail, errors: {[body.rule]: [detail]}});
  return {[body.rule]: {instance: path, problem}};
};

/** How requests to an endpoint break each rule they can break, and one that cannot be read at all. */
export const refusals = (
  endpoint: AnyEndpoint<Services>,
  {params, query}: Example,
): Readonly<Record<string, Refusal>> => {
  const right = {...encoded(params), ...encoded(query)};
  const names = Object.keys({...endpoint.params, ...endpoint.query?.shape});
  const broken = Object.entries(breaking).flatMap(([rule, values]) => {
    const refusal = refusalOf(endpoint, {...right, ...values});
    return refusal?.problem.occurrence.errors?.[rule] ? [[rule, refusal] as const] : [];
  });
  const unread = (value: string) =>
    names
      .map(name => refusalOf(endpoint, {...right, [name]: value}))
      .find(refusal => refusal && refusal.problem.occurrence.errors === undefined);
  const [notANumber, notUtf8] = [unread('abc'), unread('%E0%A4%A')];
  return {
    ...Object.fromEntries(broken),
    ...bodyRefusal(endpoint),
    ...(notANumber ? {NotANumber: notANumber} : notUtf8 && {NotUtf8: notUtf8}),
  };
};
