import {z} from 'zod';
import {engineFields} from '#mappings/fields/engine.ts';
import {environmentFields} from '#mappings/fields/environment.ts';
import {type FieldNotes, fieldNotes, type Shape} from '#mappings/fields/field.ts';
import {inspectionFields} from '#mappings/fields/inspection.ts';
import {technicalFields} from '#mappings/fields/technical-details.ts';
import {vehicleFields} from '#mappings/fields/vehicle.ts';
import {references} from '#mappings/reference-document.ts';
import {table} from './tables.ts';

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

/** A registry without names, so that a named schema is described by its members like any other. */
const unnamed = z.registry<{id?: string}>();

const sections: readonly (readonly [title: string, shape: Shape])[] = [
  ['VehicleResponse', vehicleFields],
  ['VehicleTechnicalDetailsResponse', technicalFields],
  ['VehicleEngineInformationResponse', engineFields],
  ['VehicleInspectionReportResponse', inspectionFields],
  ['VehicleEnvironmentalInformationResponse', environmentFields],
  ...Object.values(references).map(({name, fields}) => [`Vehicle${name}Response`, fields] as const),
];

type Member = readonly [name: string, schema: z.ZodType];

/** The members of the objects in a list, if they have notes of their own. */
const membersWithin = (schema: z.ZodType): readonly Member[] => {
  const entry = schema instanceof z.ZodArray ? schema.element : undefined;
  const members = entry instanceof z.ZodObject ? Object.entries<z.ZodType>(entry.shape) : [];
  return members
    .map(([name, member]): Member => [name, present(member)])
    .filter(([, member]) => fieldNotes.has(member));
};

const present = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodNullable ? (schema.unwrap() as z.ZodType) : schema;

/** The type of a member in words: `list of {id: string, name: string}`. */
const typeOf = (schema: z.ZodType, {kind}: FieldNotes): string => {
  if (kind === 'integer') return 'integer';
  if (kind === 'decimal') return 'number';
  if (membersWithin(schema).length > 0) return 'list of objects';
  return describe(z.toJSONSchema(schema, {metadata: unnamed}));
};

const rowsOf = ([member, schema]: Member): readonly (readonly string[])[] => {
  const notes = fieldNotes.get(schema);
  if (!notes) throw new Error(`${member} is declared without notes.`);
  const {unit = '', element, example, description, range} = notes;
  const meaning = range ? `${description} ${range[0]} to ${range[1]}.` : description;
  const code = (text: string) => `\`${text}\``;
  const shown = code(JSON.stringify(example));
  return [
    [code(member), typeOf(schema, notes), unit, code(element), shown, meaning],
    ...membersWithin(schema).flatMap(([inner, each]) => rowsOf([`${member}[].${inner}`, each])),
  ];
};

const header = ['Field', 'Type', 'Unit', 'Register element', 'Example', 'Meaning'];

/** The tables of `docs/fields.md`, each under its heading. */
export const fieldTables = (): string =>
  sections
    .map(
      ([title, shape]) => `## ${title}\n\n${table(header, Object.entries(shape).flatMap(rowsOf))}`,
    )
    .join('\n\n');
