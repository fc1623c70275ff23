import {foldVehicles} from '#indexer/document/fold-vehicles.ts';
import {collectReferences, type ReferenceSightings} from '#indexer/document/references.ts';
import type {RejectedRecord, SourceRecord} from '#indexer/read/source-record.ts';
import {unknownElementCounter} from '#indexer/read/unknown-elements.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {completenessOf} from './completeness.ts';
import {acceptRecord, toVehicleDocument} from './to-vehicle-document.ts';
import {unknownIn} from './unknown-elements.ts';

/** What is to be made of records, the plain way: each as a tree, and each value as an object. */
export const plainBatch = (records: Iterable<SourceRecord>) => {
  const rejects: RejectedRecord[] = [];
  const documents: VehicleDocument[] = [];
  const setAside = new Map<string, number>();
  const unknownElements = unknownElementCounter();
  const sightings: ReferenceSightings = new Map();
  const context = {
    latestYear: 2027,
    extractedOn: '2026-11-15',
    setAside: (member: string) => setAside.set(member, (setAside.get(member) ?? 0) + 1),
  };
  for (const record of records) {
    if ('reason' in record) {
      rejects.push(record);
      continue;
    }
    unknownElements.add(unknownIn(record.tree));
    const accepted = acceptRecord(record.tree);
    if ('reason' in accepted) rejects.push({ordinal: record.ordinal, ...accepted});
    else {
      const document = toVehicleDocument(accepted.ident, record.ordinal, record.tree, context);
      documents.push(JSON.parse(JSON.stringify(document)));
    }
  }
  for (const {vehicle, technicalDetails, environment} of documents) {
    const {usages = [], equipment = []} = technicalDetails;
    const {emissionStandard = null} = environment ?? {};
    collectReferences(sightings, vehicle.id, {...vehicle, usages, equipment, emissionStandard});
  }
  return {
    rejects,
    documents: Array.from(foldedById(documents)),
    setAside: Object.fromEntries(setAside),
    unknownElements: unknownElements.taken(),
    completeness: completenessOf(documents),
    sightings: Object.fromEntries(sightings),
  };
};

const foldedById = (documents: readonly VehicleDocument[]): Iterable<VehicleDocument> => {
  const vehicles = new Map<string, VehicleDocument>();
  for (const document of documents) {
    const known = vehicles.get(document.vehicle.id);
    vehicles.delete(document.vehicle.id);
    vehicles.set(document.vehicle.id, known ? foldVehicles(known, document) : document);
  }
  return vehicles.values();
};
