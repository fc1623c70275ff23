import {setTimeout as wait} from 'node:timers/promises';
import {DatasetNotLoaded, KeysUnavailable, SearchUnavailable} from '#core/domain/outages.ts';
import {
  lateSeconds,
  retryAfterSeconds,
  type SimulatedProblem,
  testCases,
} from '#core/domain/test-cases.ts';
import type {VehicleFilter} from '#core/domain/vehicle-filters.ts';
import type {MountOptions} from '#src/http/endpoint/mount.ts';
import {Problem} from '#src/http/problem.ts';
import type {CallersServices, Services} from '#src/services.ts';
import {problemOf} from './admission.ts';
import type {ApiEndpoint} from './endpoint.ts';

/** The errors that lead to the simulated problems, made as the service makes them for this caller. */
const errorOf: Readonly<Record<SimulatedProblem, (caller: CallersServices['caller']) => Error>> = {
  ApiKeyInvalid: () => problemOf({outcome: 'unknown'}),
  PaymentRequired: ({keyId}) => problemOf({outcome: 'unpaid', keyId}),
  RateLimitExceeded: ({limits: now, ...caller}) => {
    const limits = {...now, remainingThisMinute: 0, secondsToNextRequest: retryAfterSeconds};
    return problemOf({outcome: 'rateExceeded', caller, limits});
  },
  QuotaExceeded: ({limits, ...caller}) =>
    problemOf({outcome: 'quotaExceeded', caller, limits: {...limits, remainingThisMonth: 0}}),
  InternalError: () => new Error('The test environment simulates an internal error.'),
  SearchUnavailable: () => new SearchUnavailable(),
  DatasetNotLoaded: () => new DatasetNotLoaded(),
  ServiceUnavailable: () => new KeysUnavailable(),
};

/** The cases that are not simply answered from the data, by the ids, plates and VINs that trigger them. */
const cases = new Map(
  testCases.flatMap(each =>
    each.answer === 'late' || each.answer in errorOf || each.failsTwice
      ? [each.id, each.plate, each.vin].map(key => [key, each] as const)
      : [],
  ),
);

const plateIn = ({registrationNumber: plate}: VehicleFilter) =>
  plate === undefined ? [] : [plate];

/** Services that look vehicles and their changes up once `meet` has let their ids, plates or VINs pass. */
const servicesAfter = (
  meet: (keys: readonly string[], signal: AbortSignal | undefined) => Promise<void>,
  {vehicles, changes}: Services,
): Pick<Services, 'vehicles' | 'changes'> => {
  const after =
    <Asked, Found>(
      keysOf: (asked: Asked) => readonly string[],
      find: (asked: Asked, signal?: AbortSignal, accountId?: string) => Promise<Found>,
    ) =>
    async (asked: Asked, signal?: AbortSignal, accountId?: string): Promise<Found> => {
      await meet(keysOf(asked), signal);
      return await find(asked, signal, accountId);
    };
  return {
    vehicles: {
      byId: after(id => [id], vehicles.byId),
      byVin: after(vin => [vin], vehicles.byVin),
      byPlate: after(plate => [plate], vehicles.byPlate),
      byPlates: after(plates => plates, vehicles.byPlates),
      search: after(({filter}) => plateIn(filter), vehicles.search),
      statistics: after(({filter}) => plateIn(filter), vehicles.statistics),
      documentById: after(id => [id], vehicles.documentById),
    },
    changes: {
      ...changes,
      list: after(
        ({plates = [], vehicleIds = [], filter}) => [...plates, ...vehicleIds, ...plateIn(filter)],
        changes.list,
      ),
      ofVehicle: async (id, page, signal) => {
        await meet([id], signal);
        return await changes.ofVehicle(id, page, signal);
      },
    },
  };
};

/** Conditional requests trigger cases as well. */
export const meetingCases = (endpoint: ApiEndpoint): ApiEndpoint => ({
  ...endpoint,
  alwaysRunsHandler: true,
});

type Admit = MountOptions<CallersServices>['admit'];

/**
 * Admits requests, and answers those for a test case as the case says. The first problem in a batch answers all of it.
 * A refusal costs nothing and has only the headers of its problem, like a refusal before the request is read.
 */
export const simulating =
  (admit: Admit): Admit =>
  async (request, cost) => {
    const admission = await admit(request, cost);
    const {services} = admission;
    let [isRefused, hasMet] = [false, false];

    const meet = async (keys: readonly string[], signal: AbortSignal | undefined) => {
      // Later lookups of a request are for vehicles that were found.
      if (hasMet) return;
      hasMet = true;
      const met = new Set(keys.flatMap(key => cases.get(key) ?? []));
      for (const {id, answer, failsTwice} of met) {
        if (answer === 'late') {
          // The lookup throws the reason of a client that has left.
          await wait(lateSeconds * 1000, undefined, signal && {signal}).catch(() => {});
          continue;
        }
        const tries = failsTwice ? await services.callers.countTry(services.caller, id) : 1;
        // Every third try is answered with the vehicle.
        if (tries % 3 === 0) continue;
        const problem = failsTwice ?? (answer as SimulatedProblem);
        const error = errorOf[problem](services.caller);
        isRefused = error instanceof Problem || error instanceof KeysUnavailable;
        if (error instanceof Problem) await admission.refund();
        throw error;
      }
    };

    return {
      ...admission,
      // A late case that took a turn would miss the deadline and make all others wait.
      inTurn: work => work(),
      services: {
        ...services,
        ...servicesAfter(meet, services),
        inOneDeadline: (clientGone, work) => work(clientGone),
      },
      headers: () => (isRefused ? {} : admission.headers()),
    };
  };
