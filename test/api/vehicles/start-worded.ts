import {startApi} from '../../helpers/api/start-api.ts';
import {patientVehicles} from '../../helpers/engines/patient-services.ts';
import {createTestGeneration} from '../../helpers/engines/test-index.ts';
import {aReference} from '../../helpers/fakes/reference.ts';
import {fakeServices} from '../../helpers/fakes/services.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import type {Scope} from '../../helpers/scope.ts';

const fuel = (name: string, originalName: string) => ({
  type: {id: '1', name, originalName},
  measurementNorm: null,
  isPrimary: true,
  fuelEconomyKmPerL: null,
  co2GPerKm: null,
  electricConsumptionWhPerKm: null,
  fuelCell: null,
});

const color = (id: string, name: string, originalName: string) => ({id, name, originalName});
const [blue, black] = [color('10', 'Blue', 'Blå'), color('4', 'Black', 'Sort')];
const car = {id: '1', name: 'Passenger car', originalName: 'Personbil'};
const trailer = {id: '4', name: 'Trailer', originalName: 'Påhængsvogn'};
const taxi = {id: '3', name: 'Taxi', originalName: 'Taxikørsel'};
const [skoda, skodaToo, aero] = [
  {id: '1', name: 'SKODA'},
  {id: '2', name: 'ŠKODA'},
  {id: '3', name: 'ÆRØ'},
];
const octavia = {id: '7', name: 'OCTAVIA'};
const uoplyst = {id: '100', name: 'UOPLYST'};

const documents = [
  aVehicleDocument({
    id: '1',
    kind: car,
    make: skoda,
    model: octavia,
    variant: uoplyst,
    color: blue,
    usage: taxi,
    bodyType: 'Hatchback',
    vehicleStatus: 'Registered',
    engine: {fuels: [fuel('Petrol', 'Benzin')]},
    inspection: {result: 'NotApproved'},
    environment: {
      measurementNorm: {id: '3', name: 'WLTP'},
      emissionStandard: {id: '49', name: 'Euro VI'},
    },
    technicalDetails: {equipment: [{id: '506', name: 'Airbag', count: 1}]},
  }),
  aVehicleDocument({
    id: '2',
    kind: car,
    make: skodaToo,
    model: octavia,
    color: black,
    bodyType: 'HATCHBACK',
    vehicleStatus: 'NyStatus',
    engine: {fuels: [fuel('Electricity', 'El')]},
  }),
  aVehicleDocument({id: '3', kind: trailer, make: aero, model: octavia, bodyType: 'Påhæng'}),
];

const entry =
  (list: 'makes' | 'colors' | 'kinds' | 'usages') =>
  (named: {readonly id: string; readonly name: string}) =>
    aReference({list, ...named});

const references = [
  ...[skoda, skodaToo, aero].map(entry('makes')),
  ...['1', '2', '3'].map(makeId => aReference({list: 'models', makeId, ...octavia})),
  aReference({list: 'models', makeId: '1', id: '8', name: 'FABIA'}),
  aReference({list: 'variants', makeId: '1', modelId: '7', ...uoplyst}),
  ...[blue, black].map(entry('colors')),
  ...[car, trailer].map(entry('kinds')),
  entry('usages')(taxi),
  aReference({list: 'emission-standards', id: '49', name: 'Euro VI'}),
  aReference({list: 'equipment', id: '506', name: 'Airbag'}),
  // More than one name may mean.
  ...Array.from({length: 1_001}, (_, at) =>
    aReference({list: 'variants', makeId: '2', modelId: '7', id: String(1_000 + at), name: '1,0'}),
  ),
];

/** The API over a few vehicles with words and names that are easily got wrong. */
export const startWorded = async (t: Scope) => {
  const {client, prefix, version} = await createTestGeneration(t, documents, {references});
  const {get} = await startApi(t, fakeServices({vehicles: patientVehicles(client, prefix)}));
  return {version, get};
};

export const strict = {Prefer: 'handling=strict'};

export type Counted = {readonly metadata: {readonly totalCount: number}};
