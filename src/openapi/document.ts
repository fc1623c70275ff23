import {createDocument, type ZodOpenApiPathsObject} from 'zod-openapi';
import {endpoints} from '#src/api/index.ts';
import {introduction} from './introduction.ts';
import {operation} from './operation.ts';
import {problemResponses} from './problem-responses.ts';
import {withNotes} from './schema-notes.ts';
import {tags} from './tags.ts';

export type DocumentOptions = {
  /** The address clients know the API by. */
  readonly publicUrl: string;
};

export type OpenApiDocument = ReturnType<typeof createDocument>;

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

/** An answer may have more members one day, so its schemas stay open; zod closes them all. */
const opened = (document: OpenApiDocument): OpenApiDocument =>
  JSON.parse(JSON.stringify(document), (key, value) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  );

/** The interface description, read from the endpoints' declarations. */
export const openApiDocument = ({publicUrl}: DocumentOptions): OpenApiDocument =>
  opened(
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
              description: 'The key you were given. Every operation requires it.',
            },
          },
        },
      },
      {override: withNotes},
    ),
  );
