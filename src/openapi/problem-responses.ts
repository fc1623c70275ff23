import {z} from 'zod';
import type {
  ZodOpenApiExampleObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import type {ApiEndpoint} from '#src/api/endpoint.ts';
import {type ErrorCode, errors, errorsOf, fail} from '#src/api/errors.ts';
import {protocolProblems} from '#src/api/problems.ts';
import {type RuleKey, rules} from '#src/api/rules.ts';
import {filledPath, pathNames} from '#src/http/endpoint/endpoint.ts';
import {inputReader} from '#src/http/endpoint/input.ts';
import {brokenRules, Problem, type ProblemKind, problemMembers} from '#src/http/problem.ts';
import type {Example} from './examples.ts';
import {problemHeaders} from './headers.ts';

const rulesInWords = Object.entries(rules)
  .map(([rule, {when}]) => `- \`${rule}\`: ${when}`)
  .join('\n');

const PublishedCode = z.enum(Object.keys(errors)).meta({
  id: 'ErrorCode',
  description: 'The error codes of today. A published code never changes; new ones can be added.',
});

/** The body of every error response (RFC 9457). */
export const ProblemResponse = z
  .object({
    type: z.url().describe('A page that explains the error and how to resolve it.'),
    title: z.string().describe('Summary of the error, the same for every error with this code.'),
    status: z.int().min(400).max(599).describe('The HTTP status code.'),
    detail: z.string().optional().describe('Explanation of this occurrence.'),
    instance: z.string().describe('The path of the request.'),
    code: z
      .union([PublishedCode, z.string()])
      .describe(
        'The error code. Branch on it and on `status`. New codes can be added: handle an unknown one by its status.',
      ),
    requestId: z.string().describe('The value of the `X-Request-Id` header.'),
    traceId: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .describe('Trace id, to quote when you contact support.'),
    errors: z
      .record(z.string(), z.array(z.string()).min(1))
      .optional()
      .describe(
        `Only with \`ValidationFailed\`: the broken rules, each with its messages. Non-numeric and otherwise malformed values yield no \`errors\`.\n\n${rulesInWords}`,
      ),
  })
  .meta({id: 'Problem', description: 'An error (RFC 9457).'});

/** A problem and the path of the request that it answers. */
export type ProblemExample = {readonly instance: string; readonly problem: Problem};

/** The ids of the request in all examples. */
export const exampleRequest = {
  requestId: '5f0c7ab9-4a34-4c7e-9a3d-0c1f6f0e9b53',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
};

/** The documentation's example of a problem. */
export const problemExample = (code: ErrorCode): ProblemExample => {
  const {instance, occurrence} = errors[code].example;
  return {instance, problem: fail(code, occurrence)};
};

/** Parameter values by name, percent-encoded. */
type Encoded = Readonly<Record<string, string>>;

type Named = readonly [name: string, example: ProblemExample];

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
  TooManyVehicles: {vehicleIds: Array.from({length: 501}, (_, id) => id).join(',')},
  ChangeKindInvalid: {kinds: 'Sold'},
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

const brokenAt = (instance: string, rule: string, message: string): ProblemExample => ({
  instance,
  problem: fail('ValidationFailed', brokenRules([[rule, message]])),
});

const bodyExamples = ({path, body}: ApiEndpoint): readonly Named[] => {
  const [issue] = body?.schema.safeParse({}).error?.issues ?? [];
  return body && issue ? [[body.rule, brokenAt(path, body.rule, issue.message)]] : [];
};

const ruleExamples = (endpoint: ApiEndpoint, valid: Encoded): readonly Named[] =>
  Object.entries(breaking).flatMap(([rule, values]): readonly Named[] => {
    const example = exampleOf(endpoint, {...valid, ...values});
    return example?.problem.occurrence.errors?.[rule] ? [[rule, example]] : [];
  });

const dataExamples = ({path, query}: ApiEndpoint): readonly Named[] =>
  Object.entries(rules)
    .filter(([, {brokenByDataOf: name}]) => name && query?.shape[name] !== undefined)
    .map(([rule, {example}]) => [rule, brokenAt(path, rule, example)]);

/** Malformed values, which break no rule, by the name of their example. */
const malformed = {NotANumber: 'abc', NotUtf8: '%E0%A4%A'};

/**
 * An example of each rule that a request to the endpoint can break, and one of a malformed parameter;
 * for an endpoint with neither, a malformed request.
 */
const validationExamples = (endpoint: ApiEndpoint, {params, query}: Example): readonly Named[] => {
  const valid = {...encoded(params), ...encoded(query)};
  const broken = [
    ...ruleExamples(endpoint, valid),
    ...dataExamples(endpoint),
    ...bodyExamples(endpoint),
  ];
  for (const [example, value] of Object.entries(malformed)) {
    for (const name of Object.keys({...endpoint.params, ...endpoint.query?.shape})) {
      const shown = exampleOf(endpoint, {...valid, [name]: value});
      if (shown && !shown.problem.occurrence.errors) return [...broken, [example, shown]];
    }
  }
  if (broken.length > 0) return broken;
  return [['NotHttp', {instance: endpoint.path, problem: protocolProblems.malformed}]];
};

type Statuses = Pick<ZodOpenApiResponsesObject, `4${string}` | `5${string}`>;

const response = (
  kinds: readonly ProblemKind[],
  examples: Readonly<Record<string, ZodOpenApiExampleObject>>,
): ZodOpenApiResponseObject => ({
  description: kinds.map(({code, title}) => `\`${code}\`: ${title}`).join('\n\n'),
  headers: problemHeaders(kinds),
  content: {'application/problem+json': {schema: ProblemResponse, examples}},
});

/**
 * Makes the error responses of an operation. Errors that look the same everywhere are components of
 * the document; a `ValidationFailed` is shown as the endpoint itself returns it.
 */
export const problemResponses = (publicUrl: string) => {
  const toExample = ({problem, instance}: ProblemExample): ZodOpenApiExampleObject => ({
    summary: problem.message,
    value: problemMembers(problem, {publicUrl, instance, ...exampleRequest}),
  });

  const exampleByCode = Object.fromEntries(
    Object.values(errors).map(({code}) => [
      code,
      {id: code, ...toExample(problemExample(code as ErrorCode))},
    ]),
  );
  const shared = new Map<string, ZodOpenApiResponseObject>();

  const sharedBy = (kinds: readonly ProblemKind[]): ZodOpenApiResponseObject => {
    const id = kinds.map(({code}) => code).join('Or');
    const examples = kinds.map(({code}) => [code, exampleByCode[code]]);
    const known = shared.get(id) ?? {id, ...response(kinds, Object.fromEntries(examples))};
    shared.set(id, known);
    return known;
  };

  const validationFailed = (endpoint: ApiEndpoint, valid: Example): ZodOpenApiResponseObject => {
    const examples = validationExamples(endpoint, valid).map(([name, each]) => [
      name,
      toExample(each),
    ]);
    return response([errors.ValidationFailed], Object.fromEntries(examples));
  };

  return (endpoint: ApiEndpoint, valid: Example): Statuses => {
    // A request to any path can be malformed HTTP.
    const kinds = new Set([errors.ValidationFailed, ...errorsOf(endpoint)]);
    const byStatus = Map.groupBy(kinds, ({status}) => status);
    return Object.fromEntries(
      byStatus
        .entries()
        .map(([status, kinds]) => [
          status,
          kinds.includes(errors.ValidationFailed)
            ? validationFailed(endpoint, valid)
            : sharedBy(kinds),
        ]),
    );
  };
};
