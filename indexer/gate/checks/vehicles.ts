import {type Check, percent, whole} from '../check.ts';

type Limits = {readonly minVehiclesPercent: number; readonly minFirstVehicles: number};

/**
 * The register forgets no vehicle, so an extract has about as many as the one before it.
 *
 * @param live Vehicles that are live; undefined before the first import.
 */
export const checkVehicles = (
  vehicles: number,
  live: number | undefined,
  {minVehiclesPercent, minFirstVehicles}: Limits,
): Check => {
  const name = 'vehicles';
  const advice = 'Look whether the extract is whole, and fetch it again.';
  if (live === undefined) {
    return {
      name,
      passed: vehicles >= minFirstVehicles,
      found: `${whole(vehicles)} vehicles, and none are live`,
      limit: `at least ${whole(minFirstVehicles)} (GATE_MIN_FIRST_VEHICLES)`,
      advice,
    };
  }
  return {
    name,
    passed: vehicles > 0 && vehicles * 100 >= live * minVehiclesPercent,
    found: `${whole(vehicles)} vehicles, ${percent(vehicles, live)} of the ${whole(live)} that are live`,
    limit: `at least ${minVehiclesPercent} % (GATE_MIN_VEHICLES_PERCENT)`,
    advice,
  };
};
