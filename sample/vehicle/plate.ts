import type {Day, Period} from '../dates.ts';
import {type Random, randomFor} from '../random.ts';
import {isRegistered, type Life, lifeOf} from './life.ts';
import {hasShortPlate, isPersonalised, ownPlate} from './own-plate.ts';

export type Plate = {
  readonly text: string | undefined;
  /** Set for the last plate of a vehicle that has none any more. */
  readonly expired: Day | undefined;
  /** Set for personalised plates: the right to one is bought for eight years. */
  readonly right: Period | undefined;
};

const outsideTheAlphabet = ['ÜB 123', 'AB*1234', 'ŽA12345', 'AB/12.3', 'MANGLER?', 'Œ1'];
const eightYears = 2_922;

/** How far back the vehicle may be whose plate is passed on. */
const furthestPredecessor = 5_000;

/** A deregistered vehicle keeps its last plate on record, and a later one of its kind may get it. */
const predecessorOf = (seed: number, vehicle: number, life: Life): number | undefined => {
  const random = randomFor(seed, vehicle, 'predecessor');
  const predecessor = vehicle - random.between(1, furthestPredecessor);
  if (!random.chance(0.25) || predecessor < 0 || isPersonalised(seed, vehicle, life))
    return undefined;

  const before = lifeOf(seed, predecessor);
  const isFree = !isRegistered(before) && before.statusDay < life.statusDay;
  return isFree && hasShortPlate(before) === hasShortPlate(life) ? predecessor : undefined;
};

/** A plate goes from vehicle to vehicle; each hands on what it was given. */
const carriedPlate = (seed: number, vehicle: number, life: Life): string => {
  const predecessor = predecessorOf(seed, vehicle, life);
  return predecessor === undefined
    ? ownPlate(seed, vehicle, life)
    : carriedPlate(seed, predecessor, lifeOf(seed, predecessor));
};

/** As somebody once typed it: the register keeps what it was given. */
const spelled = (random: Random, plate: string): string => {
  const style = random.unit();
  if (style < 0.0006) return `${plate.slice(0, 2)} ${plate.slice(2, 4)} ${plate.slice(4)}`.trim();
  if (style < 0.001) return plate.toLowerCase();
  return style < 0.0012 ? random.pick(outsideTheAlphabet) : plate;
};

const hasPlate = (random: Random, {statuses}: Life): boolean =>
  random.chance(statuses.registration === undefined ? 0.7 : 0.994);

export const plateOf = (seed: number, vehicle: number, life: Life): Plate => {
  const random = randomFor(seed, vehicle, 'spelling');
  if (!hasPlate(random, life)) return {text: undefined, expired: undefined, right: undefined};

  const isCurrent = isRegistered(life) || life.statuses.registration === 'UnderUdarbejdelse';
  const right = {from: life.statusDay, until: life.statusDay + eightYears};
  return {
    text: spelled(random, carriedPlate(seed, vehicle, life)),
    expired: isCurrent ? undefined : life.statusDay,
    right: isPersonalised(seed, vehicle, life) ? right : undefined,
  };
};
