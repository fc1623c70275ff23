import type {Decision} from '#core/domain/caller.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import type {Services} from '#src/services.ts';

type Fakes = {readonly [Part in keyof Services]?: Partial<Services[Part]>};

const version = '20260101-120000-0001';

/** What the live generation says. */
export const answer = <Value>(value: Value) => ({version, value});

/** What is said of a caller who is let in. */
export const admitted: Decision = {
  outcome: 'admitted',
  caller: {keyId: 'account-key', accountId: 'account', keyHash: 'hash'},
  limits: {
    requestsPerMinute: 60,
    remainingThisMinute: 59,
    secondsToNextRequest: 60,
    monthlyRequests: 1000,
    remainingThisMonth: 999,
    secondsToNextMonth: 86_400,
    month: '2026-11',
  },
};

/** What is said of a key that nobody has. */
export const unknown: Decision = {outcome: 'unknown'};

/** Services that know nothing and let every key in, but for what a test gives. */
export const fakeServices = ({vehicles, references, dataset, callers}: Fakes = {}): Services => ({
  vehicles: {
    byId: async () => answer(undefined),
    byVin: async () => answer(undefined),
    byPlate: async () => answer(undefined),
    byPlates: async () => answer(new Map()),
    search: async () => answer({documents: [], totalCount: 0}),
    ...vehicles,
  },
  references: {
    byKey: async () => answer(undefined),
    list: async () => answer({documents: [], totalCount: 0}),
    ...references,
  },
  dataset: {
    current: async () => ({
      version,
      importedAt: '2026-01-02T03:04:05.000Z',
      extractedAt: null,
      vehicleCount: 1,
    }),
    version: async () => version,
    ...dataset,
  },
  callers: {
    admit: async () => admitted,
    charge: async () => admitted,
    refund: async () => {},
    usage: async () => ({plan: null, trialEndsAt: null, used: 0, usedByKey: []}),
    ...callers,
  },
});

/** Services that have one vehicle, which answers to every id, VIN, plate and search. */
export const servicesWith = (vehicle: VehicleDocument): Services =>
  fakeServices({
    vehicles: {
      byId: async () => answer(vehicle),
      byVin: async () => answer(vehicle),
      byPlate: async () => answer(vehicle),
      byPlates: async plates => answer(new Map(plates.map(plate => [plate, vehicle]))),
      search: async () => answer({documents: [vehicle], totalCount: 1}),
    },
  });
