import {isDeepStrictEqual} from 'node:util';
import test, {type ExecutionContext} from 'ava';
import type {ReferenceSightings} from '#indexer/document/references.ts';
import {alwaysRead, type Row, rowAt} from '#indexer/fingerprints/rows.ts';
import {CandidateLost, WritesLost} from '#indexer/write/errors.ts';
import {
  FingerprintsLost,
  readFingerprints,
  writeFingerprints,
} from '#indexer/write/fingerprint-index.ts';
import {writeReferences} from '#indexer/write/write-references.ts';
import {writeVehicles} from '#indexer/write/write-vehicles.ts';
import {indexNames} from '#mappings/generation.ts';
import {type Fate, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {aCandidate, batchOfDocuments, retryPolicyOf, vehicleBatch} from './a-candidate.ts';

const policy = retryPolicyOf(60_000);

test('a batch whose answer was lost is stored once', async t => {
  const {alias, stored} = await aCandidate(t);
  let lost = 0;
  const client = await proxiedClient(t, ({path}) =>
    path.includes('_bulk') && lost++ === 0 ? 'lose the answer' : 'pass',
  );
  const {rejected} = await writeVehicles({client, alias, policy}, vehicleBatch({1: 10, 2: 20}));
  t.deepEqual(rejected, []);
  t.is(lost, 2);
  const places = Array.from((await stored()).values(), ({vehicle}) => vehicle.plates);
  t.deepEqual(places, [['10'], ['20']]);
});

test('a fold whose answer was lost is not folded in twice', async t => {
  const {alias, client: direct, stored} = await aCandidate(t);
  await writeVehicles({client: direct, alias, policy}, vehicleBatch({1: 10}));
  let lost = 0;
  const client = await proxiedClient(t, ({body}) =>
    body.includes('if_seq_no') && lost++ === 0 ? 'lose the answer' : 'pass',
  );
  const written = await writeVehicles({client, alias, policy}, vehicleBatch({1: 20}));
  t.deepEqual(written, {repeated: 1, rejected: []});
  t.deepEqual((await stored()).get('1')?.vehicle.plates, ['10', '20']);
});

/** A client to which the engine answers so the first times it is asked what is stored. */
const mgetAnswering = (t: ExecutionContext, doc: object, times: number) => {
  let asked = 0;
  const body = {docs: [{_index: 'vehicles', _id: '1', ...doc}]};
  return proxiedClient(
    t,
    ({path}): Fate => (path.includes('_mget') && asked++ < times ? {status: 200, body} : 'pass'),
  );
};

test('a fold waits for a shard that is not ready, as after a restart', async t => {
  const {alias, client: direct, stored} = await aCandidate(t);
  await writeVehicles({client: direct, alias, policy}, vehicleBatch({1: 10}));
  const error = {type: 'no_shard_available_action_exception', reason: 'not started'};
  const client = await mgetAnswering(t, {error}, 2);
  await writeVehicles({client, alias, policy}, vehicleBatch({1: 20}));
  t.deepEqual((await stored()).get('1')?.vehicle.plates, ['10', '20']);
});

test('a vehicle that was there and is gone was lost by the engine', async t => {
  const {alias, client: direct} = await aCandidate(t);
  await writeVehicles({client: direct, alias, policy}, vehicleBatch({1: 10}));
  const client = await mgetAnswering(t, {found: false}, 1);
  const lost = writeVehicles({client, alias, policy}, vehicleBatch({1: 20}));
  await t.throwsAsync(lost, {instanceOf: WritesLost});
});

test('writers that fold into one vehicle at once lose none of their records', async t => {
  const {client, alias, stored} = await aCandidate(t);
  const places = Array.from({length: 12}, (_, n) => n);
  const outcomes = await Promise.all(
    places.map(n => writeVehicles({client, alias, policy}, vehicleBatch({1: n, [100 + n]: n}))),
  );
  t.is(
    outcomes.reduce((sum, {repeated}) => sum + repeated, 0),
    11,
  );
  const plates = (await stored()).get('1')?.vehicle.plates;
  t.deepEqual(plates, places.map(String).toSorted());
});

test('a document the mapping refuses is a reject with its reason, and the others are stored', async t => {
  const {client, alias, stored} = await aCandidate(t);
  const documents = [
    aVehicleDocument({id: '1'}),
    aVehicleDocument({id: '2', firstRegisteredOn: 'last year'}),
    {...aVehicleDocument({id: '3'}), ...{surprise: true}},
  ];
  const batch = batchOfDocuments(documents, [60, 70, 90]);
  const written = await writeVehicles({client, alias, policy}, batch);
  t.deepEqual(written.rejected, [
    {ordinal: 70, reason: 'Indexing:document_parsing_exception', ident: '2'},
    {ordinal: 90, reason: 'Indexing:strict_dynamic_mapping_exception', ident: '3'},
  ]);
  t.deepEqual(Array.from((await stored()).keys()), ['1']);
});

test('a record that cannot be folded into its vehicle is a reject, and the vehicle stays', async t => {
  const {client: direct, alias, stored} = await aCandidate(t);
  await writeVehicles({client: direct, alias, policy}, vehicleBatch({1: 10}));
  const error = {type: 'document_parsing_exception', reason: 'Preview of value: Hansen'};
  const answer = {status: 200, body: {errors: true, items: [{index: {status: 400, error}}]}};
  const client = await proxiedClient(t, ({body}) => (body.includes('if_seq_no') ? answer : 'pass'));
  const written = await writeVehicles({client, alias, policy}, vehicleBatch({1: 20, 2: 30}));
  t.deepEqual(written, {
    repeated: 0,
    rejected: [{ordinal: 20, reason: 'Indexing:document_parsing_exception', ident: '1'}],
  });
  t.deepEqual((await stored()).get('1')?.vehicle.plates, ['10']);
});

test('documents are written through an alias alone, not into an index that took its name', async t => {
  const {client, alias, index} = await aCandidate(t);
  await client.indices.delete({index});
  await client.indices.create({index: alias});
  const write = writeVehicles({client, alias, policy}, vehicleBatch({1: 10}));
  await t.throwsAsync(write, {instanceOf: CandidateLost});
  await client.indices.refresh({index: alias});
  t.is((await client.count({index: alias})).count, 0);
});

test('a candidate that is deleted between the write and the fold ends the build', async t => {
  const {client: direct, alias, index} = await aCandidate(t);
  await writeVehicles({client: direct, alias, policy}, vehicleBatch({1: 10}));
  const client = await proxiedClient(t, async ({path}): Promise<Fate> => {
    if (path.includes('_mget')) await direct.indices.delete({index});
    return 'pass';
  });
  const write = writeVehicles({client, alias, policy}, vehicleBatch({1: 20}));
  await t.throwsAsync(write, {instanceOf: CandidateLost});
});

/** What one worker hands over at one time: the entry of a make, and the vehicle that it was seen in. */
const seen = (make: string, vehicleId: string, name: string): ReferenceSightings =>
  new Map([[`makes:::${make}`, {vehicleId, name}]]);

test('of the names of an entry that of the vehicle with the greatest id is kept, whichever comes first', async t => {
  const {client, references: alias} = await aCandidate(t);
  const [lower, higher] = ['9007199254740992', '9007199254740993'];
  const sightings = [
    [seen('1', lower, 'ON 2^53'), seen('1', higher, 'ON 2^53 + 1')],
    [seen('2', higher, 'ON 2^53 + 1'), seen('2', lower, 'ON 2^53')],
    [seen('3', '9223372036854775807', 'ON 2^63 - 1'), seen('3', '1', 'ON 1')],
    [seen('4', '9', 'ON 9'), seen('4', '10', 'ON 10'), seen('4', '9', 'ON 9')],
  ];
  for (const each of sightings.flat()) await writeReferences({client, alias, policy}, each);
  const kept = {1: 'ON 2^53 + 1', 2: 'ON 2^53 + 1', 3: 'ON 2^63 - 1', 4: 'ON 10'};
  for (const [id, name] of Object.entries(kept)) {
    const {_source} = await client.get({index: alias, id: `makes:::${id}`});
    t.like(_source, {list: 'makes', id, name, searchNames: [name.toLowerCase()]});
  }
});

test('a reference entry is not written into an index that is gone', async t => {
  const {client, prefix, references: alias} = await aCandidate(t);
  await client.indices.delete({index: `${prefix}references-20261115-031500-0001`});
  const write = writeReferences({client, alias, policy}, seen('1', '1', 'VW'));
  await t.throwsAsync(write, {instanceOf: CandidateLost});
  t.false(await client.indices.exists({index: alias}));
});

const rows = Array.from({length: 100_000}, (_, n) => ({
  id: BigInt(n) * 3n + 1n,
  hash: 2n ** 64n - 1n - BigInt(n),
  profile: n % 7 === 0 ? alwaysRead : n % 2_500,
  until: n % 0x1_0000,
  length: (n * 7) % 0x1_0000,
}));
const profiles = Array.from({length: 2_500}, (_, n) => `profile "${n}" æ`);

test('fingerprints are read as they were written, and lost when a piece is missing, closed or damaged', async t => {
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
  const differs = (row: Row, at: number) => !isDeepStrictEqual(rowAt(found.rows, at), row);
  t.is(rows.find(differs), undefined);

  const lost = {instanceOf: FingerprintsLost};
  await t.throwsAsync(read({rowPieces: 2}), lost, 'too few rows');
  await t.throwsAsync(read({records: 99_999}), lost, 'too many rows');
  const {_source: piece} = await client.get<object>({index, id: 'rows-1'});
  await client.update({index, id: 'rows-1', doc: {...piece, crc32: 1}, refresh: true});
  await t.throwsAsync(read(), lost, 'damaged');
  await client.indices.close({index});
  await t.throwsAsync(read(), lost, 'closed');
  await client.indices.delete({index});
  await t.throwsAsync(read(), lost, 'gone');
});
