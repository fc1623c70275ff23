import {z} from 'zod';
import type {ZodOpenApiOverride, ZodOpenApiOverrideContext} from 'zod-openapi';
import {fieldNotes} from '#mappings/fields/field.ts';

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

/** Its parameter has the description; converters to ready requests read the example of the schema alone. */
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
export const withNotes: ZodOpenApiOverride = ({zodSchema, jsonSchema}) => {
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
