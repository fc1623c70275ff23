import {randomFor} from '#sample/random.ts';
import {recordElements} from '#sample/record.ts';
import type {Content} from '#sample/xml.ts';
import {seed} from '../bench.ts';

/** The ways in which a client can ask for a vehicle. */
export type KnownVehicle = {readonly id: string; readonly plate: string; readonly vin: string};

const textAt = (elements: Content, ...names: readonly string[]): string => {
  let at: unknown = elements;
  for (const name of names) at = (at as Record<string, unknown> | undefined)?.[name];
  return String(at ?? '');
};

const usual = {plate: /^[A-Z]{2}\d{4,5}$/, vin: /^[\dA-Z]{17}$/};

/** Vehicles of a sample of this size, drawn at random, that have a usual plate and VIN. */
export const knownVehicles = (vehicles: number, count: number): readonly KnownVehicle[] => {
  const random = randomFor({seed, number: 0}, 'record');
  const drawn = Array.from({length: count * 3}, () => {
    const record = recordElements({seed, number: random.below(vehicles), snapshot: 0});
    return {
      id: textAt(record, 'KoeretoejIdent'),
      plate: textAt(record, 'RegistreringNummerNummer'),
      vin: textAt(record, 'KoeretoejOplysningGrundStruktur', 'KoeretoejOplysningStelNummer'),
    };
  });
  return drawn
    .filter(({plate, vin}) => usual.plate.test(plate) && usual.vin.test(vin))
    .slice(0, count);
};
