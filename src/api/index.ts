import type {AnyEndpoint} from '#src/http/endpoint/endpoint.ts';
import type {CallersServices} from '#src/services.ts';
import {getAccountUsage} from './account-usage.ts';
import {getDataset} from './dataset.ts';
import {lookUpPlates} from './plates.ts';
import {references} from './references.ts';
import {
  getEngine,
  getEnvironmentalInformation,
  getInspection,
  getTechnicalDetails,
} from './vehicle-records.ts';
import {searchVehicles} from './vehicle-search.ts';
import {getVehicle, getVehicleByPlate, getVehicleByVin} from './vehicles.ts';

/** The API on one page. */
export const endpoints: readonly AnyEndpoint<CallersServices>[] = [
  getVehicle,
  getVehicleByVin,
  getVehicleByPlate,
  lookUpPlates,
  getTechnicalDetails,
  getEnvironmentalInformation,
  getEngine,
  getInspection,
  searchVehicles,
  ...references,
  getDataset,
  getAccountUsage,
];
