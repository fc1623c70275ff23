import {
  completeVehicle,
  type UnsizedDocument,
  type VehicleDocument,
} from '#mappings/vehicle-document.ts';
import {outranks, referencesOf} from './references.ts';

type LeasingPeriod = VehicleDocument['vehicle']['leasingPeriods'][number];

/** Milliseconds since 1970; without a timestamp, less than any. */
const instantOf = (timestamp: string | null): number =>
  timestamp === null ? -Number.MAX_VALUE : Date.parse(timestamp);

/** Vehicle statuses that end a registration. */
const ended: ReadonlySet<string | null> = new Set([
  'Deregistered',
  'Scrapped',
  'Exported',
  'Deleted',
]);

/**
 * When the vehicle's registration got the status in the record. A record in preparation, or without a
 * status, does not tell, unless its vehicle status says when a registration ended.
 */
const decidedAt = ({vehicle}: UnsizedDocument): number => {
  const {registrationStatusOriginal: status, vehicleStatus, vehicleStatusDate} = vehicle;
  if (status !== null && status !== 'UnderUdarbejdelse') {
    return instantOf(vehicle.registrationStatusDate);
  }
  const tellsWhen = ended.has(vehicleStatus) && vehicleStatusDate !== null;
  return tellsWhen ? Date.parse(vehicleStatusDate) : Number.NEGATIVE_INFINITY;
};

const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** The document as made from a record, without the members that storing or folding added. */
const asRead = ({
  vehicleBytes: _,
  digest: __,
  foldedReferences: ___,
  ...document
}: UnsizedDocument & Partial<VehicleDocument>) => document;

/**
 * All of a document except the members that folding unites, as text: a total order among records of one status, since
 * the members of every document are in the order of `mappings/vehicle-document.ts`.
 */
const contentOf = (document: UnsizedDocument): string => {
  const {vehicle, ...records} = asRead(document);
  const {plates: _, leasingPeriods: __, ...members} = vehicle;
  return JSON.stringify({...records, vehicle: members});
};

/** Whether `a` is the record to serve: by its decision, then its status date, then its content. */
const wins = (a: UnsizedDocument, b: UnsizedDocument): boolean => {
  const [decidedA, decidedB] = [decidedAt(a), decidedAt(b)];
  if (decidedA !== decidedB) return decidedA > decidedB;
  const setA = instantOf(a.vehicle.registrationStatusDate);
  const setB = instantOf(b.vehicle.registrationStatusDate);
  return setA === setB ? contentOf(a) > contentOf(b) : setA > setB;
};

const periodKey = ({validFrom, validTo}: LeasingPeriod) => `${validFrom ?? ''}/${validTo ?? ''}`;

const uniteLeasing = (a: readonly LeasingPeriod[], b: readonly LeasingPeriod[]) => {
  const united = new Map([...a, ...b].map(period => [periodKey(period), period]));
  return Array.from(united)
    .toSorted(([key], [other]) => byText(key, other))
    .map(([, period]) => period);
};

/** The reference entries of the documents that the folded one lacks, or has under another name. */
const onlyOfLosers = (
  folded: UnsizedDocument,
  documents: readonly UnsizedDocument[],
): NonNullable<VehicleDocument['foldedReferences']> => {
  const own = referencesOf(folded);
  return Array.from(referencesOf(...documents))
    .filter(([key, sighting]) => {
      const carried = own.get(key);
      return !carried || outranks(sighting, carried);
    })
    .toSorted(([key], [other]) => byText(key, other))
    .map(([key, {name, originalName, variantId}]) => ({
      key,
      name,
      ...(originalName !== undefined && {originalName}),
      ...(variantId !== undefined && {variantId}),
    }));
};

/**
 * Two documents of one vehicle as one (docs/decisions/0027-the-record-that-wins.md): the record with
 * the newest decision about its registration wins; leasing periods and plates are united. Works on stored
 * documents and is commutative, associative and idempotent, so neither the order of records nor a
 * repeated write can change what is served.
 */
export const foldVehicles = (a: UnsizedDocument, b: UnsizedDocument): UnsizedDocument => {
  const {vehicle: registered, ...records} = asRead(wins(b, a) ? b : a);
  const vehicle = completeVehicle({
    ...registered,
    plates: Array.from(new Set([...a.vehicle.plates, ...b.vehicle.plates])).toSorted(byText),
    leasingPeriods: uniteLeasing(a.vehicle.leasingPeriods, b.vehicle.leasingPeriods),
  });
  const folded = {vehicle, ...records};
  const foldedReferences = onlyOfLosers(folded, [a, b]);
  return {...folded, ...(foldedReferences.length > 0 && {foldedReferences})};
};
