import type {VehicleJson} from '#mappings/vehicle-document.ts';

/**
 * Unescaped, these bytes stand only where a document begins: inside a JSON string each quotation mark
 * has a backslash before it, and no document has a member of this name.
 */
const source = Buffer.from('"_source":{"');
const beginning = Buffer.from('"_source":{"vehicleBytes":');
const member = Buffer.from(',"vehicle":');
const next = '},"isRegistered":';
const [openingBrace, quotationMark] = Buffer.from('{"');

/**
 * The vehicles in a response of Elasticsearch, in its order: views of its bytes, none of which is read.
 * Each document says how long its vehicle is. Undefined if one of them is wrong about it.
 */
export const vehiclesIn = (response: Buffer): readonly VehicleJson[] | undefined => {
  const found: VehicleJson[] = [];
  let at = response.indexOf(source);
  while (at !== -1) {
    if (response.indexOf(beginning, at) !== at) return undefined;
    const lengthAt = at + beginning.length;
    const memberAt = response.indexOf(member, lengthAt);
    const start = memberAt + member.length;
    const end = start + Number(response.toString('latin1', lengthAt, memberAt));
    if (memberAt === -1 || response[start] !== openingBrace) return undefined;
    if (response.toString('latin1', end - 1, end - 1 + next.length) !== next) return undefined;
    found.push(response.subarray(start, end));
    at = response.indexOf(source, end);
  }
  return found;
};

const idAt = '{"id":"'.length;

/** The id is the first member of a vehicle, and has digits alone. */
export const idOf = (vehicle: VehicleJson): string =>
  vehicle.toString('latin1', idAt, vehicle.indexOf(quotationMark ?? 0, idAt));

/** The members that vehicles are looked up by. They are the first ones of a vehicle. */
export type LookedUp = {readonly vin: string | null; readonly plates: readonly string[]};

const afterLookedUp = Buffer.from(',"registrationStatus":');

export const lookedUpIn = (vehicle: VehicleJson): LookedUp =>
  JSON.parse(`${vehicle.toString('utf8', 0, vehicle.indexOf(afterLookedUp))}}`);
