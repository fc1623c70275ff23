type Named<Value> = Readonly<Record<string, Value>>;

/** The parts of a JSON schema that the interface description uses. */
type Schema = {readonly [limit in (typeof limits)[number]]?: unknown} & {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Named<Schema>;
  readonly required?: readonly string[];
};

type Content = Named<{
  readonly schema: Schema;
  readonly examples?: Named<{readonly value: {readonly code?: string}}>;
}>;

type Response = {readonly headers?: Named<unknown>; readonly content?: Content};

type Operation = {
  readonly operationId: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: {readonly content: Content};
  readonly responses: Named<Response>;
};

/** An interface description, parsed. */
export type Description = {
  readonly paths: Named<Named<Operation>>;
  readonly components: Named<Named<unknown>> & {readonly schemas: Named<Schema>};
};

const limits = ['minimum', 'maximum', 'minItems', 'maxItems'] as const;

/** The alternatives in a pattern. A list of words can get further ones, which removes nothing. */
const alternativesOf = ({pattern = ''}: Schema): readonly string[] =>
  pattern.split(/\(\?:|[|()]/).filter(Boolean);

/** Lists of codes can grow: the description says so, and how to handle an unknown code. */
const openEnums: ReadonlySet<string> = new Set(['ErrorCode']);

const referenceOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && '$ref' in value ? String(value.$ref) : '';

const nameOf = (reference: string): string => reference.replace(/^.*\//, '');

const typesOf = ({type = []}: Schema): readonly string[] => [type].flat();

const isNullable = (schema: Schema): boolean =>
  typesOf(schema).includes('null') || (schema.anyOf ?? []).some(isNullable);

/** Promises about a request: it may always hold what was promised, so each type, value and limit is a promise. */
const taken = (schema: Schema, at: string): readonly string[] => [
  ...typesOf(schema).map(type => `${at} may be of type ${type}`),
  ...(schema.enum ?? []).map(value => `${at} may be ${value}`),
  ...limits.flatMap(limit => (limit in schema ? `${at} has ${limit} ${schema[limit]}` : [])),
  ...alternativesOf(schema).map(part => `${at} has pattern ${part}`),
  ...(schema.items ? taken(schema.items, `${at}[]`) : []),
  ...(schema.properties ? [`${at} must have ${schema.required?.join(', ') ?? 'nothing'}`] : []),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    taken(member, `${at}.${name}`),
  ),
];

/** Promises about a response: it may have more members than were promised, but no other values. */
const answered = (schema: Schema, at: string): readonly string[] => {
  const {$ref, format, anyOf = [], items, required = [], properties = {}} = schema;
  const values = schema.enum ?? [];
  const isClosed = values.length > 0 && !openEnums.has(at);
  return [
    ...($ref === undefined ? [] : [`${at} is ${nameOf($ref)}`]),
    ...typesOf(schema).flatMap(type => (type === 'null' ? [] : `${at} is of type ${type}`)),
    ...(format === undefined ? [] : [`${at} has format ${format}`]),
    ...values.map(value => `${at} can be ${value}`),
    ...(isClosed ? [`${at} is nothing but ${values.join(', ')}`] : []),
    ...required.map(name => `${at}.${name} is always there`),
    ...anyOf.flatMap(part => answered(part, at)),
    ...(items ? answered(items, `${at}[]`) : []),
    ...Object.entries(properties).flatMap(([name, member]) => [
      ...(isNullable(member) ? [] : [`${at}.${name} is never null`]),
      ...answered(member, `${at}.${name}`),
    ]),
  ];
};

const ofResponse = ({headers = {}, content = {}}: Response, at: string): readonly string[] => [
  at,
  ...Object.keys(headers).map(name => `${at} with the header ${name}`),
  ...Object.values(content).flatMap(({schema, examples = {}}) => [
    ...answered(schema, `${at}: the body`),
    ...Object.values(examples).flatMap(({value: {code}}) => (code ? `${at} ${code}` : [])),
  ]),
];

const ofOperation = (operation: Operation, at: string): readonly string[] => {
  const {operationId, parameters, requestBody, responses} = operation;
  const needed = parameters.flatMap(({name, required}) => (required ? name : []));
  return [
    `${at} has the operationId ${operationId}`,
    `${at} needs ${needed.join(', ') || 'no parameter'}`,
    ...parameters.flatMap(({name, schema}) => [
      `${at} takes ${name}`,
      ...taken(schema, `${at}: ${name}`),
    ]),
    ...Object.values(requestBody?.content ?? {}).map(
      ({schema}) => `${at} takes a body ${nameOf(referenceOf(schema))}`,
    ),
    ...Object.entries(responses).flatMap(([status, response]) =>
      ofResponse(response, `${at} answers ${status}`),
    ),
  ];
};

/** Resolves references, except to schemas, which clients know by name. */
const inPlace = ({paths, components}: Description): Description['paths'] => {
  const target = (_: string, value: unknown) => {
    const [, kind = 'schemas', name = ''] =
      /^#\/components\/(\w+)\/(.+)$/.exec(referenceOf(value)) ?? [];
    return kind === 'schemas' ? value : components[kind]?.[name];
  };
  return JSON.parse(JSON.stringify(paths, target));
};

/**
 * The promises of an interface description to clients, one sentence each. A promise that a later description
 * lacks can break clients; an added one cannot.
 */
const promisesOf = (description: Description): readonly string[] => [
  ...new Set([
    ...Object.entries(inPlace(description)).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) =>
        ofOperation(operation, `${method.toUpperCase()} ${path}`),
      ),
    ),
    ...Object.entries(description.components.schemas).flatMap(([name, schema]) =>
      name.endsWith('Request') ? taken(schema, name) : answered(schema, name),
    ),
  ]),
];

/** The text of the changelog's `### Breaking` under `## Unreleased`. */
const breakingIn = (changelog: string): string => {
  const [, unreleased = ''] = changelog.split(/^## .*$/m);
  return /^### Breaking$([\s\S]*?)(?=^### |(?![\s\S]))/m.exec(unreleased)?.[1] ?? '';
};

/**
 * The promises of the last release that no longer hold, without those that the changelog names: in full, or by their
 * beginning, so that `VehicleResponse.vin` stands for all promises about that member, and `GET *: page` for
 * all about that parameter of any path.
 */
export const unannounced = (
  released: Description,
  current: Description,
  changelog: string,
): readonly string[] => {
  const kept = new Set(promisesOf(current));
  const named = Array.from(breakingIn(changelog).matchAll(/`([^`]+)`/g), ([, name = '']) => name);
  const beginnings = named.map(name => {
    const text = name.replaceAll(/[^\w*]/g, '\\$&').replaceAll('*', '\\S+');
    return new RegExp(`^${text}(?:$|[ .:[])`);
  });
  const isNamed = (promise: string) => beginnings.some(beginning => beginning.test(promise));
  return promisesOf(released).filter(promise => !kept.has(promise) && !isNamed(promise));
};
