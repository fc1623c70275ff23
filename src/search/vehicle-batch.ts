import type {Plate} from '#core/domain/identifiers.ts';
import type {VehicleJson} from '#mappings/vehicle-document.ts';
import type {VehicleStore} from './engine/requests.ts';
import type {LiveQueries} from './live-queries.ts';
import {findVehiclesBy} from './vehicle-lookup.ts';

/** So many plates are asked for at a time while lookups are expected. */
const partSize = 25;

/** A batch gives way for so long, so that it is answered in time. */
const givesWayForMs = 500;

/**
 * Finds the vehicle of each plate: all at once where that delays no lookup, because in parts they take
 * Elasticsearch up to twice as long.
 */
export const vehicleBatch = (store: VehicleStore, {boundOf}: LiveQueries) => {
  const bound = boundOf('batches');

  return async (
    index: string,
    plates: readonly Plate[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<Plate, VehicleJson>> => {
    const end = performance.now() + givesWayForMs;
    const found: (readonly [Plate, VehicleJson])[] = [];
    for (let left = plates; left.length > 0; ) {
      const givesWay = boundOf.lookups.isExpected() && performance.now() < end;
      const asked = givesWay ? left.slice(0, partSize) : left;
      const find = () => findVehiclesBy(store, index, 'vehicle.plates', asked, signal);
      found.push(...(await bound(signal, find)));
      left = left.slice(asked.length);
    }
    return new Map(found);
  };
};
