import test from 'ava';
import {toPlate, toVin} from '#core/domain/identifiers.ts';
import {toInt64} from '#core/domain/integers.ts';
import {patientVehicles, requestsOf} from '../helpers/engines/patient-services.ts';
import {createTestGeneration, flipTo} from '../helpers/engines/test-index.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';

const id = toInt64('7') as never;
const plate = toPlate('AB12345') as never;
const vin = toVin('WVW1') as never;

const aDocument = (modelYear: number) =>
  aVehicleDocument({id, vin, plates: [plate], registrationNumber: plate, modelYear});

/** A clock that stands still unless it is set. */
const aClock = () => {
  let time = 0;
  return {
    now: () => time,
    wait: async () => {},
    pass: (ms: number) => {
      time += ms;
    },
  };
};

for (const by of ['byId', 'byPlate', 'byVin'] as const) {
  test(`who was asked for twice is answered from memory, until another generation is live (${by})`, async t => {
    const generation = await createTestGeneration(t, [aDocument(2001)]);
    const {client, prefix} = generation;
    const clock = aClock();
    const vehicles = patientVehicles(client, prefix, clock);
    const sent = requestsOf(client);
    const asked = async () => {
      const before = sent.length;
      const {version, value} = await {
        byId: () => vehicles.byId(id),
        byPlate: () => vehicles.byPlate(plate),
        byVin: () => vehicles.byVin(vin),
      }[by]();
      const lookups = sent.slice(before).filter(request => !request.includes('_mapping'));
      return [version, JSON.parse(String(value)).modelYear, lookups.length];
    };
    const first = generation.version;
    t.deepEqual(await asked(), [first, 2001, 1]);
    t.deepEqual(await asked(), [first, 2001, 1]);
    t.deepEqual(await asked(), [first, 2001, 0]);

    const second = '20261124-120000-0002';
    const next = await createTestGeneration(t, [aDocument(2002)], {
      client,
      prefix,
      version: second,
      live: false,
    });
    await flipTo(next);
    t.deepEqual(await asked(), [first, 2001, 0], 'within the second that a reader has');
    clock.pass(1_000);
    t.deepEqual(await asked(), [second, 2002, 1]);
    t.deepEqual(await asked(), [second, 2002, 1]);
    t.deepEqual(await asked(), [second, 2002, 0]);
    await flipTo(generation);
    clock.pass(1_000);
    t.deepEqual(await asked(), [first, 2001, 1], 'which generation is live is not known');
    t.deepEqual(await asked(), [first, 2001, 0]);
  });
}
