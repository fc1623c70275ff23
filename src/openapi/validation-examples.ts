import type {ApiEndpoint} from '#src/api/endpoint.ts';
import {errors, malformedRequest} from '#src/api/errors.ts';
import {type RuleKey, rules} from '#src/api/rules.ts';
import {filledPath, pathNames} from '#src/http/endpoint/endpoint.ts';
import {inputReader} from '#src/http/endpoint/input.ts';
import {Problem} from '#src/http/problems/problem.ts';
import type {Example} from './example.ts';
import type {ProblemExample} from './problem-examples.ts';

/** Parameter values by name, percent-encoded. */
type Encoded = Readonly<Record<string, string>>;

type Examples = Readonly<Record<string, ProblemExample>>;

const breaking: Readonly<Partial<Record<RuleKey, Encoded>>> = {
  PageOutOfRange: {page: '0'},
  PageSizeOutOfRange: {pageSize: '0'},
  SortByInvalid: {sortBy: 'color'},
  SearchTooDeep: {page: '1001', pageSize: '10'},
  RegistrationNumberPrefixInvalid: {registrationNumberPrefix: 'A'},
  VinPrefixTooShort: {vinPrefix: 'WV'},
  RegistrationStatusInvalid: {registrationStatus: 'Parked'},
  ExpandInvalid: {expand: 'motor'},
  FieldsInvalid: {fields: 'power'},
  GroupByInvalid: {groupBy: 'brand'},
  MetricInvalid: {metric: 'median:maxPowerKw'},
  TooManyIds: {makeIds: Array.from({length: 51}, (_, id) => id).join(',')},
  RegistrationNumberInvalid: {plate: 'AB_12345', registrationNumber: 'AB_12345'},
};

const encoded = (texts: Example['query'] = {}): Encoded =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, encodeURIComponent(text)]));

/** Runs the endpoint's own validation, so that an example has the message a client gets. */
const exampleOf = (endpoint: ApiEndpoint, values: Encoded): ProblemExample | undefined => {
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

const bodyExample = ({path, body}: ApiEndpoint): Examples => {
  const [issue] = body?.schema.safeParse({}).error?.issues ?? [];
  if (body === undefined || issue === undefined) return {};
  const {message: detail} = issue;
  const problem = new Problem(errors.ValidationFailed, {detail, errors: {[body.rule]: [detail]}});
  return {[body.rule]: {instance: path, problem}};
};

const ruleExamples = (endpoint: ApiEndpoint, valid: Encoded): Examples =>
  Object.fromEntries(
    Object.entries(breaking).flatMap(([rule, values]) => {
      const example = exampleOf(endpoint, {...valid, ...values});
      return example?.problem.occurrence.errors?.[rule] ? [[rule, example]] : [];
    }),
  );

/** The messages of rules that only the data can break, by a parameter of the endpoints that have them. */
const brokenByData: Readonly<Record<string, Readonly<Partial<Record<RuleKey, string>>>>> = {
  groupBy: {StatisticsTooBroad: rules.StatisticsTooBroad('groups')},
  make: {
    WordUnknown: rules.WordUnknown('bodyType', 'Hatchbak', ['Hatchback']),
    NameUnknown: rules.NameUnknown('make', 'hundai', ['HYUNDAI']),
    NameTooCommon: rules.NameTooCommon('variant', 'uoplyst'),
    IdUnknown: rules.IdUnknown('makeId', '1'),
    RangeEmpty: rules.RangeEmpty('fromModelYear', 'toModelYear'),
  },
};

const dataExamples = ({path, query}: ApiEndpoint): Examples =>
  Object.fromEntries(
    Object.entries(brokenByData)
      .filter(([name]) => query?.shape[name] !== undefined)
      .flatMap(([, messages]) => Object.entries(messages))
      .map(([rule, detail]) => {
        const occurrence = {detail, errors: {[rule]: [detail]}};
        const problem = new Problem(errors.ValidationFailed, occurrence);
        return [rule, {instance: path, problem}];
      }),
  );

/** A malformed value breaks no rule. */
const malformedExample = (
  endpoint: ApiEndpoint,
  valid: Encoded,
  value: string,
): ProblemExample | undefined =>
  Object.keys({...endpoint.params, ...endpoint.query?.shape})
    .map(name => exampleOf(endpoint, {...valid, [name]: value}))
    .find(example => example && example.problem.occurrence.errors === undefined);

/**
 * An example of each rule that a request to the endpoint can break, and one of a malformed parameter;
 * for an endpoint with neither, a malformed request.
 */
export const validationExamples = (endpoint: ApiEndpoint, {params, query}: Example): Examples => {
  const valid = {...encoded(params), ...encoded(query)};
  const broken = {
    ...ruleExamples(endpoint, valid),
    ...dataExamples(endpoint),
    ...bodyExample(endpoint),
  };
  const NotANumber = malformedExample(endpoint, valid, 'abc');
  if (NotANumber) return {...broken, NotANumber};
  const NotUtf8 = malformedExample(endpoint, valid, '%E0%A4%A');
  if (NotUtf8) return {...broken, NotUtf8};
  if (Object.keys(broken).length > 0) return broken;
  return {NotHttp: {instance: endpoint.path, problem: malformedRequest()}};
};
