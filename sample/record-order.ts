import {repeatsOf} from './vehicle/repeats.ts';

/** Which record stands at a place of the extract: `snapshot` 0 is the vehicle's first. */
export type Place = {readonly vehicle: number; readonly snapshot: number};

/** How many vehicles stand between a record and its later repeat. */
const lag = 997;

/** A burst of repeats follows every so many vehicles. */
const burstEvery = 50_000;

function* burst(seed: number, from: number, to: number): Generator<Place> {
  for (let vehicle = from; vehicle < to; vehicle++) {
    const {isInBurst, isAdjacent} = repeatsOf(seed, vehicle);
    if (isInBurst) yield {vehicle, snapshot: isAdjacent ? 2 : 1};
  }
}

function* laterRepeat(seed: number, vehicle: number): Generator<Place> {
  if (vehicle >= 0 && repeatsOf(seed, vehicle).isLater) yield {vehicle, snapshot: 1};
}

/**
 * The records of an extract in order. Nothing is remembered: whether a vehicle is repeated, and
 * where, follows from its number. A larger extract begins with the records of a smaller one, up to
 * the repeats that end the smaller.
 */
export function* recordOrder(seed: number, vehicles: number): Generator<Place> {
  for (let vehicle = 0; vehicle < vehicles; vehicle++) {
    yield {vehicle, snapshot: 0};
    if (repeatsOf(seed, vehicle).isAdjacent) yield {vehicle, snapshot: 1};
    yield* laterRepeat(seed, vehicle - lag);
    const isBurst = (vehicle + 1) % burstEvery === 0;
    if (isBurst) yield* burst(seed, vehicle + 1 - burstEvery, vehicle + 1);
  }
  for (let vehicle = vehicles - lag; vehicle < vehicles; vehicle++) {
    yield* laterRepeat(seed, vehicle);
  }
  yield* burst(seed, vehicles - (vehicles % burstEvery), vehicles);
}
