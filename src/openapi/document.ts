import {hash} from 'node:crypto';
import {z} from 'zod';
import {
  createDocument,
  type oas31,
  type ZodOpenApiOverride,
  type ZodOpenApiOverrideContext,
  type ZodOpenApiPathsObject,
} from 'zod-openapi';
import {fieldNotes} from '#mappings/fields/field.ts';
import {endpoints} from '#src/api/index.ts';
import type {StaticDocument} from '#src/http/static-documents.ts';
import {introduction} from './introduction.ts';
import {operation} from './operation.ts';
import {problemResponses} from './problem-responses.ts';

type OpenApiDocument = ReturnType<typeof createDocument>;

const tags: oas31.TagObject[] = [
  {
    name: 'Vehicles',
    description:
      'Look up vehicles by id, VIN or plate, singly or in batches; search and count them; get their records.',
  },
  {
    name: 'Reference data',
    description:
      'The lists that vehicles refer to: makes and their models, kinds, colors and more.',
  },
  {
    name: 'Changes',
    description: 'What changed from one release of the dataset to the next, and for one vehicle.',
  },
  {
    name: 'Dataset',
    description: 'The weekly extract of the register that the API currently serves.',
  },
  {name: 'Exports', description: 'Whole releases as files, for those who need all vehicles.'},
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

type Schema = z.core.$ZodType;
type JsonSchema = ZodOpenApiOverrideContext['jsonSchema'];

const addNotes = (schema: Schema, json: JsonSchema): void => {
  const notes = fieldNotes.get(schema as z.ZodType);
  if (notes === undefined) return;
  const {description, unit, example} = notes;
  json.description = unit === undefined ? description : `${description} Unit: ${unit}.`;
  json.examples = [example as z.core.util.JSONType];
};

/** `{anyOf: [{type: 'string'}, {type: 'null'}]}` → `{type: ['string', 'null']}`, unless it is an object. */
const simplifyNullable = (json: JsonSchema): void => {
  const [value] = json.anyOf ?? [];
  if (value === undefined || value.$ref || value.enum || value.type === 'object') return;
  delete json.anyOf;
  Object.assign(json, {...value, ...json}, {type: [value.type, 'null']});
};

/** Removes patterns that repeat the format, and the bounds of safe integers. */
const removeRedundancy = (json: JsonSchema): void => {
  if (json.format === 'date' || json.format === 'date-time') delete json.pattern;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
};

/** The parameter has the description; converters to ready requests read only the example of the schema. */
const exemplify = (schema: Schema, json: JsonSchema): void => {
  const {param, examples = []} = z.globalRegistry.get(schema as z.ZodType) ?? {};
  if (param === undefined) return;
  delete json.description;
  // It is text until it is read.
  if (json.type === 'integer' && json.default !== undefined) json.default = Number(json.default);
  const shown = param.example === undefined ? examples : [param.example];
  if (Array.isArray(shown) && shown.length > 0) json.examples = shown;
  else delete json.examples;
};

/** Adds the notes of a register field to its JSON schema, and simplifies what zod generates. */
const withNotes: ZodOpenApiOverride = ({zodSchema, jsonSchema}) => {
  const {def} = zodSchema._zod;
  addNotes(zodSchema, jsonSchema);
  if (def.type === 'nullable') {
    addNotes(def.innerType, jsonSchema);
    simplifyNullable(jsonSchema);
  }
  if (def.type === 'readonly') delete jsonSchema.readOnly;
  exemplify(zodSchema, jsonSchema);
  removeRedundancy(jsonSchema);
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

/** The document, its served form, and a version that changes with any change of it. */
export const interfaceDescription = (publicUrl: string) => {
  const document = openApiDocument(publicUrl);
  const body = JSON.stringify(document);
  const contractVersion = hash('sha256', body, 'base64url').slice(0, 12);
  const page: StaticDocument = {path: '/openapi.json', contentType: 'application/json', body};
  return {document, page, contractVersion};
};
