import {z} from 'zod';
import type {Versioned} from '#core/domain/dataset.ts';
import type {Int64} from '#core/domain/integers.ts';
import {SearchUnavailable} from '#core/domain/outages.ts';
import {
  type VehicleDocument,
  type VehicleJson,
  VehicleResponse,
} from '#mappings/vehicle-document.ts';
import {joinJson} from '#src/http/endpoint/response.ts';
import type {CallersServices} from '#src/services.ts';
import {listOf, readBy} from '../parameters.ts';
import {breaks} from '../rules.ts';
import {fieldNames, type RecordName, recordNames, records} from './vehicle-records.ts';

const vehicleMembers: readonly string[] = Object.keys(VehicleResponse.shape);

const known: ReadonlySet<string> = new Set(fieldNames);

const toRecordNames = (text: string): readonly RecordName[] | undefined => {
  const names = listOf(text, name => recordNames.find(record => record === name));
  return names && recordNames.filter(name => names.includes(name));
};

/** The same list for the same fields, whatever their order. */
const toFields = (text: string): readonly string[] | undefined => {
  const fields = listOf(text, name => (known.has(name) ? name : undefined));
  return fields && fields.length > 0 ? fieldNames.filter(name => fields.includes(name)) : undefined;
};

const either = (names: readonly string[]) => names.map(name => name.replace('.', '\\.')).join('|');
const listPattern = (names: readonly string[]) => `(?:${either(names)})(?:,(?:${either(names)}))*`;

/** The media type of bodies selected by `fields`, whose schema promises no member. */
const partialMediaType = 'application/vnd.partial-vehicle+json';

export const partial = (schema: z.ZodType) => ({mediaType: partialMediaType, schema});

/** The parameters that select the parts of a vehicle to answer. */
export const Selection = z.object({
  expand: readBy(toRecordNames, text => breaks('ExpandInvalid', text))
    .meta({
      description: `Records to include in the vehicle, separated by commas: ${recordNames.map(name => `\`${name}\``).join(', ')}. A record that the vehicle does not have is null.`,
      pattern: `^(?:${listPattern(recordNames)})?$`,
      examples: ['engine,inspection'],
    })
    .optional(),
  fields: readBy(toFields, text => breaks('FieldsInvalid', text))
    .meta({
      description: `Return only these members, separated by commas: members of the vehicle, whole records, or members of either, such as \`make.name\` and \`engine.maxPowerKw\`. The media type is then \`${partialMediaType}\`.`,
      pattern: `^${listPattern(fieldNames)}$`,
      examples: ['id,make.name,engine.maxPowerKw'],
    })
    .optional(),
});

export type Selection = z.output<typeof Selection>;

type Members = Readonly<Record<string, unknown>>;

/** A member or record; if fields name only members of it (`<name>.<member>`), those, in a list those of each item. */
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

/** A vehicle as it is answered, with the records of its document. */
const answerOf = (
  vehicle: VehicleJson,
  document: VehicleDocument | undefined,
  selection: Selection,
): Buffer => {
  const {fields} = selection;
  const expanded: Members = Object.fromEntries(
    wantedRecords(selection).map(name => [name, document && records[name].of(document)]),
  );
  if (!fields) return joinJson([vehicle.subarray(0, -1), ',', JSON.stringify(expanded).slice(1)]);
  const all: Members = {...JSON.parse(vehicle.toString()), ...expanded};
  const names = [...vehicleMembers, ...recordNames].filter(name => isNamed(name, fields));
  const answered = names.map(name => [name, selected(name, all[name], fields)]);
  return Buffer.from(JSON.stringify(Object.fromEntries(answered)));
};

/** How often vehicles are looked up if another dataset goes live before their records are read. */
const tries = 3;

/** How many documents of a batch are read at a time, so that it delays no other request. */
const readAtOnce = 25;

type Selecting<Found> = {
  /** Whether it may be many vehicles. They take up to the deadline, so a single one does not wait for them. */
  readonly isOfMany?: true;
  readonly find: (signal: AbortSignal) => Promise<Versioned<Found>>;
  /** The vehicles of what was found. */
  readonly vehiclesIn: (found: Found) => Iterable<VehicleJson>;
  /** The body, with each vehicle as `answer` gives it. */
  readonly toBody: (found: Versioned<Found>, answer: (vehicle: VehicleJson) => Buffer) => Buffer;
};

/** Replies with the selected parts of the vehicles found, all from one dataset and within one deadline. */
export const replyWithSelected = <Found>(
  selection: Selection,
  {vehicles, request, caller, inOneDeadline}: CallersServices,
  {isOfMany, find, vehiclesIn, toBody}: Selecting<Found>,
) => {
  const needsRecords = wantedRecords(selection).length > 0;
  const isPartial = selection.fields !== undefined;
  const replyOf = (found: Versioned<Found>, answer: (vehicle: VehicleJson) => Buffer) => ({
    body: toBody(found, answer),
    version: found.version,
    isPartial,
  });

  /** Undefined if the document is of another version. Keeps only its answered part: a batch has 500. */
  const read = async (vehicle: VehicleJson, version: string, signal: AbortSignal) => {
    const {id}: VehicleResponse = JSON.parse(vehicle.toString());
    const document = await vehicles.documentById(id as Int64, signal);
    if (document.version !== version || document.value === undefined) return undefined;
    return answerOf(vehicle, document.value, selection);
  };

  const replyWithRecords = async (signal: AbortSignal) => {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const found = await find(signal);
      const {version, value} = found;
      const answers = new Map<VehicleJson, Buffer | undefined>();
      const readOne = async (vehicle: VehicleJson) =>
        void answers.set(vehicle, await read(vehicle, version, signal));
      const wanted = [...vehiclesIn(value)];
      for (let at = 0; at < wanted.length; at += readAtOnce) {
        await Promise.all(wanted.slice(at, at + readAtOnce).map(readOne));
      }
      if (answers.values().every(answer => answer !== undefined)) {
        return replyOf(found, vehicle => answers.get(vehicle) as Buffer);
      }
    }
    throw new SearchUnavailable({cause: new Error('The dataset changed between all reads.')});
  };

  if (needsRecords) {
    return inOneDeadline(request.signal, replyWithRecords, isOfMany ? caller.accountId : undefined);
  }
  const answer = (vehicle: VehicleJson) =>
    isPartial ? answerOf(vehicle, undefined, selection) : vehicle;
  return find(request.signal).then(found => replyOf(found, answer));
};
