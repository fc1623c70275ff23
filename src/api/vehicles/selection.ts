import {z} from 'zod';
import type {Versioned} from '#core/domain/dataset.ts';
import type {Int64} from '#core/domain/integers.ts';
import {SearchUnavailable} from '#core/domain/outages.ts';
import {
  type VehicleDocument,
  type VehicleJson,
  VehicleResponse,
} from '#mappings/vehicle-document.ts';
import type {PartialResponse} from '#src/http/endpoint/endpoint.ts';
import {joinJson} from '#src/http/endpoint/join-json.ts';
import type {CallersServices} from '#src/services.ts';
import {listOf, readBy} from '../parameters.ts';
import {breaksBy} from '../rules.ts';
import {type RecordName, recordNames, records} from './vehicle-records.ts';

const isRecordName = (name: string): name is RecordName =>
  recordNames.some(record => record === name);

const vehicleMembers: readonly string[] = Object.keys(VehicleResponse.shape);

/** The names of the members of an object, or of those in a list. */
const membersOf = (schema: z.ZodType): readonly string[] => {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodNullable) return membersOf(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodArray ? membersOf(schema.element as z.ZodType) : [];
};

/** Everything that `fields` can name, what has members before these. */
export const fieldNames: readonly string[] = [
  ...Object.entries<z.ZodType>(VehicleResponse.shape),
  ...recordNames.map(name => [name, records[name].response] as const),
].flatMap(([name, schema]) => [name, ...membersOf(schema).map(member => `${name}.${member}`)]);

const known: ReadonlySet<string> = new Set(fieldNames);

const toRecordNames = (text: string): readonly RecordName[] | undefined => {
  const names = listOf(text, name => (isRecordName(name) ? name : undefined));
  return names && recordNames.filter(name => names.includes(name));
};

/** The same list for the same fields, whatever their order. */
const toFields = (text: string): readonly string[] | undefined => {
  const fields = listOf(text, name => (known.has(name) ? name : undefined));
  return fields && fields.length > 0 ? fieldNames.filter(name => fields.includes(name)) : undefined;
};

const either = (names: readonly string[]) => names.map(name => name.replace('.', '\\.')).join('|');
const listPattern = (names: readonly string[]) => `(?:${either(names)})(?:,(?:${either(names)}))*`;

/** Of bodies that `fields` made: their schema promises no member. */
const partialMediaType = 'application/vnd.partial-vehicle+json';

export const partial = (schema: z.ZodType): PartialResponse => ({
  mediaType: partialMediaType,
  schema,
});

/** The parameters that say what is answered of a vehicle. */
export const selectionParameters = {
  expand: readBy(toRecordNames, breaksBy('ExpandInvalid', recordNames))
    .meta({
      description: `Records to answer within the vehicle, separated by commas: ${recordNames.map(name => `\`${name}\``).join(', ')}. One that the vehicle does not have is null.`,
      pattern: `^(?:${listPattern(recordNames)})?$`,
      examples: ['engine,inspection'],
    })
    .optional(),
  fields: readBy(toFields, breaksBy('FieldsInvalid', fieldNames))
    .meta({
      description: `Members to answer, separated by commas, and no others: those of the vehicle, its records, or members of either, such as \`make.name\` and \`engine.maxPowerKw\`. The media type is then \`${partialMediaType}\`.`,
      pattern: `^${listPattern(fieldNames)}$`,
      examples: ['id,make.name,engine.maxPowerKw'],
    })
    .optional(),
};

export type Selection = {
  readonly expand?: readonly RecordName[] | undefined;
  readonly fields?: readonly string[] | undefined;
};

type Members = Readonly<Record<string, unknown>>;

/** A member or record, or those of its members that are named `<name>.<member>`; of a list, those of each item. */
const selected = (name: string, value: unknown, fields: readonly string[]): unknown => {
  if (fields.includes(name) || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(item => selected(name, item, fields));
  const members = Object.entries(value);
  return Object.fromEntries(members.filter(([member]) => fields.includes(`${name}.${member}`)));
};

/** Whether fields name a member or record, or members of it. */
const isNamed = (name: string, fields: readonly string[]): boolean =>
  fields.some(field => field === name || field.startsWith(`${name}.`));

const wantedRecords = ({expand = [], fields}: Selection): readonly RecordName[] =>
  fields ? recordNames.filter(name => isNamed(name, fields)) : expand;

/** Makes what is answered of a vehicle; `documentOf` gives its document where a record of it is. */
const answerOf = (selection: Selection, documentOf: (id: string) => VehicleDocument) => {
  const {fields} = selection;
  const wanted = wantedRecords(selection);
  return (vehicle: VehicleJson): Buffer => {
    if (!fields && wanted.length === 0) return vehicle;
    const members: VehicleResponse = JSON.parse(vehicle.toString());
    const expanded: Members = Object.fromEntries(
      wanted.map(name => [name, records[name].of(documentOf(members.id))]),
    );
    if (fields) {
      const all: Members = {...members, ...expanded};
      const names = [...vehicleMembers, ...recordNames].filter(name => isNamed(name, fields));
      const answered = names.map(name => [name, selected(name, all[name], fields)]);
      return Buffer.from(JSON.stringify(Object.fromEntries(answered)));
    }
    return joinJson([vehicle.subarray(0, -1), ',', JSON.stringify(expanded).slice(1)]);
  };
};

/** Times that vehicles are looked for anew, if another dataset went live before their records were read. */
const tries = 3;

/**
 * Finds vehicles and what is to be answered of each, all from one dataset: `answer` makes that of any of
 * the vehicles that `vehiclesIn` tells of what was found.
 */
export const findSelected = async <Found>(
  find: () => Promise<Versioned<Found>>,
  vehiclesIn: (found: Found) => Iterable<VehicleJson>,
  selection: Selection,
  {vehicles, request}: Pick<CallersServices, 'vehicles' | 'request'>,
): Promise<
  Versioned<{readonly found: Found; readonly answer: (vehicle: VehicleJson) => Buffer}>
> => {
  const needsRecords = wantedRecords(selection).length > 0;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const {version, value: found} = await find();
    const ids = needsRecords
      ? Array.from(vehiclesIn(found), vehicle => JSON.parse(vehicle.toString()).id as Int64)
      : [];
    const read = await Promise.all(ids.map(id => vehicles.documentById(id, request.signal)));
    const documents = new Map(
      read.flatMap(({version: ofDocument, value}) =>
        value && ofDocument === version ? [[value.vehicle.id, value] as const] : [],
      ),
    );
    if (ids.every(id => documents.has(id))) {
      const answer = answerOf(selection, id => documents.get(id) as VehicleDocument);
      return {version, value: {found, answer}};
    }
  }
  throw new SearchUnavailable({cause: new Error('The dataset changed between all reads.')});
};
