import test from 'ava';
import {alwaysRead, rowAt} from '#indexer/fingerprints/rows.ts';
import {
  FingerprintsLost,
  readFingerprints,
  writeFingerprints,
} from '#indexer/write/fingerprint-index.ts';
import {indexNames} from '#mappings/generation.ts';
import {aCandidate, retryPolicyOf} from './a-candidate.ts';

const policy = retryPolicyOf(10_000);

const rows = Array.from({length: 100_000}, (_, n) => ({
  id: BigInt(n) * 3n + 1n,
  hash: 2n ** 64n - 1n - BigInt(n),
  profile: n % 7 === 0 ? alwaysRead : n % 2_500,
  until: n % 0x1_0000,
  length: (n * 7) % 0x1_0000,
}));
const profiles = Array.from({length: 2_500}, (_, n) => `profile "${n}" æ`);

test('fingerprints are read as they were written, and lost when a piece is missing or damaged', async t => {
  const {client, prefix, fingerprints: alias} = await aCandidate(t);
  const target = {client, alias, policy};
  const pieces = await writeFingerprints(target, rows, profiles);
  t.deepEqual(pieces, {records: rows.length, rowPieces: 3, profilePieces: 3});

  const {fingerprints: index} = indexNames(prefix, '20261115-031500-0001');
  const facts = {documentVersion: 1, head: '', vehicles: 90_000, extractedOn: '2026-11-15'};
  const meta = {...facts, ...pieces};
  const read = (more = {}) => readFingerprints(client, index, {...meta, ...more}, policy);
  const found = await read();
  t.deepEqual(found.profiles, profiles);
  t.true(found.rows.ids.buffer instanceof SharedArrayBuffer);
  t.deepEqual(
    rows.map((_, at) => rowAt(found.rows, at)),
    rows,
  );

  const lost = {instanceOf: FingerprintsLost};
  await t.throwsAsync(read({rowPieces: 2}), lost, 'too few rows');
  await t.throwsAsync(read({records: 99_999}), lost, 'too many rows');
  const {_source: piece} = await client.get<object>({index, id: 'rows-1'});
  await client.update({index, id: 'rows-1', doc: {...piece, crc32: 1}, refresh: true});
  await t.throwsAsync(read(), lost, 'damaged');
  await client.indices.delete({index});
  await t.throwsAsync(read(), lost, 'gone');
});
