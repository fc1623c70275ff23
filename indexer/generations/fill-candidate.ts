import type {FingerprintsMeta, Generation} from '#mappings/generation.ts';
import {documentVersion} from '#mappings/vehicle-document.ts';
import {mergeRows, type Row} from '../fingerprints/rows.ts';
import {changeIndices, intoIndices, type Reading, readThrough} from '../write/fill.ts';
import {writeFingerprints} from '../write/fingerprint-index.ts';
import type {Indices} from '../write/indices.ts';
import type {RetryPolicy} from '../write/retry.ts';
import {readStored} from '../write/write-vehicles.ts';
import {type Base, headText, requireFewChanges} from './base.ts';
import {writeAliases} from './stored-generations.ts';

type Filling = Indices &
  Reading & {
    readonly candidate: Generation;
    readonly base: Base | undefined;
    readonly limit?: number | undefined;
    readonly policy: RetryPolicy;
  };

/** Vehicles as they are in the base, and others; without a base, every vehicle was written. */
export type Changes = {
  readonly unchanged: number;
  readonly written: number;
  readonly deleted: number;
};

/** The members of a summary that tell of a build, where there was none. */
export const nothingBuilt = {way: null, because: null, changes: null, phases: null} as const;

/**
 * Fills a candidate from its extract: a copy of the base with what has changed, empty indices with everything.
 * Then writes the fingerprints of its vehicles, which say how many there are, whatever responses were lost.
 * Returns `_meta` of the fingerprints, unless they cannot be those of a base, and the ids of the vehicles that may
 * differ from those of the base.
 *
 * @throws {TooMuchChanged}
 */
export const fillCandidate = async (filling: Filling) => {
  const {client, prefix, candidate, base, extract, report, policy} = filling;
  const aliases = writeAliases(prefix, candidate);
  const changed =
    base &&
    (await changeIndices(filling, base.fingerprints, client, aliases, policy, changed =>
      requireFewChanges(changed, base, extract),
    ));
  if (!base) await readThrough(filling, intoIndices(client, aliases, policy));

  const rejected = Array.from(report.notIndexed());
  const target = {client, alias: aliases.vehicles, policy};
  const found = rejected.length === 0 ? [] : await readStored(target, rejected);
  const absent = new Set(rejected.filter((_, at) => !found[at]).map(BigInt));
  const read = report.rows(absent);
  const rows = changed ? mergeRows(changed.known.keptRows(), read) : read;

  const {vehicles, fingerprints} = await storeRows(filling, rows);
  report.settle(vehicles);
  filling.progress.advance(report.counts(), extract.bytesRead(), extract.totalBytes);
  const {written, deleted} = changed ?? {written: vehicles, deleted: 0};
  const changes: Changes = {unchanged: vehicles - written, written, deleted};
  return {fingerprints, changes, touched: changed?.touched};
};

/** Writes the fingerprints, unless no import could use them, and counts the vehicles. */
const storeRows = async (
  {client, prefix, candidate, extract, split, report, progress, limit, policy}: Filling,
  rows: Iterable<Row>,
): Promise<{vehicles: number; fingerprints: FingerprintsMeta | undefined}> => {
  let [vehicles, last]: [number, bigint?] = [0];
  const counted = Iterator.from(rows).map(row => {
    if (row.id !== last) vehicles += 1;
    last = row.id;
    return row;
  });
  if (!split.head || limit !== undefined) {
    for (const _ of counted);
    return {vehicles, fingerprints: undefined};
  }
  progress.phase('fingerprints');
  const {fingerprints: alias} = writeAliases(prefix, candidate);
  const written = await writeFingerprints({client, alias, policy}, counted, report.profiles());
  const {extractedOn} = extract;
  const head = headText(split.head);
  return {vehicles, fingerprints: {documentVersion, head, vehicles, extractedOn, ...written}};
};
