import {environmentElements} from '../lists/element-order.ts';
import type {SampleVehicle} from '../vehicle/sample-vehicle.ts';
import {codedIn, leaves, parent} from './elements.ts';

const environment = parent(4, 'KoeretoejMiljoeOplysningStruktur');
const values = leaves(5, 'KoeretoejMiljoeOplysning', environmentElements);
const co2Class = codedIn(5, 'CO2EmissionKlasseStruktur', 'CO2EmissionKlasse');

/** In the old layout the CO2 of the fuel stands here. */
export const environmentXml = ({
  environment: record,
  engine,
  hasOldLayout,
}: SampleVehicle): string => {
  const fuel = engine?.fuels.find(({isPrimary}) => isPrimary);
  const carried = hasOldLayout ? {...record.values, CO2Udslip: fuel?.co2} : record.values;
  return environment(values(carried) + co2Class(record.co2Class));
};
