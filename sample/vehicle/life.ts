import {type Day, dayOf, extractDay, yearOf} from '../dates.ts';
import {type Random, randomFor, type VehicleKey, weighted} from '../random.ts';
import {code, type Elements} from '../xml.ts';
import type {Family} from './profiles.ts';

type Statuses = {readonly status: string; readonly registration?: string};

const kind = (id: number, name: string, family: Family) => ({
  kind: code('KoeretoejArt', id, name),
  family,
});

/** Weights: vehicles per two million in the real register. */
const drawKind = weighted([
  [kind(1, 'Personbil', 'car'), 1_228_678],
  [kind(5, 'Påhængsvogn', 'trailer'), 275_184],
  [kind(3, 'Varebil', 'van'), 216_069],
  [kind(7, 'Motorcykel', 'motorcycle'), 49_235],
  [kind(10, 'Campingvogn', 'trailer'), 42_857],
  [kind(8, 'Traktor', 'tractor'), 40_833],
  [kind(4, 'Lastbil', 'truck'), 36_747],
  [kind(17, 'Lille knallert', 'moped'), 34_788],
  [kind(6, 'Sættevogn', 'trailer'), 28_559],
  [kind(16, 'Stor knallert', 'moped'), 26_299],
  [kind(11, 'Påhængsredskab', 'trailer'), 8_882],
  [kind(2, 'Stor personbil', 'bus'), 7_288],
  [kind(9, 'Traktorpåhængsvogn', 'trailer'), 2_771],
  [kind(12, 'Motorredskab', 'tractor'), 1_479],
  [kind(93, 'Blokvogn', 'trailer'), 230],
  [kind(91, 'Motordrevet blokvogn', 'truck'), 101],
]);

/**
 * Weights per thousand vehicles. The two statuses disagree in 17.9 % (an exported car is also deregistered),
 * and 8.5 % have no registration status.
 */
const drawStatuses = weighted<Statuses>([
  [{status: 'Registreret', registration: 'Registreret'}, 424],
  [{status: 'Afmeldt', registration: 'Afmeldt'}, 312],
  [{status: 'Skrottet', registration: 'Afmeldt'}, 105],
  [{status: 'Eksporteret', registration: 'Afmeldt'}, 52],
  [{status: 'Registreret', registration: 'Afmeldt'}, 8],
  [{status: 'Afmeldt', registration: 'Registreret'}, 8],
  [{status: 'Afmeldt', registration: 'UnderUdarbejdelse'}, 4],
  [{status: 'Eksportmarkering', registration: 'Registreret'}, 1],
  [{status: 'Slettet', registration: 'Afmeldt'}, 1],
  [{status: 'Afmeldt'}, 62],
  [{status: 'Skrottet'}, 12],
  [{status: 'Eksporteret'}, 7],
  [{status: 'Oprettet'}, 2.5],
  [{status: 'Slettet'}, 1],
  [{status: 'HarGennemførtRegistreringssyn'}, 0.5],
]);

/** On this day the register changed systems: many deregistered vehicles have it as status date. */
const conversionDay = dayOf(2012, 6, 5);

export const isRegistered = ({registration}: Statuses): boolean => registration === 'Registreret';

/** Two registered vehicles in five have had their status since the first registration. */
const drawStatusDay = (random: Random, statuses: Statuses, firstRegistered: Day): Day => {
  const later = random.between(firstRegistered, extractDay - 1);
  const isConverted = random.chance(0.08);
  if (isRegistered(statuses)) return random.chance(0.4) ? firstRegistered : later;
  return isConverted && firstRegistered < conversionDay ? conversionDay : later;
};

/** A vehicle's kind and history. Cheap to derive, so that plates can use those of other vehicles. */
export const lifeOf = ({seed, number}: VehicleKey) => {
  const random = randomFor({seed, number}, 'life');
  const kind = drawKind(random);
  const statuses = drawStatuses(random);
  const years = isRegistered(statuses) ? 30 * random.unit() ** 1.6 : 1 + 55 * random.unit();
  const firstRegistered = extractDay - 1 - Math.floor(years * 365.25);
  /** The day on which the registration got its present status. */
  const statusDay = drawStatusDay(random, statuses, firstRegistered);
  const officeHours = random.between(7 * 3600, 17 * 3600);
  /** The second of that day; 0 for records that were converted from the previous register. */
  const statusSecond = statusDay <= conversionDay ? 0 : officeHours;
  /** The year of the first registration. */
  const year = yearOf(firstRegistered);
  return {seed, number, ...kind, ...statuses, firstRegistered, year, statusDay, statusSecond};
};

export type Life = ReturnType<typeof lifeOf>;

/** A vehicle's life and its fuel, which some trailers lack. */
export type Vehicle = Life & {readonly fuel: Elements | undefined};
