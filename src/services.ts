import type {Caller, Charge, Decision, LimitStatus, Usage} from '#core/domain/caller.ts';
import type {Answer, Dataset} from '#core/domain/dataset.ts';
import type {Plate, Vin} from '#core/domain/identifiers.ts';
import type {Int64} from '#core/domain/integers.ts';
import type {NameSearch} from '#core/domain/search-name.ts';
import type {VehicleSearch} from '#core/domain/vehicle-search.ts';
import type {
  ReferenceDocument,
  ReferenceList,
  ReferenceParents,
} from '#mappings/reference-document.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';

export type VehiclePage = {
  readonly documents: readonly VehicleDocument[];
  /** All matches, exactly, also those beyond the reach of paging. */
  readonly totalCount: number;
};

export type ReferencePage = {
  readonly documents: readonly ReferenceDocument[];
  readonly totalCount: number;
};

/** A parent is not there, so that it has no list: the first that is absent, by the list it should be in. */
export type ParentAbsent = {readonly absent: 'makes' | 'models'};

/**
 * What handlers may call: wired in `wiring.ts`, faked in tests. What is absent is `undefined`, never an
 * error; what cannot be known at the moment is one of the errors in `domain/outages.ts`.
 */
export type Services = {
  readonly vehicles: {
    readonly byId: (id: Int64) => Promise<Answer<VehicleDocument | undefined>>;
    readonly byVin: (vin: Vin) => Promise<Answer<VehicleDocument | undefined>>;
    readonly byPlate: (plate: Plate) => Promise<Answer<VehicleDocument | undefined>>;
    /** Each plate that means a vehicle, with that vehicle. */
    readonly byPlates: (
      plates: readonly Plate[],
    ) => Promise<Answer<ReadonlyMap<Plate, VehicleDocument>>>;
    readonly search: (search: VehicleSearch) => Promise<Answer<VehiclePage>>;
  };
  readonly references: {
    /** The entry of this key, as `referenceKey` makes it. */
    readonly byKey: (key: string) => Promise<Answer<ReferenceDocument | undefined>>;
    /** Entries by ascending id as a number. A page past the last one is empty. */
    readonly list: (
      list: ReferenceList,
      parents: ReferenceParents,
      search: NameSearch,
    ) => Promise<Answer<ReferencePage | ParentAbsent>>;
  };
  readonly dataset: {
    /** The live generation, asked for anew each time. Throws `DatasetNotLoaded` before the first. */
    readonly current: () => Promise<Dataset>;
    /** The version that questions are answered from, as of at most a second ago. */
    readonly version: () => Promise<string>;
  };
  readonly callers: {
    /**
     * Lets a request in at this cost. Unknown is a key that was never issued, is revoked or expired,
     * or of the other environment. Throws `KeysUnavailable` when that cannot be told.
     */
    readonly admit: (key: string, cost: number) => Promise<Decision>;
    /** Charges what a request that was let in turns out to cost: all of it or nothing. */
    readonly charge: (caller: Caller, cost: number) => Promise<Decision>;
    /** Refunds a charge if that is possible. Never fails. */
    readonly refund: (caller: Caller, charge: Charge) => Promise<void>;
    /** What the caller's account is granted and has used in a month. */
    readonly usage: (caller: Caller, month: string) => Promise<Usage>;
  };
};

/** The same for one request that was let in: who calls, and with what limits. */
export type CallersServices = Services & {
  readonly caller: Caller & {readonly limits: LimitStatus};
};
