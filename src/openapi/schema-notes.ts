import {z} from 'zod';
import type {ZodOpenApiOverride, ZodOpenApiOverrideContext} from 'zod-openapi';
import {type FieldNotes, fieldNotes} from '#mappings/fields/field.ts';

type Schema = z.core.$ZodType;
type JsonSchema = ZodOpenApiOverrideContext['jsonSchema'];

const meaning = ({description, unit}: FieldNotes): string =>
  unit === undefined ? description : `${description} In ${unit}.`;

const note = (schema: Schema, json: JsonSchema): void => {
  const notes = fieldNotes.get(schema as z.ZodType);
  if (notes === undefined) return;
  json.description = meaning(notes);
  json.examples = [notes.example as z.core.util.JSONType];
};

/** `{anyOf: [{type: 'string'}, {type: 'null'}]}` → `{type: ['string', 'null']}`, unless it is an object. */
const shortened = (json: JsonSchema): void => {
  const [value] = json.anyOf ?? [];
  if (value === undefined || value.$ref || value.enum || value.type === 'object') return;
  delete json.anyOf;
  Object.assign(json, {...value, ...json}, {type: [value.type, 'null']});
};

/** Where zod repeats in a pattern what the format says, or bounds an integer by what is exact. */
const withoutRepetition = (json: JsonSchema): void => {
  if (json.format === 'date' || json.format === 'date-time') delete json.pattern;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
};

/**
 * What a schema says beyond zod's own words: the meaning, unit and example of a member that the
 * register fills.
 */
export const withNotes: ZodOpenApiOverride = ({zodSchema, jsonSchema}) => {
  const {def} = zodSchema._zod;
  note(zodSchema, jsonSchema);
  if (def.type === 'nullable') {
    note(def.innerType, jsonSchema);
    shortened(jsonSchema);
  }
  if (def.type === 'readonly') delete jsonSchema.readOnly;
  if (z.globalRegistry.get(zodSchema)?.param) delete jsonSchema.description;
  withoutRepetition(jsonSchema);
};
