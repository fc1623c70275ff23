import {engineElements} from '../lists/element-order.ts';
import type {Engine} from '../vehicle/engine/engine.ts';
import type {FuelUse} from '../vehicle/engine/fuels.ts';
import {codedIn, each, leaf, leaves, parent} from './elements.ts';

const engine = parent(4, 'KoeretoejMotorStruktur');
const values = leaves(5, 'KoeretoejMotor', engineElements);
const fuelList = parent(5, 'KoeretoejDrivmiddelSamlingStruktur');
const fuels = parent(6, 'KoeretoejDrivmiddelSamling');
const fuelUse = parent(7, 'DrivmiddelStruktur');
const testNorm = codedIn(8, 'MaaleNormStruktur', 'KoeretoejMotorMaaleNormType');
const fuelType = codedIn(8, 'DrivkraftTypeStruktur', 'DrivkraftType');
const consumption = parent(8, 'KoeretoejBraendstofStruktur');
const kmPerLiter = leaf(9, 'KoeretoejMotorKmPerLiter');
const co2 = leaf(9, 'KoeretoejMiljoeOplysningCO2Udslip');
const electricity = parent(8, 'KoeretoejElforbrugStruktur');
const electricUse = leaf(9, 'KoeretoejMotorElektriskForbrug');
const fuelCell = leaf(8, 'KoeretoejMotorBraendselscelle');
const primary = leaf(8, 'KoeretoejMotorDrivmiddelPrimaer');
const oldFuelType = codedIn(5, 'DrivkraftTypeStruktur', 'DrivkraftType');

const fuelUseXml = (use: FuelUse): string =>
  fuelUse(
    testNorm(use.norm) +
      fuelType(use.fuel) +
      consumption(kmPerLiter(use.kmPerLiter) + co2(use.co2)) +
      electricity(electricUse(use.electricUse)) +
      fuelCell(use.isFuelCell) +
      primary(use.isPrimary),
  );

export const engineXml = (record: Engine): string =>
  engine(values(record.values) + fuelList(fuels(each(record.fuels, fuelUseXml))));

/** Until 2021 the engine had one fuel, without a test norm. */
export const oldEngineXml = (record: Engine): string => {
  const main = record.fuels.find(({isPrimary}) => isPrimary);
  return engine(values({...record.values, KmPerLiter: main?.kmPerLiter}) + oldFuelType(main?.fuel));
};
