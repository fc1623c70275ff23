import type {ExecutionContext} from 'ava';
import {BatchBuilder} from '#indexer/document/batch.ts';
import {createCandidate} from '#indexer/generations/candidate.ts';
import {writeAliases} from '#indexer/generations/stored-generations.ts';
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
  const {vehicles: alias, references} = writeAliases(prefix, candidate);
  return {
    ...installation,
    index,
    alias,
    references,
    /** The stored documents, by id. */
    stored: async (): Promise<ReadonlyMap<string, VehicleDocument>> => {
      await client.indices.refresh({index});
      const {hits} = await client.search({index, size: 1000, sort: 'vehicle.id'});
      const documents = hits.hits.map(({_source}) => VehicleDocument.parse(_source));
      return new Map(documents.map(document => [document.vehicle.id, document]));
    },
  };
};

/** A batch of vehicles, each with an id and the place of its record. */
export const vehicleBatch = (places: Readonly<Record<string, number>>) =>
  batchOfDocuments(
    Object.entries(places).map(([id, ordinal]) => aVehicleDocument({id, ordinals: [ordinal]})),
  );

export const batchOfDocuments = (documents: readonly VehicleDocument[]) => {
  const builder = new BatchBuilder(new ArrayBuffer(10_000));
  for (const document of documents) {
    builder.add(document.vehicle.id, JSON.stringify(document));
  }
  return builder.build();
};

/** A policy that gives up after so many milliseconds, and that nothing interrupts. */
export const retryPolicyOf = (maxMs: number) => ({
  maxMs,
  signal: new AbortController().signal,
});
