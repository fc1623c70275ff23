import type {Fuel} from '#mappings/fields/engine.ts';
import {environmentFields} from '#mappings/fields/environment.ts';
import {ground} from '#mappings/fields/field.ts';
import {slotKind} from '../read/record-slots.ts';
import {slotAt} from '../read/register-elements.ts';
import {type FuelledRecord, isEmissionFree} from './engine.ts';
import {fieldReader, type Read, storedReader} from './record-fields.ts';
import {entryReader, idAt} from './register-values.ts';

const path = ground('KoeretoejMiljoeOplysningStruktur');
const norm = ground('KoeretoejNormStruktur/NormTypeStruktur/NormType');
const [environmentSlot, normSlot] = [slotAt(path), slotAt(`${norm}Nummer`)];

/** Whether CO2 or consumption was measured, under the fuel's norm. */
const isMeasured = (fuel: Fuel): boolean =>
  fuel.co2GPerKm !== null ||
  fuel.fuelEconomyKmPerL !== null ||
  fuel.electricConsumptionWhPerKm !== null;

/** A value of the primary fuel, which is the first. */
const ofPrimary =
  <Name extends keyof Fuel>(name: Name): Read<NonNullable<Fuel[Name]>, FuelledRecord> =>
  ({fuels}) =>
    fuels[0]?.[name] ?? undefined;

/** If any fuel burns, the register writes 0 for an emission that was not measured. */
const emission = (
  name: 'co' | 'hcPlusNox' | 'nox' | 'particulates',
): Read<number, FuelledRecord> => {
  const read = fieldReader(name, environmentFields[name]);
  return (record, base) => {
    const value = read(record, base);
    const {fuels} = record;
    const mayBeZero = fuels.length > 0 && fuels.every(isEmissionFree);
    return value === 0 && !mayBeZero ? undefined : value;
  };
};

const readFields = storedReader<typeof environmentFields, FuelledRecord>(environmentFields, {
  emissionStandard: entryReader(norm),
  measurementNorm: ({fuels: [primary]}) =>
    primary && isMeasured(primary) ? (primary.measurementNorm ?? undefined) : undefined,
  co2GPerKm: ofPrimary('co2GPerKm'),
  fuelEconomyKmPerL: ofPrimary('fuelEconomyKmPerL'),
  electricConsumptionWhPerKm: ofPrimary('electricConsumptionWhPerKm'),
  co: emission('co'),
  hcPlusNox: emission('hcPlusNox'),
  nox: emission('nox'),
  particulates: emission('particulates'),
  co2EmissionClass: entryReader(`${path}/CO2EmissionKlasseStruktur/CO2EmissionKlasse`),
});

/**
 * Emissions, and the consumption of the primary fuel. Undefined where the register has neither environment data, nor
 * a norm, nor a fuel with CO2 or consumption.
 */
export const readEnvironment = (record: FuelledRecord) => {
  const {slots, fuels} = record;
  const isThere =
    slots.kinds[environmentSlot] === slotKind.elements ||
    idAt(slots, normSlot) !== undefined ||
    fuels.some(isMeasured);
  return isThere ? readFields(record) : undefined;
};
