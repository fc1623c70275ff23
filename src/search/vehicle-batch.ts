import type {Plate} from '#core/domain/identifiers.ts';
import type {VehicleJson} from '#mappings/vehicle-document.ts';
import type {VehicleStore} from './engine/requests.ts';
import type {LiveQueries} from './live-queries.ts';
import {findVehiclesBy} from './vehicle-lookup.ts';

/** So many plates are asked at a time while lookups are expected, and more where that is too slow. */
const partSize = 25;

/** A batch gives way for so long, so that it is answered in time. */
const givesWayForMs = 1000;

/**
 * Finds the vehicle of each plate: all at once where that delays no lookup, because in parts they take
 * Elasticsearch up to twice as long. While lookups are expected, a batch gives way to them after each part.
 */
export const vehicleBatch = (store: VehicleStore, {boundOf}: LiveQueries) => {
  const [whole, parts] = [boundOf('batches'), boundOf('batchParts')];

  return async (
    index: string,
    plates: readonly Plate[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<Plate, VehicleJson>> => {
    const end = performance.now() + givesWayForMs;
    const found: (readonly [Plate, VehicleJson])[] = [];
    let lastMs = 0;
    for (let left = plates; left.length > 0; ) {
      const start = performance.now();
      const givesWay = boundOf.lookups.isExpected() && start < end;
      const inTime = Math.ceil((left.length * lastMs) / (end - start));
      const asked = givesWay ? left.slice(0, Math.max(partSize, inTime)) : left;
      const find = () => findVehiclesBy(store, index, 'vehicle.plates', asked, signal);
      found.push(...(await (givesWay ? parts : whole)(signal, find)));
      left = left.slice(asked.length);
      lastMs = performance.now() - start;
    }
    return new Map(found);
  };
};
