import {vehicleFields} from '#mappings/fields/vehicle.ts';
import {
  completeVehicle,
  type VehicleJson,
  type VehicleResponse,
} from '#mappings/vehicle-document.ts';

/**
 * These bytes occur unescaped only where a document begins: inside a JSON string every quotation mark
 * follows a backslash, and no document has a member of this name.
 */
const source = Buffer.from('"_source":{"');
const beginning = Buffer.from('"_source":{"vehicleBytes":');
const member = Buffer.from(',"vehicle":');
const next = '},"isRegistered":';
const [openingBrace, quotationMark] = Buffer.from('{"');

/**
 * The vehicles in a response of Elasticsearch, in its order, as views of its bytes, without parsing them:
 * each document says how long its vehicle is. Undefined if one of them is wrong about it.
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

/** The id is the first member of a vehicle, and consists of digits. */
export const idOf = (vehicle: VehicleJson): string =>
  vehicle.toString('latin1', idAt, vehicle.indexOf(quotationMark ?? 0, idAt));

const afterLookedUp = Buffer.from(',"registrationStatus":');

/** The members that vehicles are looked up by. They are the first ones of a vehicle. */
export const lookedUpIn = (vehicle: VehicleJson): Pick<VehicleResponse, 'vin' | 'plates'> =>
  JSON.parse(`${vehicle.toString('utf8', 0, vehicle.indexOf(afterLookedUp))}}`);

/** A stored document that is not as the indexer writes it. */
export class DamagedDocument extends Error {
  override readonly name = 'DamagedDocument';

  constructor(id: string) {
    super(`The stored document ${id} is not as the indexer writes it.`);
  }
}

type Stored = {readonly _id: string; readonly _source: {readonly vehicle?: unknown}};

type Response = {
  readonly hits?: {readonly hits: readonly Partial<Stored>[]};
  readonly docs?: readonly Partial<Stored>[];
};

/** The JSON of a vehicle in its stored form: a member that is absent, or no value of its field, is null. */
const restored = (id: string, stored: object): string => {
  const values: Readonly<Record<string, unknown>> = {...stored};
  const members = Object.fromEntries(
    Object.entries(vehicleFields).map(([name, schema]) => [
      name,
      schema.safeParse(values[name]).data,
    ]),
  ) as Partial<VehicleResponse>;
  const {registrationStatus = 'NotRegistered', ...others} = members;
  return JSON.stringify(completeVehicle({...others, id, registrationStatus}));
};

/** Called for every damaged document that is read. */
export type OnDamaged = (error: DamagedDocument) => void;

/** The vehicle of a document, or why there is none. */
const vehicleOf = ({_id, _source}: Stored, onDamaged: OnDamaged): VehicleJson | DamagedDocument => {
  const {vehicle} = _source;
  const json = typeof vehicle === 'object' && vehicle !== null ? restored(_id, vehicle) : undefined;
  const vehicleBytes = Buffer.byteLength(json ?? '');
  const intact = `{"vehicleBytes":${vehicleBytes},"vehicle":${json},"isRegistered":`;
  if (json !== undefined && JSON.stringify(_source).startsWith(intact)) return Buffer.from(json);
  const error = new DamagedDocument(_id);
  onDamaged(error);
  return json === undefined ? error : Buffer.from(json);
};

/**
 * The vehicles in a response of Elasticsearch, in its order, with the ids of their documents. Each is parsed
 * member by member, which takes a hundred times as long as reading an intact one.
 */
export const restoredIn = (response: Buffer, onDamaged: OnDamaged) => {
  const {hits, docs = []}: Response = JSON.parse(response.toString());
  return (hits?.hits ?? docs)
    .filter((each): each is Stored => each._source !== undefined)
    .map(stored => [stored._id, vehicleOf(stored, onDamaged)] as const);
};
