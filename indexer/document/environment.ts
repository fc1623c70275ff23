import type {Fuel} from '#mappings/fields/engine.ts';
import {environmentFields} from '#mappings/fields/environment.ts';
import type {RecordTree} from '../records/record-tree.ts';
import {childAt, descendAt, referenceAt} from './element.ts';
import type {FieldContext} from './parse-value.ts';
import {fieldReader, present} from './read-fields.ts';

const readEnvironmentFields = fieldReader(environmentFields);

const consumptionOf = (fuel: Fuel | undefined) =>
  present({
    co2GPerKm: fuel?.co2GPerKm ?? undefined,
    fuelEconomyKmPerL: fuel?.fuelEconomyKmPerL ?? undefined,
    electricConsumptionWhPerKm: fuel?.electricConsumptionWhPerKm ?? undefined,
  });

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
  const consumes = fuels.some(fuel => Object.keys(consumptionOf(fuel)).length > 0);
  if (!environment && !emissionStandard && !consumes) return undefined;
  return {
    ...readEnvironmentFields(record, context),
    ...consumptionOf(fuels[0]),
    ...present({
      emissionStandard,
      co2EmissionClass: referenceAt(
        environment && childAt(environment, 'CO2EmissionKlasseStruktur'),
        'CO2EmissionKlasse',
      ),
    }),
  };
};
