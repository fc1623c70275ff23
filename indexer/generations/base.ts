import {digits} from '#core/command-line/figures.ts';
import {indexNames} from '#mappings/generation.ts';
import {documentVersion, mappingVersion} from '#mappings/vehicle-document.ts';
import {type SharedFingerprints, shareFingerprints} from '../fingerprints/known-vehicles.ts';
import {toDays} from '../fingerprints/rows.ts';
import type {Extract} from '../read/open-extract.ts';
import type {Head} from '../read/xml-frame.ts';
import {FingerprintsLost, readFingerprints} from '../write/fingerprint-index.ts';
import {documentCounts, type Indices} from '../write/indices.ts';
import {type RetryPolicy, retry} from '../write/retry.ts';
import {percent} from './check.ts';
import type {StoredGeneration} from './stored-generations.ts';

/** A generation that an import begins with, so that only what has changed is written. */
export type Base = {
  readonly generation: StoredGeneration;
  readonly vehicles: number;
  readonly fingerprints: SharedFingerprints;
  /** In the order of their numbers. */
  readonly profiles: readonly string[];
};

/** How a generation is built: from the live one, or, without a base, whole, and why. */
export type Way = {readonly base?: Base; readonly because: string | null};

/** Everything besides the live generation that decides the base. */
type Import = {
  /** Of its XML; undefined for JSON. */
  readonly head: Head | undefined;
  readonly format: Extract['format'];
  /** The day in Denmark on which the extract was made. */
  readonly extractedOn: string;
  readonly shards: number;
  readonly limit: number | undefined;
  /** An operator asks for it. */
  readonly full: boolean;
};

/** How the XML declares its names: in records of the same bytes they mean the same only with the same head. */
export const headText = ({prefix, namespaces}: Head): string =>
  JSON.stringify({prefix, namespaces});

/** In a smaller generation than 10,000 vehicles, any part may change or be deleted. */
const fewVehicles = 1_000;

/**
 * The most vehicles that may change, of so many, before a full import is cheaper; and the most deleted documents
 * that its indices may hold.
 */
const mostChanges = (vehicles: number): number => Math.max(fewVehicles, vehicles / 10);

/** The live generation with the metadata of its fingerprints, or why it cannot be the base by its metadata. */
const possibleBase = (live: StoredGeneration | undefined, wanted: Import) => {
  const {head, format, extractedOn, limit, full} = wanted;
  if (full) return '--full was given';
  if (limit !== undefined) return '--limit was given';
  if (format === 'export') return 'the file is an export';
  if (!head) return 'the extract is not XML';
  if (!live) return 'no generation is live';
  const {meta, version} = live;
  if (meta?.mappingVersion !== mappingVersion) return `${version} has a different mapping version`;
  const {fingerprints} = meta;
  if (!fingerprints) return `${version} has no fingerprints`;
  if (fingerprints.documentVersion !== documentVersion) {
    return `${version} was written by a release with different documents or fingerprints`;
  }
  if (fingerprints.head !== headText(head)) return 'the XML declares its names differently';
  if (fingerprints.extractedOn > extractedOn) return `the extract is older than ${version}`;
  return {generation: live, fingerprints};
};

/** Why its indices cannot be the base. */
const obstacleInIndices = async (
  {client, prefix}: Indices,
  {version}: StoredGeneration,
  {shards}: Import,
): Promise<string | undefined> => {
  const {vehicles: index} = indexNames(prefix, version);
  const {count, deleted, isWhole} = await documentCounts(client, index);
  const settings = await client.indices.getSettings({index, flat_settings: true});
  const found: Record<string, unknown> = {...settings[index]?.settings};
  const primaries = Number(found['index.number_of_shards']);
  if (primaries !== shards)
    return `${version} has ${primaries} shards, and INDEX_SHARDS is ${shards}`;
  if (!isWhole) return `a shard of ${version} is unavailable`;
  if (deleted <= mostChanges(count)) return undefined;
  return `${percent(deleted, count)} of the documents in ${version} are deleted`;
};

/**
 * Finds out whether the import can begin with the live generation. If not, the reason is a phrase for the operator that
 * follows "because".
 */
export const findWay = async (
  indices: Indices,
  live: StoredGeneration | undefined,
  wanted: Import,
  policy: RetryPolicy,
): Promise<Way> => {
  const possible = possibleBase(live, wanted);
  if (typeof possible === 'string') return {because: possible};
  const {generation, fingerprints: meta} = possible;
  const because = await retry(policy, () => obstacleInIndices(indices, generation, wanted));
  if (because !== undefined) return {because};
  const {fingerprints: index} = indexNames(indices.prefix, generation.version);
  try {
    const {rows, profiles} = await readFingerprints(indices.client, index, meta, policy);
    const fingerprints = shareFingerprints(rows, toDays(wanted.extractedOn));
    const base = {generation, vehicles: meta.vehicles, fingerprints, profiles};
    return {base, because: null};
  } catch (error) {
    if (!(error instanceof FingerprintsLost)) throw error;
    return {because: `the fingerprints of ${generation.version} are missing, closed or damaged`};
  }
};

/** So much has changed that a full import is cheaper. The message follows "because". */
export class TooMuchChanged extends Error {}

/**
 * Throws `TooMuchChanged` when the import should begin again, in full. What came through a pipe cannot be read
 * again: it is imported by difference, whatever that costs.
 */
export const requireFewChanges = (
  changed: number,
  {vehicles}: Base,
  {totalBytes}: Pick<Extract, 'totalBytes'>,
): void => {
  if (totalBytes === null || changed <= mostChanges(vehicles)) return;
  const found = `more than ${digits(Math.floor(mostChanges(vehicles)))} vehicles`;
  throw new TooMuchChanged(`${found} are new, changed or gone, and ${digits(vehicles)} are live`);
};
