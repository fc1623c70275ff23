import type {Client} from '@elastic/elasticsearch';
import {ReferenceDocument} from '#mappings/reference-document.ts';
import {VehicleDocument} from '#mappings/vehicle-document.ts';

/** More than any test imports, and the most that one search returns. */
const most = 10_000;

/** The documents of the live generation's vehicles, by id in ascending order. */
export const storedVehicles = async (client: Client, prefix: string) => {
  const {hits} = await client.search({index: `${prefix}vehicles`, size: most, sort: 'vehicle.id'});
  return hits.hits.map(({_source}) => VehicleDocument.parse(_source));
};

/** The reference entries of the live generation, by their keys. */
export const storedReferences = async (client: Client, prefix: string) => {
  const {hits} = await client.search({index: `${prefix}references`, size: most});
  const entries = hits.hits.map(
    ({_id, _source}) => [String(_id), ReferenceDocument.parse(_source)] as const,
  );
  return new Map(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
};
