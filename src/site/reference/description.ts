/*
 * The interface description in the parts that a page shows: references are resolved, and types
 * are in words.
 */

import type {oas31} from 'zod-openapi';
import type {openApiDocument} from '#src/openapi/document.ts';

type Document = ReturnType<typeof openApiDocument>;
type Schema = Exclude<oas31.SchemaObject, boolean> | oas31.ReferenceObject;

/** A parameter, a header or a member. */
export type Member = {
  readonly name: string;
  /** Such as `string (date) or null`, or the name of a schema. */
  readonly type: string;
  /** Markdown. */
  readonly description: string;
  /** As JSON, or as in a URL. */
  readonly example: string | undefined;
  readonly required?: boolean;
};

export type Description = ReturnType<typeof readDescription>;
export type Operation = Description['operations'][number];
export type Parameter = Operation['parameters'][number];
export type Reply = Operation['replies'][number];
export type NamedSchema = Description['schemas'][number];

export const operationOf = ({operations}: Description, id: string): Operation => {
  const found = operations.find(({operationId}) => operationId === id);
  if (!found) throw new Error(`The interface description has no ${id}.`);
  return found;
};

export const answersWithFile = ({replies}: Operation): boolean =>
  replies.some(({isFile}) => isFile);

/** The members without repeated names, in the order in which they first occur. */
export const distinct = <Named extends Member>(members: readonly Named[]): readonly Named[] =>
  [...new Map(members.toReversed().map(member => [member.name, member])).values()].toReversed();

/** `technicalDetails` → `Technical details` */
export const inWords = (name: string): string => {
  const words = name.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`).trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** The type of a value in words. An object without a name is `object`; its members are listed separately. */
const typeOf = (schema: Schema): string => {
  if ('$ref' in schema) return nameOf(schema.$ref);
  if (schema.enum) return schema.enum.map(value => `\`${value}\``).join(', ');
  if (schema.anyOf) return schema.anyOf.map(part => typeOf(part)).join(' or ');
  if (schema.type === 'array' && schema.items) return `array of ${typeOf(schema.items)}`;
  const types = [schema.type ?? 'any'].flat().join(' or ');
  return schema.format ? types.replace(/integer|string|number/, `$& (${schema.format})`) : types;
};

const valuesOf = (schema: Schema): readonly string[] | undefined => {
  if ('$ref' in schema) return undefined;
  if (schema.enum) return schema.enum.map(String);
  return [schema.type].flat().includes('boolean') ? ['true', 'false'] : undefined;
};

/** A filter in a form: its label and unit, the path of the list of its ids, and words for its values. */
const formOf = (schema: Readonly<Record<string, unknown>>, name: string) => ({
  label: String(schema['x-label'] ?? name),
  unit: schema['x-unit'] as string | undefined,
  default: schema['default'] as number | undefined,
  list: schema['x-list'] as string | undefined,
  valueLabels: schema['x-value-labels'] as readonly string[] | undefined,
  knownValues: schema['x-known-values'] as readonly string[] | undefined,
});

const asText = (example: unknown): string | undefined =>
  typeof example === 'string' ? example : JSON.stringify(example);

/** The members of a schema and of the unnamed schemas in it, by their paths: `data[].error.code`. */
const membersOf = (schema: Schema, path = ''): readonly Member[] => {
  if ('$ref' in schema) return [];
  const {properties = {}, items, anyOf = []} = schema;
  return [
    ...Object.entries(properties).flatMap(([name, member]) => {
      const own = {description: '', examples: [], ...member};
      const at = path === '' ? name : `${path}.${name}`;
      const example = JSON.stringify(own.examples[0]);
      return [
        {name: at, type: typeOf(member), description: own.description, example},
        ...membersOf(member, at),
      ];
    }),
    ...(items ? membersOf(items, `${path}[]`) : []),
    ...anyOf.flatMap(part => membersOf(part, path)),
  ];
};

/** Reads an interface description. */
export const readDescription = (document: Document) => {
  const {info, servers = [], tags = [], paths = {}, components = {}} = document;

  const resolved = <Value extends object>(value: Value | oas31.ReferenceObject): Value => {
    if (!('$ref' in value)) return value;
    const [, , kind = '', name = ''] = String(value.$ref).split('/');
    return (components as Record<string, Record<string, Value>>)[kind]?.[name] as Value;
  };

  const member = (
    name: string,
    {schema = {}, description = '', example}: oas31.HeaderObject | oas31.ParameterObject,
  ): Member => {
    const [other] = ('examples' in schema && schema.examples) || [];
    return {name, type: typeOf(schema), description, example: asText(example ?? other)};
  };

  const replyOf = (status: string, given: oas31.ResponseObject | oas31.ReferenceObject) => {
    const {description = '', headers = {}, content = {}} = resolved<oas31.ResponseObject>(given);
    const json = content['application/json'];
    return {
      status,
      description,
      headers: Object.entries(headers).map(([name, header]) =>
        member(name, resolved<oas31.HeaderObject>(header)),
      ),
      /** The type of a JSON body; undefined without one, and for a problem. */
      type: json?.schema && typeOf(json.schema),
      example: json?.example as unknown,
      isFile: Object.values(content).some(
        ({schema}) => schema && 'format' in schema && schema.format === 'binary',
      ),
    };
  };

  const bodyOf = (given: oas31.RequestBodyObject | oas31.ReferenceObject) => {
    const {description = '', content} = resolved<oas31.RequestBodyObject>(given);
    const {schema = {}, example} = content['application/json'] ?? {};
    return {description, type: typeOf(schema), example: example as unknown};
  };

  const readOperation = (method: string, path: string, given: oas31.OperationObject) => ({
    operationId: given.operationId ?? '',
    /** Its name in lists: `Get vehicle by VIN`. */
    title: inWords(given.operationId ?? '').replace(/\bvin\b/, 'VIN'),
    method: method.toUpperCase(),
    path,
    tag: given.tags?.[0] ?? '',
    summary: given.summary ?? '',
    description: given.description ?? '',
    parameters: (given.parameters ?? []).map(each => {
      const parameter = resolved<oas31.ParameterObject>(each);
      const {name, in: place, required = false, schema = {}, example} = parameter;
      return {
        ...member(name, parameter),
        in: place,
        required,
        /** Whether the example request has it. */
        isInExample: example !== undefined,
        /** All possible values, if they are few. */
        values: valuesOf(schema),
        form: formOf(schema as Readonly<Record<string, unknown>>, name),
      };
    }),
    body: given.requestBody && bodyOf(given.requestBody),
    replies: Object.entries(given.responses ?? {}).map(([status, reply]) => replyOf(status, reply)),
  });

  return {
    title: info.title,
    server: servers[0]?.url ?? '',
    guide: info.description ?? '',
    tags: tags.map(({name}) => name),
    operations: Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, oas31.OperationObject>).map(([method, operation]) =>
        readOperation(method, path, operation),
      ),
    ),
    schemas: Object.entries((components.schemas ?? {}) as Record<string, Schema>).map(
      ([name, schema]) => ({
        name,
        description: schema.description ?? '',
        members: membersOf(schema),
      }),
    ),
  };
};
