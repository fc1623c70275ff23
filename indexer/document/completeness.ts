import type {Completeness, KindCompleteness} from '#mappings/generation.ts';
import type {UnsizedDocument} from '#mappings/vehicle-document.ts';

/** The records of a vehicle. */
type Records = Omit<UnsizedDocument, 'isRegistered' | 'ordinals' | 'facets'>;

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

/** By the id of the kind; records without a kind have the empty one. */
type CompletenessByKind = Map<string, KindCompleteness>;

/** Counts the records of an extract and their filled members; independent of their order. */
export const completenessCounter = () => {
  const kinds: CompletenessByKind = new Map();
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
    /** Adds the document of a record. */
    add: (document: UnsizedDocument): void => {
      const {kind} = document.vehicle;
      const counts = countsOf(kind?.id ?? '', kind?.name ?? 'no kind');
      counts.records += 1;
      for (const [at, {valueIn}] of watched.entries()) {
        if ((valueIn(document) ?? null) !== null) counts.filled[at] = (counts.filled[at] ?? 0) + 1;
      }
    },
    /** Adds what another counter took. */
    merge: ({kinds: others}: Completeness): void => {
      for (const {id, name, records, filled} of others) {
        const counts = countsOf(id, name);
        counts.records += records;
        counts.filled = counts.filled.map((count, at) => count + (filled[at] ?? 0));
      }
    },
    taken: (): Completeness => ({
      members: watched.map(({member}) => member),
      kinds: Array.from(kinds.values()),
    }),
  };
};
