import type {Completeness, KindCompleteness} from '#mappings/generation.ts';
import type {UnsizedDocument} from '#mappings/vehicle-document.ts';

/** The records of a vehicle. */
type Records = Omit<UnsizedDocument, 'isRegistered' | 'facets'>;

/** A member that the gate compares with the live generation, under the name that the API has for it. */
type Watched = {
  readonly member: string;
  readonly valueIn: (document: Records) => unknown;
};

const ofRecord = <Name extends keyof Records>(
  name: Name,
  ...members: readonly (string & keyof NonNullable<Records[Name]>)[]
): readonly Watched[] =>
  members.map(member => ({
    member: name === 'vehicle' ? member : `${name}.${member}`,
    valueIn: document => (document[name] as NonNullable<Records[Name]> | undefined)?.[member],
  }));

/**
 * The important members: those that readers ask for most, with one of every structure of the register.
 * If the register moves the element that one of them is read from, the gate refuses the extract.
 */
const watched: readonly Watched[] = [
  ...ofRecord(
    'vehicle',
    'vin',
    'registrationNumber',
    'registrationStatusDate',
    'firstRegisteredOn',
  ),
  ...ofRecord('vehicle', 'registrationStatusOriginal', 'make', 'model', 'color', 'usage'),
  ...ofRecord('technicalDetails', 'grossWeightKg', 'technicalGrossWeightKg'),
  ...ofRecord('technicalDetails', 'kerbWeightMinKg', 'unladenWeightKg'),
  {member: 'engine.fuels', valueIn: ({engine}) => engine?.fuels?.find(({type}) => type)},
  ...ofRecord('engine', 'maxPowerKw', 'odometerReadingKm'),
  ...ofRecord('environment', 'co2GPerKm', 'fuelEconomyKmPerL', 'emissionStandard'),
  ...ofRecord('inspection', 'date', 'result'),
];

/**
 * Kinds that are kept apart; the register has some 40. The counts of further ones are added up, since a
 * file can have a new kind in every record, and all counts go into the metadata of an index.
 */
const mostKinds = 100;

/** In characters; no kind's is longer. */
const longestName = 80;

/** The kind of a record, and which of the important members have a value: a digit for each, 1 or 0. */
export type Filled = {readonly kindId: string; readonly kindName: string; readonly members: string};

/** A record without a kind has the empty id. */
export const filledIn = (document: UnsizedDocument): Filled => {
  const {id: kindId, name: kindName} = document.vehicle.kind ?? {id: '', name: 'no kind'};
  let members = '';
  for (const {valueIn} of watched) members += (valueIn(document) ?? null) === null ? '0' : '1';
  return {kindId, kindName, members};
};

/** Counts the records of an extract and their filled members; independent of their order. */
export const completenessCounter = () => {
  const kinds = new Map<string, KindCompleteness>();
  const countsOf = (longId: string, name: string): KindCompleteness => {
    const id = longId.slice(0, longestName);
    const known = kinds.get(id);
    if (known) return known;
    if (kinds.size >= mostKinds && id !== 'others') return countsOf('others', 'other kinds');
    const counts = {
      id,
      name: name.slice(0, longestName),
      records: 0,
      filled: watched.map(() => 0),
    };
    kinds.set(id, counts);
    return counts;
  };
  return {
    /** Adds records that have the same members. */
    add: ({kindId, kindName, members}: Filled, records: number): void => {
      const counts = countsOf(kindId, kindName);
      counts.records += records;
      counts.filled = counts.filled.map((count, at) => count + Number(members[at]) * records);
    },
    taken: (): Completeness => ({
      members: watched.map(({member}) => member),
      kinds: Array.from(kinds.values()),
    }),
  };
};
