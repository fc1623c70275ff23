import {environmentFields} from '#mappings/fields/environment.ts';
import {ground} from '#mappings/fields/field.ts';
import {slotKind} from '../../read/record-slots.ts';
import {slotAt} from '../../read/register-elements.ts';
import {measuredWriter} from '../values/measured.ts';
import {ObjectWriter} from '../values/object.ts';
import {idAt, referenceWriter} from '../values/reference.ts';
import type {Write, Writing} from '../values/writing.ts';
import type {Fuels} from './fuels.ts';

const path = ground('KoeretoejMiljoeOplysningStruktur');
const norm = ground('KoeretoejNormStruktur/NormTypeStruktur/NormType');
const [environmentSlot, normSlot] = [slotAt(path), slotAt(`${norm}Nummer`)];

/** The environmental information: emissions, and the consumption of the primary fuel. */
export const environmentWriter = (writing: Writing, fuels: Fuels) => {
  const {slots} = writing;

  /** Where anything burns, the register writes 0 for an emission that was not measured. */
  const emission = (name: 'co' | 'hcPlusNox' | 'nox' | 'particulates'): Write =>
    measuredWriter(writing, name, environmentFields[name], () => fuels.isEmissionFree);

  const environment = new ObjectWriter(writing, environmentFields, 'stored', {
    emissionStandard: referenceWriter(writing, norm),
    measurementNorm: () => fuels.isPrimaryMeasured && fuels.writePrimary('measurementNorm'),
    co2GPerKm: () => fuels.writePrimary('co2GPerKm'),
    fuelEconomyKmPerL: () => fuels.writePrimary('fuelEconomyKmPerL'),
    electricConsumptionWhPerKm: () => fuels.writePrimary('electricConsumptionWhPerKm'),
    co: emission('co'),
    hcPlusNox: emission('hcPlusNox'),
    nox: emission('nox'),
    particulates: emission('particulates'),
    co2EmissionClass: referenceWriter(
      writing,
      `${path}/CO2EmissionKlasseStruktur/CO2EmissionKlasse`,
    ),
  });

  return {
    environment,
    /** Whether the register has environment data, a norm, or a fuel with CO2 or consumption. */
    hasEnvironment: (): boolean =>
      slots.kinds[environmentSlot] === slotKind.elements ||
      idAt(slots, normSlot) !== undefined ||
      fuels.isAnyMeasured,
  };
};
