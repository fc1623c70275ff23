import type {FieldContext} from '#indexer/document/parse-value.ts';
import type {RecordTree} from '#indexer/read/source-record.ts';
import type {Fuel} from '#mappings/fields/engine.ts';
import {environmentFields} from '#mappings/fields/environment.ts';
import {childAt, descendAt, referenceAt} from './element.ts';
import {isEmissionFree} from './engine.ts';
import {fieldReader, present} from './read-fields.ts';

const readEnvironmentFields = fieldReader(environmentFields);

/** CO2 and consumption, and the norm they were measured under. */
const consumptionOf = (fuel: Fuel) => {
  const values = present({
    co2GPerKm: fuel.co2GPerKm ?? undefined,
    fuelEconomyKmPerL: fuel.fuelEconomyKmPerL ?? undefined,
    electricConsumptionWhPerKm: fuel.electricConsumptionWhPerKm ?? undefined,
  });
  if (Object.keys(values).length === 0) return undefined;
  return {...values, ...(fuel.measurementNorm && {measurementNorm: fuel.measurementNorm})};
};

const emissions = ['co', 'hcPlusNox', 'nox', 'particulates'] as const;

/** Where anything burns, the register writes 0 for an emission that was not measured. */
const withoutUnmeasured = (
  values: ReturnType<typeof readEnvironmentFields>,
  fuels: readonly Fuel[],
) => {
  if (fuels.length > 0 && fuels.every(isEmissionFree)) return values;
  for (const name of emissions) if (values[name] === 0) delete values[name];
  return values;
};

/**
 * Undefined where the register holds neither environment data, nor a norm, nor a fuel with CO2 or
 * consumption: the API answers 204.
 */
export const readEnvironment = (
  record: RecordTree,
  ground: RecordTree,
  fuels: readonly Fuel[],
  context: FieldContext,
) => {
  const environment = childAt(ground, 'KoeretoejMiljoeOplysningStruktur');
  const norm = descendAt(ground, ['KoeretoejNormStruktur', 'NormTypeStruktur']);
  const emissionStandard = referenceAt(norm, 'NormType');
  const consumption = fuels.map(consumptionOf);
  const consumes = consumption.some(each => each !== undefined);
  if (!environment && !emissionStandard && !consumes) return undefined;
  return {
    ...withoutUnmeasured(readEnvironmentFields(record, context), fuels),
    ...consumption[0],
    ...present({
      emissionStandard,
      co2EmissionClass: referenceAt(
        environment && childAt(environment, 'CO2EmissionKlasseStruktur'),
        'CO2EmissionKlasse',
      ),
    }),
  };
};
