import type {Client} from '@elastic/elasticsearch';
import {indexNames} from '#mappings/generation.ts';
import {ReferenceDocument} from '#mappings/reference-document.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {markedRecords} from '../helpers/extracts/marked-extract.ts';
import {foldedInMemory} from '../helpers/extracts/prepared-trees.ts';

/** What an import must have made of an extract: answers are judged by it. */
export type Dataset = {
  readonly version: string;
  readonly documents: readonly VehicleDocument[];
  readonly references: readonly ReferenceDocument[];
};

/** More entries than an extract of the soak has. */
const most = 10_000;

/** `20261101-000000-0001` is of an extract of the first of November. */
const dayOf = (version: string): string => version.replace(/^(\d{4})(\d\d)(\d\d)-.*/, '$1-$2-$3');

/**
 * The dataset of the n-th extract under the version it was given. Vehicles are made of the extract in
 * memory, and not read from the index; reference entries are what the index has on its first day.
 */
export const datasetOf = async (
  client: Client,
  prefix: string,
  {version, extract}: {readonly version: string; readonly extract: number},
): Promise<Dataset> => {
  const index = indexNames(prefix, version).references;
  const {hits} = await client.search({index, size: most});
  return {
    version,
    documents: foldedInMemory(markedRecords(extract), dayOf(version)),
    references: hits.hits.map(({_source}) => ReferenceDocument.parse(_source)),
  };
};
