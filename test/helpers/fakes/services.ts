import type {Decision} from '#core/domain/caller.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import type {Services} from '#src/services.ts';
import {aVehicleDocument, jsonOf} from './vehicle-document.ts';

type Parts = Omit<Services, 'inOneDeadline' | 'inTurn'>;

type Fakes = {readonly [Part in keyof Parts]?: Partial<Parts[Part]>} & Partial<
  Pick<Services, 'inOneDeadline' | 'inTurn'>
>;

const version = '20260101-120000-0001';

/** A value of the live generation. */
export const versioned = <Value>(value: Value) => ({version, value});

/** The decision on an admitted request. */
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
    mayExport: false,
  },
};

/** The decision on an unknown key. */
export const unknown: Decision = {outcome: 'unknown'};

const noStatistics = Buffer.from(
  '{"data":[],"metadata":{"totalCount":0,"groupCount":0,"otherCount":0,"absentCount":0}}',
);

/** Services without data that admit every key, except for what a test passes. */
export const fakeServices = ({
  vehicles,
  references,
  changes,
  exports,
  dataset,
  callers,
  inOneDeadline = (left, work) => work(left),
  inTurn = (_accountId, _left, work) => work(),
}: Fakes = {}): Services => ({
  inOneDeadline,
  inTurn,
  vehicles: {
    byId: async () => versioned(undefined),
    byVin: async () => versioned(undefined),
    byPlate: async () => versioned(undefined),
    byPlates: async () => versioned(new Map()),
    search: async () => versioned({documents: [], totalCount: 0}),
    statistics: async () => versioned({json: noStatistics}),
    documentById: async () => versioned(undefined),
    ...vehicles,
  },
  references: {
    byId: async () => versioned(undefined),
    list: async () => versioned({documents: [], totalCount: 0}),
    ...references,
  },
  changes: {
    releases: async () => versioned([]),
    list: async () => versioned({changes: [], hasMore: false, serial: 1}),
    ofVehicle: async () => versioned({changes: [], hasMore: false, serial: 1}),
    ...changes,
  },
  exports: {
    list: async () => [],
    has: async () => false,
    open: async () => undefined,
    accelPath: () => undefined,
    ...exports,
  },
  dataset: {
    current: async () => ({
      version,
      importedAt: '2026-01-02T03:04:05.000Z',
      extractedAt: null,
      vehicleCount: 1,
      digest: '00000000000000aa',
      serial: 1,
    }),
    version: async () => version,
    searchable: async () => version,
    lastBuild: async () => undefined,
    shards: async () => ({missing: {primary: 0, replica: 0}, versions: []}),
    ...dataset,
  },
  callers: {
    admit: async () => admitted,
    charge: async () => admitted,
    chargeDaily: async () => admitted,
    refund: async () => {},
    countTry: async () => 1,
    usage: async () => ({plan: null, trialEndsAt: null, used: 0, usedByKey: []}),
    ...callers,
  },
});

/** Services with one vehicle, found by every id, VIN, plate and search. */
export const servicesWith = (document: VehicleDocument): Services => {
  const vehicle = jsonOf(document);
  return fakeServices({
    vehicles: {
      byId: async () => versioned(vehicle),
      byVin: async () => versioned(vehicle),
      byPlate: async () => versioned(vehicle),
      byPlates: async plates => versioned(new Map(plates.map(plate => [plate, vehicle]))),
      search: async () => versioned({documents: [vehicle], totalCount: 1}),
      documentById: async () => versioned(document),
    },
  });
};

/** Services whose lookups are answered once `answer` is called; `asked` resolves when the first is under way. */
export const heldServices = (document = aVehicleDocument()) => {
  const {promise: asked, resolve: note} = Promise.withResolvers<void>();
  const {promise: proceed, resolve: answer} = Promise.withResolvers<void>();
  const byId = async () => {
    note();
    await proceed;
    return versioned(jsonOf(document));
  };
  return {services: fakeServices({vehicles: {byId}}), asked, answer};
};
