import type {Client} from '@elastic/elasticsearch';
import {type BuildMeta, type FingerprintsMeta, indexNames} from '#mappings/generation.ts';
import {digestText} from '#mappings/vehicle-document.ts';
import {alwaysRead, columnsOf, type Rows, toDays} from '../fingerprints/rows.ts';
import {readRows} from '../write/fingerprint-index.ts';
import type {Indices} from '../write/indices.ts';
import type {RetryPolicy} from '../write/retry.ts';
import {vehiclesById} from '../write/vehicles-by-id.ts';

/** A generation that is compared with another. */
export type Compared = {readonly version: string; readonly meta: BuildMeta};

/** The id after all others. */
const end = 0xffff_ffff_ffff_ffffn;

/** A place in rows that arrive in pieces. */
class Cursor {
  readonly #pieces: AsyncGenerator<Rows>;
  rows: Rows | undefined;
  at = 0;

  constructor(pieces: AsyncGenerator<Rows>) {
    this.#pieces = pieces;
  }

  get id(): bigint {
    return this.rows?.ids[this.at] ?? end;
  }

  get hash(): bigint {
    return this.rows?.hashes[this.at] ?? 0n;
  }

  get until(): number {
    return this.rows?.until[this.at] ?? 0;
  }

  /** Moves to the next row. Returns whether it must be loaded first. */
  advance(): boolean {
    this.at += 1;
    return this.rows !== undefined && this.at >= this.rows.ids.length;
  }

  async load(): Promise<void> {
    const {value} = await this.#pieces.next();
    [this.rows, this.at] = [value, 0];
  }
}

/** The number of ids collected before they are passed on. */
const idsAtOnce = 1_000;

/**
 * The vehicles whose rows differ or are missing on one side, by id in ascending order.
 *
 * @param day The later day of the two extracts: a document that holds only until then can differ afterwards.
 */
export async function* differingRows(
  some: AsyncGenerator<Rows>,
  others: AsyncGenerator<Rows>,
  day: number,
): AsyncGenerator<readonly string[]> {
  const [a, b] = [new Cursor(some), new Cursor(others)];
  await Promise.all([a.load(), b.load()]);
  let ids: string[] = [];
  let last: bigint | undefined;
  for (;;) {
    const [idA, idB] = [a.id, b.id];
    if (idA === end && idB === end) break;
    const isSame = idA === idB && a.hash === b.hash && Math.min(a.until, b.until) > day;
    const isFirst = idA <= idB;
    const id = isFirst ? idA : idB;
    if (!isSame && id !== last) {
      ids.push(String(id));
      last = id;
    }
    if (isFirst && a.advance()) await a.load();
    if (idB <= idA && b.advance()) await b.load();
    if (ids.length < idsAtOnce) continue;
    yield ids;
    ids = [];
  }
  if (ids.length > 0) yield ids;
}

/** The number of documents whose digests are read in one request: the most that Elasticsearch returns. */
const hitsAtOnce = 10_000;

/** In place of fingerprints, a row of each vehicle by id, with the digest of its content for a hash. */
async function* digestRows(
  client: Client,
  index: string,
  policy: RetryPolicy,
): AsyncGenerator<Rows> {
  const wanted = {size: hitsAtOnce, _source: false, docvalue_fields: ['digest.*']};
  for await (const hits of vehiclesById(client, index, wanted, policy)) {
    const rows = hits.map(({_id, fields}) => {
      const digest = digestText(word => Number(fields?.[`digest.${word}`]?.[0]));
      const hash = BigInt(`0x${digest}`);
      return {id: BigInt(_id ?? 0), hash, profile: alwaysRead, until: 0xffff, length: 0};
    });
    yield columnsOf(rows);
  }
}

/** The vehicles whose digests differ, by id in ascending order. */
export const differingByDigests = (
  {client, prefix}: Indices,
  [from, to]: readonly [Pick<Compared, 'version'>, Pick<Compared, 'version'>],
  policy: RetryPolicy,
): AsyncGenerator<readonly string[]> => {
  const rowsOf = ({version}: Pick<Compared, 'version'>) =>
    digestRows(client, indexNames(prefix, version).vehicles, policy);
  return differingRows(rowsOf(from), rowsOf(to), 0);
};

/**
 * The vehicles that may differ between two generations, by id in ascending order; the caller compares their documents.
 *
 * @throws {FingerprintsLost} While they are read.
 */
export const differingVehicles = (
  indices: Indices,
  both: readonly [Compared, Compared],
  policy: RetryPolicy,
): AsyncGenerator<readonly string[]> => {
  const [from, to] = both;
  const [before, after] = [from.meta.fingerprints, to.meta.fingerprints];
  if (!before || !after) return differingByDigests(indices, both, policy);
  const rowsOf = ({version}: Compared, meta: FingerprintsMeta) =>
    readRows(indices.client, indexNames(indices.prefix, version).fingerprints, meta, policy);
  const day = Math.max(toDays(before.extractedOn), toDays(after.extractedOn));
  return differingRows(rowsOf(from, before), rowsOf(to, after), day);
};
