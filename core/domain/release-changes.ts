import type {Release, StoredChange} from '#mappings/release.ts';
import type {Plate} from './identifiers.ts';
import type {Int64} from './integers.ts';
import type {Filtered} from './vehicle-filters.ts';

/** Maximum number of changes on a page, and of plates and ids that changes are asked for by. */
export const [maxChanges, maxChangedVehicles] = [500, 500];

/** The place of a change among all of them: by serial, then by the id of its vehicle. */
export type ChangeCursor = {readonly serial: number; readonly vehicleId: Int64};

export type CursorPage = {readonly after?: ChangeCursor | undefined; readonly size: number};

/** Which changes are asked for. Those of any of the plates, or vehicles, match; filters are of the vehicle. */
export type ChangeSearch = CursorPage &
  Filtered & {
    readonly since: number;
    readonly kinds?: readonly string[] | undefined;
    readonly plates?: readonly Plate[] | undefined;
    readonly vehicleIds?: readonly Int64[] | undefined;
  };

/** A change as it is answered, with the times of its release. */
type VehicleChange = Omit<StoredChange, 'change'> &
  StoredChange['change'] &
  Pick<Release, 'extractedAt' | 'releasedAt'>;

export type ChangePage = {
  readonly changes: readonly VehicleChange[];
  readonly hasMore: boolean;
  /** The serial of the live release, up to which changes were searched. */
  readonly serial: number;
};

/** Why changes are not answered as they were asked for. All since `oldestSince` are kept, up to the live release. */
export type ChangesNotKept = {
  readonly notKept: 'expired' | 'ahead' | 'plates';
  readonly oldestSince: number;
  /** The serial of the live release. */
  readonly newest: number;
  /** The serial of the newest release whose changes are kept without plates; 0 if all have them. */
  readonly platesSince: number;
};

/** The least serial since which all changes are known: before it, one is not kept or was not compared. */
export const oldestSince = (newestFirst: readonly Release[]): number => {
  let oldest = newestFirst[0]?.serial ?? 0;
  for (const {serial, changedVehicles} of newestFirst) {
    if (serial !== oldest || changedVehicles === null) break;
    oldest = serial - 1;
  }
  return oldest;
};
