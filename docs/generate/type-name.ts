import {z} from 'zod';

type JsonSchema = z.core.JSONSchema._JSONSchema;

const formats: Readonly<Partial<Record<string, string>>> = {
  date: 'date',
  'date-time': 'timestamp with offset',
};

const describe = (schema: JsonSchema): string => {
  if (typeof schema === 'boolean') return 'anything';
  if (schema.anyOf) return schema.anyOf.map(describe).join(' or ');
  if (schema.enum) return schema.enum.map(value => `\`${value}\``).join(' or ');
  if (schema.type === 'array') return `list of ${describe(schema.items as JsonSchema)}`;
  if (schema.type === 'object') {
    const members = Object.entries(schema.properties ?? {});
    return `{${members.map(([name, member]) => `${name}: ${describe(member)}`).join(', ')}}`;
  }
  return formats[schema.format ?? ''] ?? [schema.type ?? 'anything'].flat().join(' or ');
};

/** Without names, so that a schema that has one is described by its members like any other. */
const unnamed = z.registry<{id?: string}>();

/** A schema as a reader of the documentation would say it: `list of {id: string, name: string}`. */
export const typeName = (schema: z.ZodType): string =>
  describe(z.toJSONSchema(schema, {metadata: unnamed}));
