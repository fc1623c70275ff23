import type {ExecutionContext} from 'ava';
import {BatchBuilder} from '#indexer/document/batch.ts';
import {bytesPerRow, rowsIn} from '#indexer/fingerprints/rows.ts';
import {createCandidate} from '#indexer/generations/candidate.ts';
import {writeAliases} from '#indexer/generations/stored-generations.ts';
import type {VehicleBatch} from '#indexer/write/write-vehicles.ts';
import {indexNames, toVersion} from '#mappings/generation.ts';
import {VehicleDocument} from '#mappings/vehicle-document.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';

/** An empty candidate on the real engine, and what lies in it. */
export const aCandidate = async (t: ExecutionContext) => {
  const installation = anInstallation(t);
  const {client, prefix} = installation;
  const candidate = {stamp: '20261115-031500', build: 1};
  await createCandidate({client, prefix}, candidate);
  const {vehicles: index} = indexNames(prefix, toVersion(candidate));
  const {vehicles: alias, references, fingerprints} = writeAliases(prefix, candidate);
  return {
    ...installation,
    index,
    alias,
    references,
    fingerprints,
    /** The stored documents, by id. */
    stored: async (): Promise<ReadonlyMap<string, VehicleDocument>> => {
      await client.indices.refresh({index});
      const {hits} = await client.search({index, size: 1000, sort: 'vehicle.id'});
      const documents = hits.hits.map(({_source}) => VehicleDocument.parse(_source));
      return new Map(documents.map(document => [document.vehicle.id, document]));
    },
  };
};

/** A batch of vehicles, each with an id and the place of its record, which is its plate. */
export const vehicleBatch = (places: Readonly<Record<string, number>>): VehicleBatch =>
  batchOfDocuments(
    Object.entries(places).map(([id, place]) => aVehicleDocument({id, plates: [String(place)]})),
    Object.values(places),
  );

export const batchOfDocuments = (
  documents: readonly VehicleDocument[],
  places: readonly number[],
): VehicleBatch => {
  const builder = new BatchBuilder(new ArrayBuffer(10_000));
  for (const document of documents) {
    builder.add(document.vehicle.id, JSON.stringify(document));
  }
  const ids = BigUint64Array.from(documents, ({vehicle}) => BigInt(vehicle.id));
  const rows = rowsIn(new ArrayBuffer(documents.length * bytesPerRow));
  return {...builder.build(), rows: {...rows, ids, ordinals: Float64Array.from(places)}};
};

/** A policy that gives up after so many milliseconds, and that nothing interrupts. */
export const retryPolicyOf = (maxMs: number) => ({
  maxMs,
  signal: new AbortController().signal,
});
