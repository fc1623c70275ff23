import type {AnyEndpoint} from '#src/http/endpoint.ts';
import type {Services} from '#src/services.ts';
import {getDataset} from './dataset.ts';
import {lookUpPlates} from './plates.ts';
import {
  getEngine,
  getEnvironmentalInformation,
  getInspection,
  getTechnicalDetails,
} from './vehicle-records.ts';
import {searchVehicles} from './vehicle-search.ts';
import {getVehicle, getVehicleByPlate, getVehicleByVin} from './vehicles.ts';

/** The API on one page. */
export const endpoints: readonly AnyEndpoint<Services>[] = [
  getVehicle,
  getVehicleByVin,
  getVehicleByPlate,
  lookUpPlates,
  getTechnicalDetails,
  getEnvironmentalInformation,
  getEngine,
  getInspection,
  searchVehicles,
  getDataset,
];
