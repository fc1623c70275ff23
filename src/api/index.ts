import {getAccountUsage} from './account-usage.ts';
import {getVehicleChanges, listChanges, listReleases} from './changes.ts';
import {getDataset} from './dataset.ts';
import type {ApiEndpoint} from './endpoint.ts';
import {getExportFile, listExports} from './exports.ts';
import {referenceEndpoints} from './references.ts';
import {lookUpPlates} from './vehicles/batch.ts';
import {searchVehicles} from './vehicles/search.ts';
import {getStatistics} from './vehicles/statistics.ts';
import {
  getVehicle,
  getVehicleByPlate,
  getVehicleByVin,
  recordEndpoints,
} from './vehicles/vehicle.ts';

/** All endpoints of the API. */
export const endpoints: readonly ApiEndpoint[] = [
  getVehicle,
  getVehicleByVin,
  getVehicleByPlate,
  lookUpPlates,
  ...recordEndpoints,
  searchVehicles,
  getStatistics,
  ...referenceEndpoints,
  listChanges,
  getVehicleChanges,
  listReleases,
  listExports,
  getExportFile,
  getDataset,
  getAccountUsage,
];
