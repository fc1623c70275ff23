import {vehicleFields} from '#mappings/fields/vehicle.ts';
import {beginDocument, type VehicleJson, type VehicleResponse} from '#mappings/vehicle-document.ts';

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

const storedIn = (response: Buffer): readonly Stored[] => {
  const {hits, docs = []}: Response = JSON.parse(response.toString());
  return (hits?.hits ?? docs).filter((each): each is Stored => each._source !== undefined);
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
  return JSON.stringify(beginDocument({...others, id, registrationStatus}).vehicle);
};

/** Told of every damaged document that is read. */
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
 * The vehicles in a response of Elasticsearch, in its order, with the ids of their documents. Each is read
 * member by member, in a hundred times as long as an intact one takes.
 */
export const restoredIn = (response: Buffer, onDamaged: OnDamaged) =>
  storedIn(response).map(stored => [stored._id, vehicleOf(stored, onDamaged)] as const);
