import {readFileSync} from 'node:fs';
import {z} from 'zod';

const Parameter = z.object({
  in: z.string().optional(),
  name: z.string().default(''),
  description: z.string().default(''),
  schema: z.object({type: z.string().optional(), enum: z.array(z.string()).optional()}).optional(),
});

const Operation = z.object({parameters: z.array(Parameter).default([])});

const Description = z.object({
  paths: z.record(z.string(), z.object({get: Operation.optional()})),
});

/** The interface description of the version that the client is made for. */
const {paths} = Description.parse(
  JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')),
);

const queryOf = (path: string) =>
  (paths[path]?.get?.parameters ?? []).filter(({in: place}) => place === 'query');

/** The lists of names: those that are searched by the start of one, and belong to no entry of another. */
export const lists = Object.keys(paths)
  .filter(path => !path.includes('{') && queryOf(path).some(({name}) => name === 'q'))
  .map(path => path.slice('/v1/'.length));

const counted = new Set(queryOf('/v1/statistics').map(({name}) => name));

/** The parameters that the search and the statistics share, but for the order. */
const all = new Map(
  queryOf('/v1/vehicles')
    .filter(({name}) => counted.has(name) && name !== 'sortBy')
    .map(filter => [filter.name, filter]),
);

/** Whether a filter takes the ids of what another one takes the name of. */
const isIdOfNamed = (name: string): boolean =>
  /Ids?$/.test(name) && all.has(name.replace(/Ids?$/, ''));

type Value = string | number | boolean;

const typed: Readonly<Record<string, z.ZodType<Value>>> = {
  integer: z.int(),
  number: z.number(),
  boolean: z.boolean(),
};

type Inputs = Readonly<Record<string, z.ZodOptional<z.ZodType<Value>>>>;

const inputsOf = (parameters: Iterable<z.output<typeof Parameter>>): Inputs =>
  Object.fromEntries(
    Iterator.from(parameters).map(({name, description, schema}) => {
      const more = all.has(`${name}Id`) ? ' Its id will do, too.' : '';
      const words = schema?.enum ? ` One of ${schema.enum.join(', ')}.` : '';
      const read = typed[schema?.type ?? ''] ?? z.string();
      return [name, read.optional().describe(description + more + words)];
    }),
  );

/** Vehicles are found or counted by these. A filter by name takes an id, too. */
export const filters = inputsOf(all.values().filter(({name}) => !isIdOfNamed(name)));

/** Changes are asked for by these, besides filters. */
export const changeInputs = inputsOf(queryOf('/v1/changes').filter(({name}) => !all.has(name)));

/**
 * The query of the search for these filters: a number instead of a name is an id. What names mean is known to the
 * API, which says if one means nothing.
 */
export const toQuery = (given: Readonly<Record<string, Value | undefined>>) =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => {
        const isId = all.has(`${name}Id`) && /^\s*\d+\s*$/.test(String(value));
        return [isId ? `${name}Id` : name, typeof value === 'string' ? value.trim() : value];
      }),
  );
