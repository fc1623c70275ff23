import {type Day, dayOf, extractDay} from '../dates.ts';
import {type Kind, kinds} from '../lists/code-lists.ts';
import {type Random, randomFor} from '../random.ts';
import {weighted} from '../weighted.ts';

type Statuses = {readonly vehicle: string; readonly registration?: string};

/** What happened to a vehicle and when. Cheap to derive, so that plates can ask for other vehicles'. */
export type Life = {
  readonly kind: Kind;
  readonly statuses: Statuses;
  readonly firstRegistered: Day;
  /** When the registration took its present status. */
  readonly statusDay: Day;
  /** Second of that day; 0 for records that were converted from the register before. */
  readonly statusSecond: number;
};

const drawKind = weighted(kinds);

/**
 * Per thousand vehicles. The two disagree in 17.9 % (an exported car is deregistered, too), and 8.5 %
 * have no registration status.
 */
const drawStatuses = weighted<Statuses>([
  [{vehicle: 'Registreret', registration: 'Registreret'}, 424],
  [{vehicle: 'Afmeldt', registration: 'Afmeldt'}, 312],
  [{vehicle: 'Skrottet', registration: 'Afmeldt'}, 105],
  [{vehicle: 'Eksporteret', registration: 'Afmeldt'}, 52],
  [{vehicle: 'Registreret', registration: 'Afmeldt'}, 8],
  [{vehicle: 'Afmeldt', registration: 'Registreret'}, 8],
  [{vehicle: 'Afmeldt', registration: 'UnderUdarbejdelse'}, 4],
  [{vehicle: 'Eksportmarkering', registration: 'Registreret'}, 1],
  [{vehicle: 'Slettet', registration: 'Afmeldt'}, 1],
  [{vehicle: 'Afmeldt'}, 62],
  [{vehicle: 'Skrottet'}, 12],
  [{vehicle: 'Eksporteret'}, 7],
  [{vehicle: 'Oprettet'}, 2.5],
  [{vehicle: 'Slettet'}, 1],
  [{vehicle: 'HarGennemførtRegistreringssyn'}, 0.5],
]);

/** The day the register changed systems: many deregistered vehicles share this very moment. */
const conversionDay = dayOf(2012, 6, 5);

export const isRegistered = ({statuses}: Life): boolean => statuses.registration === 'Registreret';

const yearsOld = (random: Random, statuses: Statuses): number =>
  statuses.registration === 'Registreret' ? 30 * random.unit() ** 1.6 : 1 + 55 * random.unit();

/** A share of the vehicles on the road keep the status of their first day; others changed hands. */
const drawStatusDay = (random: Random, statuses: Statuses, firstRegistered: Day): Day => {
  const later = random.between(firstRegistered, extractDay - 1);
  const isConverted = random.chance(0.08);
  if (statuses.registration === 'Registreret') return random.chance(0.4) ? firstRegistered : later;
  return isConverted && firstRegistered < conversionDay ? conversionDay : later;
};

export const lifeOf = (seed: number, vehicle: number): Life => {
  const random = randomFor(seed, vehicle, 'life');
  const kind = drawKind(random);
  const statuses = drawStatuses(random);
  const firstRegistered = extractDay - 1 - Math.floor(yearsOld(random, statuses) * 365.25);
  const statusDay = drawStatusDay(random, statuses, firstRegistered);
  const officeHours = random.between(7 * 3600, 17 * 3600);
  const statusSecond = statusDay <= conversionDay ? 0 : officeHours;
  return {kind, statuses, firstRegistered, statusDay, statusSecond};
};
