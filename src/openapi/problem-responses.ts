import type {
  ZodOpenApiExampleObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import {type ErrorCode, errors, errorsOf} from '#src/api/errors.ts';
import {exampleRequest, occurrences} from '#src/api/occurrences.ts';
import type {AnyEndpoint} from '#src/http/endpoint/endpoint.ts';
import {Problem as Occurred, type ProblemKind} from '#src/http/problems/problem.ts';
import {problemMembers} from '#src/http/problems/problem-document.ts';
import type {Services} from '#src/services.ts';
import type {Example} from './example.ts';
import {problemHeaders} from './headers.ts';
import {Problem} from './problem-schema.ts';
import {refusals} from './refusals.ts';

type Examples = Readonly<Record<string, ZodOpenApiExampleObject>>;
type Statuses = Pick<ZodOpenApiResponsesObject, `4${string}` | `5${string}`>;

const meaning = (kinds: readonly ProblemKind[]): string =>
  kinds.map(({code, title}) => `\`${code}\`: ${title}`).join('\n\n');

const response = (kinds: readonly ProblemKind[], examples: Examples): ZodOpenApiResponseObject => ({
  description: meaning(kinds),
  headers: problemHeaders(kinds[0]?.status ?? 0),
  content: {'application/problem+json': {schema: Problem, examples}},
});

const picked = (examples: Examples, names: readonly string[]): Examples =>
  Object.fromEntries(Object.entries(examples).filter(([name]) => names.includes(name)));

/**
 * Makes the problem responses of an operation. Problems that look the same wherever they are met are
 * components of the document; a refused parameter is shown as the endpoint itself refuses it.
 */
export const problemResponses = (publicUrl: string) => {
  const example = (problem: Occurred, instance: string): ZodOpenApiExampleObject => ({
    summary: problem.message,
    value: problemMembers(problem, {publicUrl, instance, ...exampleRequest}),
  });

  const exampleOf = (kind: ProblemKind) => {
    const {instance, ...occurrence} = occurrences[kind.code as ErrorCode];
    return {id: kind.code, ...example(new Occurred(kind, occurrence), instance)};
  };
  const exampleByCode = Object.fromEntries(
    Object.values(errors).map(kind => [kind.code, exampleOf(kind)]),
  );
  const shared = new Map<string, ZodOpenApiResponseObject>();

  const sharedBy = (kinds: readonly ProblemKind[]): ZodOpenApiResponseObject => {
    const codes = kinds.map(({code}) => code);
    const id = codes.join('Or');
    const known = shared.get(id) ?? {id, ...response(kinds, picked(exampleByCode, codes))};
    shared.set(id, known);
    return known;
  };

  const refusing = (endpoint: AnyEndpoint<Services>, right: Example): ZodOpenApiResponseObject => {
    const examples = Object.entries(refusals(endpoint, right)).map(
      ([name, {problem, instance}]) => [name, example(problem, instance)],
    );
    return response([errors.ValidationFailed], Object.fromEntries(examples));
  };

  return (endpoint: AnyEndpoint<Services>, right: Example): Statuses => {
    // A request to any path can be malformed as such.
    const kinds = new Set([errors.ValidationFailed, ...errorsOf(endpoint)]);
    const byStatus = Map.groupBy(kinds, ({status}) => status);
    return Object.fromEntries(
      byStatus
        .entries()
        .map(([status, kinds]) => [
          status,
          kinds.includes(errors.ValidationFailed) ? refusing(endpoint, right) : sharedBy(kinds),
        ]),
    );
  };
};
