import {
  beginDocument,
  type UnsizedDocument,
  type VehicleDocument,
} from '#mappings/vehicle-document.ts';

type LeasingPeriod = VehicleDocument['vehicle']['leasingPeriods'][number];

/** Milliseconds since 1970; without a timestamp, before any. */
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
 * When the vehicle's registration became what the record says. A record in preparation, or without a
 * status, has nothing to say about it, unless its vehicle status tells when a registration ended.
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

/**
 * All of a document but what folding unites, as text: a total order among records of one status, since the
 * members of every document are in the order of `mappings/vehicle-document.ts`.
 */
const contentOf = ({
  vehicle,
  vehicleBytes: _,
  ordinals: __,
  ...records
}: UnsizedDocument & Partial<VehicleDocument>): string => {
  const {plates: ___, leasingPeriods: ____, ...members} = vehicle;
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

/**
 * Two documents of one vehicle as one (docs/decisions/0027-the-record-that-wins.md): the record with
 * the newest decision about its registration wins; leasing periods, plates and ordinals are united. Works on stored
 * documents and is commutative, associative and idempotent, so neither the order of records nor a
 * repeated write can change what is served.
 */
export const foldVehicles = (a: UnsizedDocument, b: UnsizedDocument): VehicleDocument => {
  const winner: Partial<VehicleDocument> & UnsizedDocument = wins(b, a) ? b : a;
  const {vehicleBytes: _, vehicle, ...records} = winner;
  const begun = beginDocument({
    ...vehicle,
    plates: Array.from(new Set([...a.vehicle.plates, ...b.vehicle.plates])).toSorted(byText),
    leasingPeriods: uniteLeasing(a.vehicle.leasingPeriods, b.vehicle.leasingPeriods),
  });
  const ordinals = Array.from(new Set([...a.ordinals, ...b.ordinals])).toSorted((x, y) => x - y);
  return {...begun, ...records, ordinals};
};

/** Whether `stored` already holds every record of `document`: then it is our own write, repeated. */
export const isFoldedIn = (document: VehicleDocument, stored: VehicleDocument): boolean =>
  document.ordinals.every(ordinal => stored.ordinals.includes(ordinal));
