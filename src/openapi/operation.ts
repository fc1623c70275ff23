import type {ZodOpenApiOperationObject, ZodOpenApiResponsesObject} from 'zod-openapi';
import type {AnyEndpoint} from '#src/http/endpoint/endpoint.ts';
import type {Services} from '#src/services.ts';
import {type Example, exampleOf} from './example.ts';
import {answerHeaders, isConfirmable, taggedHeaders} from './headers.ts';
import {parametersOf} from './parameters.ts';

type ProblemResponses = (
  endpoint: AnyEndpoint<Services>,
  example: Example,
) => ZodOpenApiResponsesObject;

const success = (endpoint: AnyEndpoint<Services>, {answer}: Example): ZodOpenApiResponsesObject => {
  const {responses, summary} = endpoint;
  return {
    200: {
      description: responses[200].meta()?.description ?? summary,
      headers: taggedHeaders(endpoint),
      content: {'application/json': {schema: responses[200], example: answer}},
    },
    ...(responses[204] === null && {
      204: {
        description: 'The vehicle exists, and the register holds no such record of it.',
        headers: answerHeaders(endpoint),
      },
    }),
    ...(isConfirmable(endpoint) && {
      304: {
        description: 'The answer that `If-None-Match` names is still right.',
        headers: taggedHeaders(endpoint),
      },
    }),
  };
};

const requestBody = ({body}: AnyEndpoint<Services>, example: Example) =>
  body && {
    requestBody: {
      required: true,
      description: `JSON in UTF-8, at most ${body.maxBytes.toLocaleString('en')} bytes.`,
      content: {'application/json': {schema: body.schema, example: example.body}},
    },
  };

/** One endpoint as an operation of the document. */
export const operation = (
  endpoint: AnyEndpoint<Services>,
  problems: ProblemResponses,
): ZodOpenApiOperationObject => {
  const {operationId, tag, summary, description} = endpoint;
  const example = exampleOf(operationId);
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description !== undefined && {description}),
    ...parametersOf(endpoint, example),
    ...requestBody(endpoint, example),
    responses: {...success(endpoint, example), ...problems(endpoint, example)},
  };
};
