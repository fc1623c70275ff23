import {recordXml} from './record/record-xml.ts';
import {type Place, recordOrder} from './record-order.ts';
import {mostVehicles} from './vehicle/identity.ts';
import {sampleVehicle} from './vehicle/sample-vehicle.ts';

/** The size of a synthetic extract, and the number that all chance in it comes from. */
export type SampleSize = {
  /** Distinct vehicles; there are some 4.5 % more records. */
  readonly vehicles: number;
  /** A whole number from 0 to 4,294,967,295. The same seed gives the same records. */
  readonly seed: number;
};

/** @throws RangeError with a sentence for whoever typed the numbers. */
export const checkSize = ({vehicles, seed}: SampleSize): void => {
  if (!Number.isInteger(vehicles) || vehicles < 0 || vehicles > mostVehicles) {
    throw new RangeError(
      `The number of vehicles is ${vehicles}; give a whole number from 0 to ${mostVehicles}.`,
    );
  }
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffff_ffff) {
    throw new RangeError(`The seed is ${seed}; give a whole number from 0 to ${0xffff_ffff}.`);
  }
};

/** One `<ns:Statistik>` element, indented as in the file and ended by a line feed. */
export const sampleRecord = (seed: number, {vehicle, snapshot}: Place): string =>
  recordXml(sampleVehicle(seed, vehicle, snapshot));

/** The records of a synthetic extract, one at a time, in the order of the file. */
export function* sampleRecords(size: SampleSize): Generator<string> {
  checkSize(size);
  for (const place of recordOrder(size.seed, size.vehicles)) yield sampleRecord(size.seed, place);
}

/** What stands before the records in the file. */
export const documentStart = `<?xml version="1.0" encoding="UTF-8"?>
<ns:ESStatistikListeModtag_I xmlns:ns="http://skat.dk/dmr/2007/05/31/">
  <ns:StatistikSamling>
`;

/** What stands after them. */
export const documentEnd = `  </ns:StatistikSamling>
</ns:ESStatistikListeModtag_I>
`;
