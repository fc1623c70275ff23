import type {Completeness, KindCompleteness} from '#mappings/generation.ts';
import {ByteMap} from './bytes/byte-map.ts';
import type {DocumentWriter} from './document-writer.ts';

/** Says whether a member of the document that was written last has a value. */
type Filled = {readonly isFilled: boolean};

type Part = 'vehicle' | 'technicalDetails' | 'engine' | 'inspection' | 'environment';

/** A member that the gate compares with the live generation, under the name that the API has for it. */
type Watched = {
  readonly member: string;
  readonly in: (writer: DocumentWriter) => Filled;
};

const ofPart = <P extends Part>(
  part: P,
  ...members: readonly (string & keyof DocumentWriter[P]['members'])[]
): readonly Watched[] =>
  members.map(name => ({
    member: part === 'vehicle' ? name : `${part}.${name}`,
    in: writer => (writer[part].members as Readonly<Record<string, Filled>>)[name] as Filled,
  }));

/**
 * The important members: those that readers ask for most, with one of every structure of the register.
 * If the register moves the element that one of them is read from, the gate refuses the extract.
 */
const watched: readonly Watched[] = [
  ...ofPart('vehicle', 'vin', 'registrationNumber', 'registrationStatusDate', 'firstRegisteredOn'),
  ...ofPart('vehicle', 'registrationStatusOriginal', 'make', 'model', 'color', 'usage'),
  ...ofPart('technicalDetails', 'grossWeightKg', 'technicalGrossWeightKg'),
  ...ofPart('technicalDetails', 'kerbWeightMinKg', 'unladenWeightKg'),
  {member: 'engine.fuels', in: ({fuels}) => fuels.typed},
  ...ofPart('engine', 'maxPowerKw', 'odometerReadingKm'),
  ...ofPart('environment', 'co2GPerKm', 'fuelEconomyKmPerL', 'emissionStandard'),
  ...ofPart('inspection', 'date', 'result'),
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

/** The watched members of the documents that `writer` writes. */
export const watchedIn = (writer: DocumentWriter): readonly Filled[] =>
  watched.map(member => member.in(writer));

/** Counts the records of an extract and their filled members; independent of their order. */
export const completenessCounter = () => {
  const kinds: CompletenessByKind = new Map();
  /** By the JSON of the kind. */
  const known = new ByteMap<KindCompleteness>();
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
    /** Adds a document, whose kind is in the bytes from `start` to `end`. */
    add: (view: DataView, start: number, end: number, members: readonly Filled[]): void => {
      let counts = known.get(view, start, end);
      if (counts === undefined) {
        const json = Buffer.from(view.buffer, view.byteOffset + start, end - start).toString();
        const kind = JSON.parse(json);
        counts = countsOf(kind?.id ?? '', kind?.name ?? 'no kind');
        known.add(view, start, end, counts);
      }
      counts.records += 1;
      for (let at = 0; at < members.length; at++) {
        if (members[at]?.isFilled) counts.filled[at] = (counts.filled[at] ?? 0) + 1;
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
