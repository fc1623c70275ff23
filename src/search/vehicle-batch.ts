import type {Plate} from '#core/domain/identifiers.ts';
import type {VehicleJson} from '#mappings/vehicle-document.ts';
import type {VehicleStore} from './engine/requests.ts';
import type {LiveQueries} from './live-queries.ts';
import {findVehiclesBy} from './vehicle-lookup.ts';

/** So many plates are asked at a time while lookups are expected. */
const partSize = 25;

/** A batch gives way for so long, so that it is answered in time. */
const givesWayForMs = 500;

/**
 * Finds the vehicle of each plate: all at once where that delays no lookup, because in parts they take
 * Elasticsearch up to twice as long. While lookups are expected, a batch gives way to them after each part.
 */
export const vehicleBatch = (store: VehicleStore, {boundOf, areLookupsExpected}: LiveQueries) => {
  const [whole, parts] = [boundOf('batches'), boundOf('batchParts')];

  return async (
    index: string,
    plates: readonly Plate[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<Plate, VehicleJson>> => {
    const start = performance.now();
    const found: (readonly [Plate, VehicleJson])[] = [];
    for (let at = 0, end = 0; at < plates.length; at = end) {
      const givesWay = areLookupsExpected() && performance.now() - start < givesWayForMs;
      end = givesWay ? at + partSize : plates.length;
      const asked = plates.slice(at, end);
      const find = () => findVehiclesBy(store, index, 'vehicle.plates', asked, signal);
      found.push(...(await (givesWay ? parts : whole)(signal, find)));
    }
    return new Map(found);
  };
};
