import {type Day, dateText, momentText, type Period} from '../dates.ts';
import type {Kind} from '../lists/code-lists.ts';
import type {VehicleLeaves} from '../lists/element-order.ts';
import {createdFrom} from '../lists/texts.ts';
import {type Random, randomFor} from '../random.ts';
import {type Appearance, appearanceOf} from './appearance.ts';
import {type Designation, designationOf} from './designation.ts';
import {type Engine, engineOf} from './engine/engine.ts';
import {type Environment, environmentOf} from './engine/environment.ts';
import {identOf, vinOf} from './identity.ts';
import {type Inspection, inspectionOf} from './inspection.ts';
import {leaseOf} from './leasing.ts';
import {type Life, lifeOf} from './life.ts';
import {type Permit, permitsOf} from './permits.ts';
import {type Plate, plateOf} from './plate.ts';
import {lifeInSnapshot, reordered} from './snapshot.ts';
import {type Equipment, equipmentOf} from './technical/equipment.ts';
import {technicalOf} from './technical/technical.ts';
import {traitsOf} from './traits.ts';

/** One vehicle as one record of the extract shows it. */
export type SampleVehicle = {
  readonly ident: string;
  readonly kind: Kind;
  readonly lease: Period | undefined;
  readonly plate: Plate;
  readonly registrationStatus: string | undefined;
  readonly registrationStatusDate: string | undefined;
  readonly values: VehicleLeaves;
  readonly designation: Designation;
  readonly appearance: Appearance;
  readonly environment: Environment;
  readonly engine: Engine | undefined;
  readonly equipment: readonly Equipment[];
  readonly inspection: Inspection | undefined;
  readonly permits: readonly Permit[];
  /** As files were laid out until 2021: the fuel directly under the engine, and the owner's sex. */
  readonly hasOldLayout: boolean;
};

const badFirstDates = ['1086-09-06+01:00', '3015-04-01+02:00', '0001-01-01+01:00'];

const firstDate = (random: Random, firstRegistered: Day): string | undefined => {
  const style = random.unit();
  if (style < 0.00008) return undefined;
  return style < 0.0004 ? random.pick(badFirstDates) : dateText(firstRegistered);
};

const recordValues = (random: Random, life: Life, vin: string): VehicleLeaves => ({
  OprettetUdFra: createdFrom(random),
  Status: life.statuses.vehicle,
  StatusDato: momentText(life.statusDay, life.statusSecond),
  FoersteRegistreringDato: firstDate(random, life.firstRegistered),
  IbrugtagningDato: random.maybe(0.0001, dateText(life.firstRegistered)),
  StelNummer: vin,
});

/** Vehicles the register has no registration status for mostly have no date of one, either. */
const registrationOf = (random: Random, {statuses, statusDay, statusSecond}: Life) => ({
  registrationStatus: statuses.registration,
  registrationStatusDate: random.maybe(
    statuses.registration === undefined ? 0.1 : 0.997,
    momentText(statusDay, statusSecond),
  ),
});

/** @param snapshot 0 for a vehicle's first record, 1 and 2 for the records that repeat it. */
export const sampleVehicle = (seed: number, vehicle: number, snapshot: number): SampleVehicle => {
  const life = lifeOf(seed, vehicle);
  const shown = lifeInSnapshot(seed, vehicle, snapshot, life);
  const traits = traitsOf(seed, vehicle, life);
  const random = randomFor(seed, vehicle, 'record');
  return {
    ident: identOf(seed, vehicle),
    kind: life.kind,
    lease: leaseOf(seed, vehicle, snapshot, life),
    plate: plateOf(seed, vehicle, life),
    ...registrationOf(random, shown),
    values: {
      ...technicalOf(seed, vehicle, traits),
      ...recordValues(random, shown, vinOf(seed, vehicle, life)),
    },
    designation: designationOf(seed, vehicle, traits.family),
    appearance: appearanceOf(seed, vehicle, traits),
    environment: environmentOf(seed, vehicle, traits),
    engine: engineOf(seed, vehicle, traits),
    equipment: reordered(snapshot, equipmentOf(seed, vehicle, traits)),
    inspection: inspectionOf(seed, vehicle, life, traits),
    permits: permitsOf(seed, vehicle, life),
    hasOldLayout: random.chance(0.01),
  };
};
