import {dateText, yearOf} from '../dates.ts';
import {type Random, randomFor, type VehicleKey} from '../random.ts';
import type {Elements} from '../xml.ts';
import {isRegistered, type Life, lifeOf} from './life.ts';

const vinAlphabet = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';
const placeholders = ['UKENDT', 'UOPLYST', '-', '0'];

/** With more vehicles than this, idents run out of the digits that make them unique. */
export const mostVehicles = 999_999_999;

/**
 * The register's own key: mostly 16 digits, just under 2^53. Nine in ten thousand have 17 to 19, as
 * the format allows up to 9223372036854775807.
 */
export const identOf = ({seed, number}: VehicleKey): string => {
  const random = randomFor({seed, number}, 'ident');
  const style = random.unit();
  const serial = String(number).padStart(9, '0');
  if (style < 0.0009) {
    const digits = random.between(17, 19);
    const lead = String(random.below(1_000_000_000)).padStart(9, '0');
    return `${random.between(1, 8)}${lead.slice(0, digits - 10)}${serial}`;
  }
  if (style < 0.25) return `10${random.between(10_000, 99_999)}${serial}`;
  return String(9_000_000_000_000_000 + number * 7 + random.below(7));
};

const modernVin = ({seed, number}: VehicleKey): string => {
  const random = randomFor({seed, number}, 'vin');
  let vin = '';
  for (let length = 0; length < 11; length++) vin += vinAlphabet[random.below(33)];
  return vin + String(number % 1_000_000).padStart(6, '0');
};

/** 17 characters since 1981, any frame number before; a few are placeholders, and a few recur. */
export const vinOf = ({seed, number, year}: Life): string => {
  const random = randomFor({seed, number}, 'vinStyle');
  const style = random.unit();
  if (style < 0.0008) return random.pick(placeholders);
  if (style < 0.0018)
    return modernVin({seed, number: Math.max(0, number - random.between(1, 1_000))});
  if (year >= 1981) return modernVin({seed, number});
  return String(random.between(1_000, 99_999_999));
};

const letters = [...'ABCDEHJKLMNPRSTUVXYZ'];
const words = 'BØLGE HAVET ÆBLE ÅSEN RØD MIN SKOV KÆR GØG TUR ØRN Ø'.split(' ');
const outsideTheAlphabet = ['ÜB 123', 'AB*1234', 'ŽA12345', 'AB/12.3', 'MANGLER?', 'Œ1'];

/** The right to a personalised plate is bought for eight years. */
const daysOfRight = 2_922;

/** The greatest distance, in vehicles, to the former holder of a plate. */
const furthestPredecessor = 5_000;

/** Whether plates have two letters and four digits; those of other families have five. */
const hasShortPlate = ({family}: Life): boolean => family === 'trailer' || family === 'moped';

const isPersonalised = (life: Life): boolean =>
  !hasShortPlate(life) && randomFor(life, 'plateStyle').chance(0.005);

/** A word and random characters after it: two to seven characters in all. */
const personalPlate = (random: Random): string => {
  const word = random.pick(words);
  const length = random.between(Math.max(2, word.length), 7);
  let plate = word;
  while (plate.length < length)
    plate += random.chance(0.5) ? random.pick(letters) : random.below(10);
  return plate;
};

/** Unique among millions: the step has no factor in common with the number of plates. */
const standardPlate = (life: Life): string => {
  const lowest = hasShortPlate(life) ? 1_000 : 10_000;
  const numbers = 9 * lowest;
  const plates = numbers * letters.length ** 2;
  const place = ((life.number % plates) * 7_368_787 + 104_729) % plates;
  const pair = Math.floor(place / numbers);
  const first = letters[Math.floor(pair / letters.length)];
  return `${first}${letters[pair % letters.length]}${lowest + (place % numbers)}`;
};

/** Plates with one letter, from before 1990, and personalised ones may be on several vehicles. */
const ownPlate = (life: Life): string => {
  const random = randomFor(life, 'plate');
  if (isPersonalised(life)) return personalPlate(random);
  if (yearOf(life.statusDay) < 1990)
    return `${random.pick(letters)}${random.between(1_000, 9_999)}`;
  return standardPlate(life);
};

/** A deregistered vehicle keeps its last plate on record, and a later one may get the same. */
const predecessorOf = (life: Life): Life | undefined => {
  const random = randomFor(life, 'predecessor');
  const number = life.number - random.between(1, furthestPredecessor);
  if (!random.chance(0.25) || number < 0 || isPersonalised(life)) return undefined;

  const before = lifeOf({seed: life.seed, number});
  const isFree = !isRegistered(before) && before.statusDay < life.statusDay;
  return isFree && hasShortPlate(before) === hasShortPlate(life) ? before : undefined;
};

/** A plate may have passed through several vehicles. */
const carriedPlate = (life: Life): string => {
  const predecessor = predecessorOf(life);
  return predecessor === undefined ? ownPlate(life) : carriedPlate(predecessor);
};

/** The register keeps a plate as it was typed. */
const spelled = (random: Random, plate: string): string => {
  const style = random.unit();
  if (style < 0.0006) return `${plate.slice(0, 2)} ${plate.slice(2, 4)} ${plate.slice(4)}`.trim();
  if (style < 0.001) return plate.toLowerCase();
  return style < 0.0012 ? random.pick(outsideTheAlphabet) : plate;
};

/** The plate, the right to a personalised one, and the day on which the last plate of a vehicle expired. */
export const plateElements = (life: Life): Elements => {
  const random = randomFor(life, 'spelling');
  if (!random.chance(life.registration === undefined ? 0.7 : 0.994)) return {};

  const {statusDay} = life;
  const isOwned = isPersonalised(life);
  const isCurrent = isRegistered(life) || life.registration === 'UnderUdarbejdelse';
  return {
    RegistreringNummerNummer: spelled(random, carriedPlate(life)),
    RegistreringNummerRettighedGyldigFra: isOwned ? dateText(statusDay) : undefined,
    RegistreringNummerRettighedGyldigTil: isOwned ? dateText(statusDay + daysOfRight) : undefined,
    RegistreringNummerUdloebDato: isCurrent ? undefined : dateText(statusDay),
  };
};
