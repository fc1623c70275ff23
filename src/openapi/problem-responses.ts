import type {
  ZodOpenApiExampleObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import type {ApiEndpoint} from '#src/api/endpoint.ts';
import {type ErrorCode, errors, errorsOf} from '#src/api/errors.ts';
import {problemMembers} from '#src/http/problems/error-handler.ts';
import type {ProblemKind} from '#src/http/problems/problem.ts';
import type {Example} from './example.ts';
import {problemHeaders} from './headers.ts';
import {exampleRequest, type ProblemExample, problemExample} from './problem-examples.ts';
import {Problem} from './problem-schema.ts';
import {validationExamples} from './validation-examples.ts';

type Examples = Readonly<Record<string, ZodOpenApiExampleObject>>;
type Statuses = Pick<ZodOpenApiResponsesObject, `4${string}` | `5${string}`>;

const response = (kinds: readonly ProblemKind[], examples: Examples): ZodOpenApiResponseObject => ({
  description: kinds.map(({code, title}) => `\`${code}\`: ${title}`).join('\n\n'),
  headers: problemHeaders(kinds[0]?.status ?? 0),
  content: {'application/problem+json': {schema: Problem, examples}},
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
    const examples = Object.entries(validationExamples(endpoint, valid)).map(([name, example]) => [
      name,
      toExample(example),
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
