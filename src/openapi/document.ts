import {hash} from 'node:crypto';
import {createDocument, type oas31, type ZodOpenApiPathsObject} from 'zod-openapi';
import {endpoints} from '#src/api/index.ts';
import type {StaticDocument} from '#src/http/static-documents.ts';
import {introduction} from './introduction.ts';
import {operation} from './operation.ts';
import {problemResponses} from './problem-responses.ts';
import {withNotes} from './schema-notes.ts';

type OpenApiDocument = ReturnType<typeof createDocument>;

/** The tags of the endpoints, in reading order. */
const tags: oas31.TagObject[] = [
  {
    name: 'Vehicles',
    description:
      'Lookup of vehicles by id, VIN or plate, singly or in batches, search, and the records of a vehicle.',
  },
  {
    name: 'Reference data',
    description:
      'The lists that vehicles refer to: makes and their models, kinds, colors and more.',
  },
  {
    name: 'Dataset',
    description: 'The weekly extract of the register that the API currently serves.',
  },
  {name: 'Account', description: 'The limits and usage of your key.'},
];

const paths = (publicUrl: string): ZodOpenApiPathsObject => {
  const problems = problemResponses(publicUrl);
  const byPath = Map.groupBy(endpoints, ({path}) => path);
  return Object.fromEntries(
    byPath.entries().map(([path, sharing]) => {
      const operations = sharing.map(endpoint => {
        const method = endpoint.method === 'POST' ? 'post' : 'get';
        return [method, operation(endpoint, problems)] as const;
      });
      return [path, Object.fromEntries(operations)];
    }),
  );
};

/** Responses may get further members, so their schemas stay open; zod closes them all. */
const open = (document: OpenApiDocument): OpenApiDocument =>
  JSON.parse(JSON.stringify(document), (key, value) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  );

/** The interface description, generated from the endpoints' declarations. Clients call `publicUrl`. */
export const openApiDocument = (publicUrl: string): OpenApiDocument =>
  open(
    createDocument(
      {
        openapi: '3.1.0',
        info: {
          title: 'Vehicle Data Lookup API',
          version: 'v1',
          summary: 'Look up vehicles of the Danish motor register.',
          description: introduction(publicUrl),
          license: {name: 'MIT', identifier: 'MIT'},
        },
        servers: [{url: publicUrl}],
        tags,
        security: [{ApiKey: []}],
        paths: paths(publicUrl),
        components: {
          securitySchemes: {
            ApiKey: {
              type: 'apiKey',
              in: 'header',
              name: 'X-Api-Key',
              description: 'Your API key. Every operation requires it.',
            },
          },
        },
      },
      {override: withNotes},
    ),
  );

/** The document, also as it is served, and a version that changes with any change of it. */
export const interfaceDescription = (publicUrl: string) => {
  const document = openApiDocument(publicUrl);
  const body = JSON.stringify(document);
  const contractVersion = hash('sha256', body, 'base64url').slice(0, 12);
  const page: StaticDocument = {path: '/openapi.json', contentType: 'application/json', body};
  return {document, page, contractVersion};
};
