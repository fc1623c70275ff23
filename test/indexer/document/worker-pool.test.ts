import test from 'ava';
import type {PreparedBatch} from '#indexer/document/prepare-batch.ts';
import type {ReferenceSightings} from '#indexer/document/references.ts';
import {startWorkers} from '#indexer/document/worker-pool.ts';
import {memoryPool} from '#indexer/read/split-extract.ts';
import type {Head} from '#indexer/read/xml-frame.ts';
import {documentsIn} from '../../helpers/extracts/prepared-trees.ts';
import {type Scope, sharedFixture} from '../../helpers/scope.ts';
import {aRecord, end, registerHead, start} from '../read/register-xml.ts';

const blockBytes = 4096;

const workersOf = (t: Scope, count: number, held?: number, head?: Head) => {
  const blocks = memoryPool(blockBytes);
  const stopping = new AbortController();
  const settings = {head, extractedOn: '2026-11-15'};
  const workers = startWorkers(count, settings, blocks, stopping.signal, held);
  t.teardown(() => workers.stop());
  return {...workers, blocks, abort: (reason: Error) => stopping.abort(reason)};
};

/** A vehicle of a kind with an id of one digit or more, as a record in JSON would come. */
const anItem = (idents: readonly string[]) => ({
  records: idents.map((KoeretoejIdent, ordinal) => ({
    ordinal,
    tree: {KoeretoejIdent, KoeretoejArtNummer: KoeretoejIdent, KoeretoejArtNavn: 'Personbil'},
  })),
});

const idsIn = (batch: PreparedBatch) => documentsIn(batch).map(({vehicle}) => vehicle.id);

const keysOf = async (parts: AsyncIterable<ReferenceSightings>) => {
  const keys: string[] = [];
  for await (const part of parts) keys.push(...part.keys());
  return keys;
};

test('items are prepared side by side, and all threads tell of the entries they saw', async t => {
  const {prepare, sightings} = workersOf(t, 2);
  const idents = Array.from({length: 12}, (_, n) => String(n + 1));
  const batches = await Promise.all(idents.map(ident => prepare(anItem([ident, 'x', ident]))));
  t.deepEqual(
    batches.flatMap(({batch}) => idsIn(batch)),
    idents,
  );
  t.true(batches.every(({batch}) => batch.records === 3 && batch.rejects.length === 1));
  const keys = await keysOf(sightings());
  t.deepEqual(keys.toSorted(), idents.map(ident => `kinds:::${ident}`).toSorted());
});

/** A thread that nothing ends. */
const oneWorker = sharedFixture(test, async scope => workersOf(scope, 1, undefined, registerHead));

test.serial('a block in which the list of records ends refuses the extract', async t => {
  const {prepare} = await oneWorker();
  const block = (text: string) => ({block: {bytes: Buffer.from(text), offset: 0}});
  const twice = prepare(block(aRecord('1') + end + start + aRecord('2')));
  await t.throwsAsync(twice, {name: 'ExtractRefused', message: /continues after the end/});
  t.deepEqual(idsIn((await prepare(block(aRecord('3')))).batch), ['3']);
});

test('a thread that has seen very many entries hands some over, each once', async t => {
  const {prepare, sightings} = workersOf(t, 1, 10_005);
  const idents = Array.from({length: 20_010}, (_, n) => String(n + 1));
  const first = await prepare(anItem(idents.slice(0, 10_004)));
  t.is(first.sightings.size, 0);
  const second = await prepare(anItem(idents.slice(10_004, 10_010)));
  t.is(second.sightings.size, 10_000);
  t.is((await prepare(anItem(idents.slice(10_010, 10_015)))).sightings.size, 0);
  t.is((await keysOf(sightings())).length, 15);
  t.deepEqual(await keysOf(sightings()), []);
});

test('the entries of a thread come in parts', async t => {
  const {prepare, sightings} = workersOf(t, 2);
  const idents = Array.from({length: 10_001}, (_, n) => String(n + 1));
  await Promise.all([prepare(anItem(idents)), prepare(anItem(['x', '7']))]);
  const sizes: number[] = [];
  for await (const part of sightings()) sizes.push(part.size);
  t.deepEqual(sizes, [10_000, 1, 1]);
});

test.serial('a batch is written into memory that was released', async t => {
  const {prepare, release} = await oneWorker();
  const {batch: first} = await prepare(anItem(['1']));
  t.deepEqual(idsIn(first), ['1']);
  release(first);
  const {batch: second} = await prepare(anItem(['2']));
  t.deepEqual(idsIn(second), ['2']);
  t.deepEqual(idsIn(first), ['2'], 'both lie in the same memory');
});

test('a thread that fails fails what it was asked with the cause, and all it is asked later', async t => {
  const {prepare} = workersOf(t, 1);
  const block = {bytes: new Uint8Array(blockBytes), offset: 0};
  const asked = await Promise.allSettled([prepare({block}), prepare(anItem(['1']))]);
  const [later] = await Promise.allSettled([prepare(anItem(['2']))]);
  for (const outcome of [...asked, later]) {
    const reason = outcome?.status === 'rejected' ? outcome.reason : undefined;
    t.regex(String(reason), /A worker of the import failed: .+ cannot be read without its head/);
    t.regex(String(reason?.cause?.stack), /worker\.ts/);
  }
});

test.serial('what cannot be sent to a thread does not confuse its later answers', async t => {
  const {prepare} = await oneWorker();
  const records = [{ordinal: 1, tree: {A: (() => 'no data') as never}}];
  await t.throwsAsync(prepare({records}), {name: 'DataCloneError'});
  t.deepEqual(idsIn((await prepare(anItem(['7']))).batch), ['7']);
});

test('stopping ends the threads, and answers what was waiting and what is asked later', async t => {
  const {prepare, stop} = workersOf(t, 2);
  const waiting = [prepare(anItem(['1'])), prepare(anItem(['2']))];
  const outcomes = Promise.allSettled(waiting);
  await stop();
  for (const outcome of await outcomes) {
    t.is(outcome.status, 'rejected');
    t.regex(String(outcome.status === 'rejected' && outcome.reason), /stopped before it was done/);
  }
  await t.throwsAsync(prepare(anItem(['3'])), {message: /stopped before it was done/});
});

test('an abort rejects at once what was asked and is asked later, with its reason', async t => {
  const {prepare, sightings, abort} = workersOf(t, 1);
  const waiting = [prepare(anItem(['1'])), prepare(anItem(['2']))];
  const reason = new Error('stopped by hand');
  abort(reason);
  for (const asked of [...waiting, prepare(anItem(['3'])), keysOf(sightings())]) {
    t.is(await t.throwsAsync(asked), reason);
  }
});
