import type {FileHandle} from 'node:fs/promises';
import type {Caller, Charge, Decision, LimitStatus, Usage} from '#core/domain/caller.ts';
import type {Dataset, LastBuild, Versioned} from '#core/domain/dataset.ts';
import type {Shards} from '#core/domain/engine-states.ts';
import type {Plate, Vin} from '#core/domain/identifiers.ts';
import type {Int64} from '#core/domain/integers.ts';
import type {
  ChangePage,
  ChangeSearch,
  ChangesNotKept,
  CursorPage,
} from '#core/domain/release-changes.ts';
import type {NameSearch} from '#core/domain/search-name.ts';
import type {VehicleSearch} from '#core/domain/vehicle-search.ts';
import type {StatisticsQuery, StatisticsResult} from '#core/domain/vehicle-statistics.ts';
import type {Export, ExportFile} from '#mappings/export.ts';
import type {
  ReferenceDocument,
  ReferenceList,
  ReferenceParents,
} from '#mappings/reference-document.ts';
import type {Release} from '#mappings/release.ts';
import type {VehicleDocument, VehicleJson} from '#mappings/vehicle-document.ts';

/** One page of a list. */
export type ResultPage<Document> = {
  readonly documents: readonly Document[];
  /** The exact number of items on all pages, including those beyond the last reachable page. */
  readonly totalCount: number;
};

/** The list does not exist: the first missing parent, by the list it should be in. */
export type MissingParent = {readonly missingParent: 'makes' | 'models'};

/** A question to the live generation. */
type Ask<About extends readonly unknown[], Found> = (
  ...about: [...About, signal?: AbortSignal]
) => Promise<Versioned<Found>>;

/** A lookup by a key. */
type Find<Key, Found> = Ask<[key: Key], Found | undefined>;

/**
 * The services that handlers may call: wired in `wiring.ts`, faked in tests. An absent document is
 * `undefined`, never an error; an outage is one of the errors in `core/domain/outages.ts`. Once the signal
 * is aborted, what only this caller wanted is given up, and the call may reject with its reason.
 */
export type Services = {
  /** Runs heavy work of an account when its turn comes. */
  readonly inTurn: <Value>(
    accountId: string,
    clientGone: AbortSignal,
    work: () => Promise<Value>,
  ) => Promise<Value>;
  /**
   * Runs work of several questions, one after the other, within the time of one. Of works with an account only a few
   * run at once, with accounts taking turns.
   */
  readonly inOneDeadline: <Value>(
    clientGone: AbortSignal,
    work: (signal: AbortSignal) => Promise<Value>,
    accountId?: string,
  ) => Promise<Value>;
  readonly vehicles: {
    readonly byId: Find<Int64, VehicleJson>;
    readonly byVin: Find<Vin, VehicleJson>;
    readonly byPlate: Find<Plate, VehicleJson>;
    /** The whole document of a vehicle, with its other records. */
    readonly documentById: Find<Int64, VehicleDocument>;
    /** The vehicle of each plate; a plate without one is not in the map. */
    readonly byPlates: Ask<[plates: readonly Plate[]], ReadonlyMap<Plate, VehicleJson>>;
    /** Rejects with `FilterFaults` for wrong filters, as a statistic does. */
    readonly search: Ask<[search: VehicleSearch], ResultPage<VehicleJson>>;
    /**
     * A statistic, and whether the account was charged for it before it was ready. Accounts take turns. Throws
     * `StillComputing` if it is not ready in time and the account is to pay for it now.
     */
    readonly statistics: (
      query: StatisticsQuery,
      signal?: AbortSignal,
      accountId?: string,
    ) => Promise<Versioned<StatisticsResult> & {readonly isPaid?: boolean}>;
  };
  readonly references: {
    /** The entry with this id, if it is in the list under these parents. */
    readonly byId: Ask<
      [list: ReferenceList, parents: ReferenceParents, id: string],
      ReferenceDocument | undefined
    >;
    /** Entries by ascending id, compared as numbers. A page past the last one is empty. */
    readonly list: Ask<
      [list: ReferenceList, parents: ReferenceParents, search: NameSearch],
      ResultPage<ReferenceDocument> | MissingParent
    >;
  };
  readonly changes: {
    /** The releases that are kept, newest first. */
    readonly releases: Ask<[], readonly Release[]>;
    /** The changes after a serial, by serial and id. Rejects with `FilterFaults` for wrong filters. */
    readonly list: Ask<[search: ChangeSearch], ChangePage | ChangesNotKept>;
    /** The changes of a vehicle, newest first. */
    readonly ofVehicle: Ask<[vehicleId: Int64, page: CursorPage], ChangePage>;
  };
  readonly dataset: {
    /** The live generation as of now. Throws `DatasetNotLoaded` before the first import. */
    readonly current: () => Promise<Dataset & {readonly serial: number | null}>;
    /** The version that queries run on, as of at most a second ago. */
    readonly version: () => Promise<string>;
    /** The same, once both of its indices have answered a search. */
    readonly searchable: () => Promise<string>;
    /** Undefined before the first build has ended. */
    readonly lastBuild: () => Promise<LastBuild | undefined>;
    readonly shards: () => Promise<Shards>;
  };
  readonly exports: {
    /** The exports of this environment that are kept, newest first, including unfinished ones. */
    readonly list: () => Promise<readonly Export[]>;
    /** Whether it is still there. Rejects if it is not as long as its manifest says. */
    readonly has: (of: Export, file: ExportFile) => Promise<boolean>;
    /** Undefined if it was deleted meanwhile. The caller closes it. */
    readonly open: (of: Export, file: ExportFile) => Promise<FileHandle | undefined>;
    /** Its path at the proxy in front; undefined if that does not send files. */
    readonly accelPath: (of: Export, file: ExportFile) => string | undefined;
  };
  readonly callers: {
    /**
     * Admits a request at this cost. The outcome is `unknown` for a key that was never issued, is
     * revoked, expired or from the other environment. Throws `KeysUnavailable` during an outage.
     */
    readonly admit: (key: string, cost: number) => Promise<Decision>;
    /** Charges an admitted request with a further cost: all of it or nothing. */
    readonly charge: (caller: Caller, cost: number) => Promise<Decision>;
    /** Charges one request for something that is paid for once a day, unless that has been done. */
    readonly chargeDaily: (caller: Caller, what: string) => Promise<Decision>;
    /** Refunds a charge, best effort. Never rejects. */
    readonly refund: (caller: Caller, charge: Charge) => Promise<void>;
    /** Counts a try of a test case, and returns how many there were, none more than a minute apart. */
    readonly countTry: (caller: Caller, id: string) => Promise<number>;
    /** The limits and use of the caller's account in a month. */
    readonly usage: (caller: Caller, month: string) => Promise<Usage>;
  };
};

/** The services of one admitted request, with its caller and the state of the caller's limits. */
export type CallersServices = Services & {
  readonly caller: Caller & {readonly limits: LimitStatus};
  /**
   * Its signal aborts when the client leaves. A handler that rejects with its `reason` stopped because of that: nothing
   * is reported or refunded.
   */
  readonly request: {readonly signal: AbortSignal};
  /** Charges what is paid for once a day, or throws the problem that refuses it. */
  readonly chargeDaily: (what: string) => Promise<void>;
};
