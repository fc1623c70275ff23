import {crc32} from 'node:zlib';
import type {Client} from '@elastic/elasticsearch';
import {z} from 'zod';
import type {FingerprintsMeta} from '#mappings/generation.ts';
import {actionLines} from '../document/batch.ts';
import {bytesPerRow, columnsOf, type Row, type Rows, rowsIn} from '../fingerprints/rows.ts';
import {chunksOf, forEachConcurrently} from './iteration.ts';
import {NotReady, type RetryPolicy, retry} from './retry.ts';
import {type BulkTarget, sendAccepted} from './send-batch.ts';

/** Rows in a document: about 1 MB, well below what a request may have. */
const rowsInPiece = 45_000;

/** Profiles in a document. None is longer than 4,000 characters, and most have 100. */
const profilesInPiece = 1_000;

/** Documents that are written or read at once. */
const atOnce = 4;

type Kind = 'rows' | 'profiles';

const pieceId = (kind: Kind, number: number): string => `${kind}-${number}`;

const StoredPiece = z.object({data: z.base64(), crc32: z.int()});

const toAction = (kind: Kind, number: number, bytes: Buffer): string => {
  const document: z.output<typeof StoredPiece> = {
    data: bytes.toString('base64'),
    crc32: crc32(bytes),
  };
  return actionLines({index: {_id: pieceId(kind, number)}}, JSON.stringify(document));
};

/**
 * Writes the fingerprints of a generation. Returns how many records they are of, and how many documents hold them.
 *
 * @param rows In their order.
 * @param profiles In the order of their numbers.
 */
export const writeFingerprints = async (
  target: BulkTarget,
  rows: Iterable<Row>,
  profiles: readonly string[],
) => {
  let [records, rowPieces, profilePieces] = [0, 0, 0];
  function* actions() {
    for (const chunk of chunksOf(rows, rowsInPiece)) {
      records += chunk.length;
      yield toAction('rows', rowPieces++, Buffer.from(columnsOf(chunk).ids.buffer));
    }
    for (const chunk of chunksOf(profiles, profilesInPiece)) {
      yield toAction('profiles', profilePieces++, Buffer.from(JSON.stringify(chunk)));
    }
  }
  await forEachConcurrently(actions(), atOnce, action =>
    sendAccepted(target, [action], 'fingerprints'),
  );
  return {records, rowPieces, profilePieces};
};

/** The fingerprints of a generation are missing, closed or damaged. */
export class FingerprintsLost extends Error {}

/** The bytes of the documents of one kind, in order. */
async function* readPieces(
  client: Client,
  index: string,
  kind: Kind,
  count: number,
  policy: RetryPolicy,
): AsyncGenerator<Buffer> {
  const all = Array.from({length: count}, (_, number) => pieceId(kind, number));
  for (const ids of chunksOf(all, atOnce)) {
    const docs = await retry(policy, async () => {
      const {docs} = await client.mget({index, ids: [...ids]});
      const [error] = docs.flatMap(doc => ('error' in doc ? doc.error : []));
      if (error && !/^index_(?:not_found|closed)_exception$/.test(error.type))
        throw new NotReady(`the fingerprints cannot be read (${error.reason ?? error.type})`);
      return docs;
    });
    for (const doc of docs) yield bytesIn('_source' in doc ? doc._source : undefined);
  }
}

/**
 * Reads the rows of a generation in their order, some at a time.
 *
 * @throws {FingerprintsLost}
 */
export async function* readRows(
  client: Client,
  index: string,
  {records, rowPieces}: FingerprintsMeta,
  policy: RetryPolicy,
): AsyncGenerator<Rows> {
  let read = 0;
  for await (const bytes of readPieces(client, index, 'rows', rowPieces, policy)) {
    const rows = rowsIn(Uint8Array.from(bytes).buffer);
    read += rows.ids.length;
    yield rows;
  }
  if (read !== records) throw new FingerprintsLost();
}

/**
 * Reads the fingerprints of a generation, the rows into memory that threads can share.
 *
 * @throws {FingerprintsLost}
 */
export const readFingerprints = async (
  client: Client,
  index: string,
  meta: FingerprintsMeta,
  policy: RetryPolicy,
) => {
  const rows = rowsIn(new SharedArrayBuffer(meta.records * bytesPerRow));
  let filled = 0;
  for await (const some of readRows(client, index, meta, policy)) {
    if (filled + some.ids.length > rows.ids.length) throw new FingerprintsLost();
    rows.ids.set(some.ids, filled);
    rows.hashes.set(some.hashes, filled);
    rows.profiles.set(some.profiles, filled);
    rows.until.set(some.until, filled);
    rows.lengths.set(some.lengths, filled);
    filled += some.ids.length;
  }
  const profiles: string[] = [];
  const {profilePieces} = meta;
  for await (const bytes of readPieces(client, index, 'profiles', profilePieces, policy)) {
    profiles.push(...z.array(z.string()).parse(JSON.parse(bytes.toString())));
  }
  return {rows, profiles};
};

const bytesIn = (source: unknown): Buffer => {
  const {data: piece} = StoredPiece.safeParse(source);
  const bytes = Buffer.from(piece?.data ?? '', 'base64');
  if (!piece || crc32(bytes) !== piece.crc32) throw new FingerprintsLost();
  return bytes;
};
