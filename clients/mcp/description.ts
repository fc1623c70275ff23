import {readFileSync} from 'node:fs';
import {z} from 'zod';

type Parameter = {
  readonly in?: string;
  readonly name: string;
  readonly description: string;
  readonly schema: {readonly type?: string; readonly enum?: readonly string[]};
};

type Operations = {readonly get?: {readonly parameters?: readonly Parameter[]}};

/** The interface description of the version that the client is made for. */
const {paths}: {readonly paths: Readonly<Record<string, Operations>>} = JSON.parse(
  readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
);

const queryOf = (path: string) =>
  (paths[path]?.get?.parameters ?? []).filter(({in: place}) => place === 'query');

/** The paths of the lists that can be searched by the start of a name, by the last segment of each path. */
export const lists: ReadonlyMap<string, string> = new Map(
  Object.keys(paths)
    .filter(path => queryOf(path).some(({name}) => name === 'q'))
    .map(path => [path.slice(path.lastIndexOf('/') + 1), path]),
);

type Value = string | number | boolean;

const typed: Readonly<Record<string, z.ZodType<Value>>> = {
  integer: z.int(),
  number: z.number(),
  boolean: z.boolean(),
};

type Inputs = Readonly<Record<string, z.ZodOptional<z.ZodType<Value>>>>;

/** The arguments of a tool for the query of a path. */
export const inputsOf = (path: string): Inputs =>
  Object.fromEntries(
    queryOf(path).map(({name, description, schema}) => {
      const words = schema.enum ? ` One of ${schema.enum.join(', ')}.` : '';
      const read = typed[schema.type ?? ''] ?? z.string();
      return [name, read.optional().describe(description + words)];
    }),
  );

/** The query of a path for these inputs. The API resolves names, and reports unknown ones. */
export const toQuery = (given: Readonly<Record<string, Value | undefined>>) =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );
