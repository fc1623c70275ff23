import {type RecordKey, recordElements, repeatsOf} from './record.ts';
import {mostVehicles} from './vehicle/identifiers.ts';
import {toXml} from './xml.ts';

/** The size of a synthetic extract, and the seed of its random numbers. */
export type SampleSize = {
  /** Distinct vehicles; there are some 4.5 % more records. */
  readonly vehicles: number;
  /** A whole number from 0 to 4,294,967,295. The same seed gives the same records. */
  readonly seed: number;
};

/** @throws {RangeError} with a sentence for the caller who chose the numbers. */
const check = (what: string, value: number, most: number): void => {
  if (Number.isInteger(value) && value >= 0 && value <= most) return;
  throw new RangeError(`The ${what} is ${value}; give a whole number from 0 to ${most}.`);
};

/** The number of vehicles between a record and its later repeat. */
const lag = 997;

/** A burst of repeats follows each time after this number of vehicles. */
const burstEvery = 50_000;

function* burst(seed: number, from: number, to: number): Generator<RecordKey> {
  for (let number = from; number < to; number++) {
    const {isInBurst, isAdjacent} = repeatsOf({seed, number});
    if (isInBurst) yield {seed, number, snapshot: isAdjacent ? 2 : 1};
  }
}

function* laterRepeat(seed: number, number: number): Generator<RecordKey> {
  if (number >= 0 && repeatsOf({seed, number}).isLater) yield {seed, number, snapshot: 1};
}

/**
 * The records of an extract in order. It keeps no state: whether a vehicle is repeated, and
 * where, follows from its number. A larger extract begins with the records of a smaller one, up to
 * the repeats at the end of the smaller one.
 */
function* recordOrder({seed, vehicles}: SampleSize): Generator<RecordKey> {
  for (let number = 0; number < vehicles; number++) {
    yield {seed, number, snapshot: 0};
    if (repeatsOf({seed, number}).isAdjacent) yield {seed, number, snapshot: 1};
    yield* laterRepeat(seed, number - lag);
    const isBurst = (number + 1) % burstEvery === 0;
    if (isBurst) yield* burst(seed, number + 1 - burstEvery, number + 1);
  }
  for (let number = vehicles - lag; number < vehicles; number++) yield* laterRepeat(seed, number);
  yield* burst(seed, vehicles - (vehicles % burstEvery), vehicles);
}

/** The records of a synthetic extract, each an indented `<ns:Statistik>` with its line feed. */
export function* sampleRecords(size: SampleSize): Generator<string> {
  check('number of vehicles', size.vehicles, mostVehicles);
  check('seed', size.seed, 0xffff_ffff);
  for (const key of recordOrder(size)) yield toXml({Statistik: recordElements(key)}, '    ');
}

export const documentStart = `<?xml version="1.0" encoding="UTF-8"?>
<ns:ESStatistikListeModtag_I xmlns:ns="http://skat.dk/dmr/2007/05/31/">
  <ns:StatistikSamling>
`;

export const documentEnd = `  </ns:StatistikSamling>
</ns:ESStatistikListeModtag_I>
`;
