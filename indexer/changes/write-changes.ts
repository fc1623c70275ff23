import type {Client} from '@elastic/elasticsearch';
import {type ChangeKind, changeKindNames, compareVehicles} from '#core/domain/vehicle-changes.ts';
import {indexNames} from '#mappings/generation.ts';
import type {CountsByKind, MakeChanges, StoredChange} from '#mappings/release.ts';
import {mappingVersion, type VehicleDocument} from '#mappings/vehicle-document.ts';
import {actionLines} from '../document/batch.ts';
import type {Indices} from '../write/indices.ts';
import {chunksOf, forEachConcurrently} from '../write/iteration.ts';
import type {RetryPolicy} from '../write/retry.ts';
import {type BulkTarget, sendAccepted} from '../write/send-batch.ts';
import {readStored} from '../write/write-vehicles.ts';
import type {Compared} from './differing-vehicles.ts';

/** The number of vehicles whose documents are read in one request, and of such requests at once. */
const [vehiclesAtOnce, requestsAtOnce] = [250, 8];

/** The documents of a vehicle before and after; undefined if it is not in the dataset. */
type Versions = readonly [before: VehicleDocument | undefined, after: VehicleDocument | undefined];

/** The documents of a generation with these ids, in the same order. */
export const readDocuments = async (
  client: Client,
  index: string,
  ids: readonly string[],
  policy: RetryPolicy,
): Promise<readonly Versions[0][]> => {
  const found = await readStored<VehicleDocument>({client, alias: index, policy}, ids);
  return found.map(each => each?.stored);
};

type Change = StoredChange & {readonly kinds: readonly ChangeKind[]};

export type ChangeOptions = {
  readonly serial: number;
  /** Whether plates are kept. Without them, a change cannot be found by its plates. */
  readonly plates: boolean;
};

const platesOf = (document: VehicleDocument | undefined) =>
  document
    ? {registrationNumber: document.vehicle.registrationNumber, plates: document.vehicle.plates}
    : null;

const plateMembers = ['registrationNumber', 'plates'];

/**
 * The change of a vehicle; undefined if no member that counts differs.
 *
 * @param version The earlier mapping version of the two documents.
 */
const changeOf = (
  vehicleId: string,
  [before, after]: Versions,
  version: number,
  {serial, plates}: ChangeOptions,
): Change | undefined => {
  const {members, kinds} = compareVehicles({before, after}, version);
  if (members.length === 0) return undefined;
  const change = plates
    ? {before: platesOf(before), after: platesOf(after), members}
    : {members: members.filter(({name}) => !plateMembers.includes(name))};
  return {serial, vehicleId, kinds, change};
};

/** The document of a change, as JSON: the change, and the members of its vehicle that searches filter by. */
const toDocument = (change: Change, [before, after]: Versions): string => {
  const {before: was, after: is} = change.change;
  const document = (after ?? before) as VehicleDocument;
  const {vehicle, vehicleBytes: _, foldedReferences: __, digest: ___, ...records} = document;
  const plates = [was, is].flatMap(each => [each?.registrationNumber ?? [], each?.plates ?? []]);
  return JSON.stringify({
    ...records,
    vehicle: was === undefined ? {...vehicle, registrationNumber: null, plates: []} : vehicle,
    ...change,
    plates: Array.from(new Set(plates.flat())),
  });
};

/** The kinds of change that rank makes. */
const movements: readonly ChangeKind[] = ['Added', 'Removed', 'Registered', 'Deregistered'];

const mostMakes = 10;

/** Counts changes by kind, and by make and kind. */
const changeCounter = () => {
  let vehicles = 0;
  const changes: CountsByKind = Object.fromEntries(changeKindNames.map(kind => [kind, 0]));
  const makes = new Map<string, {name: string; changes: CountsByKind}>();
  const add = (counts: CountsByKind, kind: string) => {
    counts[kind] = (counts[kind] ?? 0) + 1;
  };
  const moved = ({changes}: Pick<MakeChanges, 'changes'>): number =>
    movements.reduce((sum, kind) => sum + (changes[kind] ?? 0), 0);
  return {
    count: ({kinds}: Change, [before, after]: Versions): void => {
      vehicles += 1;
      for (const kind of kinds) add(changes, kind);
      const {make} = (after ?? before)?.vehicle ?? {};
      if (!make) return;
      const known = makes.get(make.id) ?? {name: make.name, changes: {}};
      for (const kind of kinds) if (movements.includes(kind)) add(known.changes, kind);
      makes.set(make.id, known);
    },
    counts: () => ({
      changedVehicles: vehicles,
      changes,
      makes: Array.from(makes, ([id, make]): MakeChanges => ({id, ...make}))
        .filter(make => moved(make) > 0)
        .toSorted((a, b) => moved(b) - moved(a) || (a.id < b.id ? -1 : 1))
        .slice(0, mostMakes),
    }),
  };
};

export type ChangeCounts = ReturnType<ReturnType<typeof changeCounter>['counts']>;

/**
 * Compares vehicles of two generations and writes a document for each that differs.
 *
 * @param ids The ids of the vehicles that may differ.
 */
export const writeChanges = async (
  {client, prefix}: Indices,
  [from, to]: readonly [Compared, Compared],
  ids: AsyncIterable<Iterable<string>> | Iterable<Iterable<string>>,
  target: BulkTarget,
  options: ChangeOptions,
): Promise<ChangeCounts> => {
  const version = Math.min(from.meta.mappingVersion, to.meta.mappingVersion, mappingVersion);
  const read = ({version}: Compared, ids: readonly string[]) =>
    readDocuments(client, indexNames(prefix, version).vehicles, ids, policy);
  const {count, counts} = changeCounter();
  const {policy} = target;
  async function* parts() {
    for await (const some of ids) yield* chunksOf(some, vehiclesAtOnce);
  }
  await forEachConcurrently(parts(), requestsAtOnce, async some => {
    policy.signal.throwIfAborted();
    const [before, after] = await Promise.all([read(from, some), read(to, some)]);
    const lines = some.flatMap((id, at) => {
      const versions = [before[at], after[at]] as const;
      const change = changeOf(id, versions, version, options);
      if (!change) return [];
      count(change, versions);
      return [actionLines({index: {_id: id}}, toDocument(change, versions))];
    });
    await sendAccepted(target, lines, 'a change');
  });
  return counts();
};
