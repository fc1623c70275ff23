import test from 'ava';
import {type Batch, BatchBuilder, batchOf, subBatch} from '#indexer/document/batch.ts';
import type {RecordTree} from '#indexer/read/source-record.ts';
import {documentsIn, treePreparer} from '../../helpers/extracts/prepared-trees.ts';

const linesOf = ({body}: Batch) => Buffer.from(body).toString();

const add = (builder: BatchBuilder, id: string, document: object) =>
  builder.add(id, JSON.stringify(document));

const built = (bytes: number, documents: readonly (readonly [id: string, document: object])[]) => {
  const builder = new BatchBuilder(new ArrayBuffer(bytes));
  for (const [id, document] of documents) add(builder, id, document);
  return builder.build();
};

test('a batch is two lines a document, and says in bytes where each ends', t => {
  const batch = built(1000, [
    ['1', {name: 'Påhængsvogn'}],
    ['2', {name: '🚗'}],
  ]);
  const first = '{"create":{"_id":"1"}}\n{"name":"Påhængsvogn"}\n';
  const second = '{"create":{"_id":"2"}}\n{"name":"🚗"}\n';
  t.is(linesOf(batch), first + second);
  t.deepEqual(Array.from(batch.ends), [
    Buffer.byteLength(first),
    Buffer.byteLength(first + second),
  ]);
});

test('a batch that outgrows its memory loses nothing', t => {
  const documents = Array.from(
    {length: 300},
    (_, n) => [`${n}`, {n, text: 'æ'.repeat(n)}] as const,
  );
  t.deepEqual(
    documentsIn(built(10, documents)),
    documents.map(([, document]) => document),
  );
});

test('a document that is set again takes the place of the one with its id, in the same memory', t => {
  const memory = new ArrayBuffer(1000);
  const builder = new BatchBuilder(memory);
  add(builder, '1', {version: 1});
  add(builder, '2', {version: 1});
  t.deepEqual(builder.get('1'), {version: 1});
  add(builder, '1', {version: 2, more: 'ø'});
  t.deepEqual(builder.get('1'), {version: 2, more: 'ø'});
  t.is(builder.get('3'), undefined);
  const batch = builder.build();
  t.deepEqual(documentsIn(batch), [{version: 1}, {version: 2, more: 'ø'}]);
  t.is(batch.body.buffer, memory);
});

test('some documents of a batch make a batch of their own', t => {
  const batch = built(1000, [
    ['1', {name: 'å'}],
    ['2', {name: 'b'}],
    ['3', {name: '🚗'}],
  ]);
  const part = subBatch(batch, [0, 2]);
  t.deepEqual(documentsIn(part), [{name: 'å'}, {name: '🚗'}]);
  t.true(linesOf(part).startsWith('{"create":{"_id":"1"}}\n'));
  t.like(subBatch(batch, []), {body: {length: 0}, ends: {length: 0}});
});

test('actions that are written out make a batch', t => {
  const action = '{"index":{"_id":"1"}}\n{"name":"ø"}\n';
  const batch = batchOf([action, action]);
  t.is(linesOf(batch), action + action);
  t.deepEqual(documentsIn(batch), [{name: 'ø'}, {name: 'ø'}]);
});

const prepare = treePreparer();

const aTree = (ident: string, plate?: string): RecordTree => ({
  KoeretoejIdent: ident,
  ...(plate !== undefined && {RegistreringNummerNummer: plate}),
});

test('the canaries of a batch are its first vehicles that a plate leads to', t => {
  const trees = [aTree('1'), aTree('2', 'AB*1'), aTree('3', 'zz 10 003'), aTree('4', 'ZZ10004')];
  t.deepEqual(prepare(trees).canaries, [
    {id: '3', plate: 'ZZ10003'},
    {id: '4', plate: 'ZZ10004'},
  ]);
  const many = Array.from({length: 60}, (_, at) => aTree(String(at + 1), 'AB12345'));
  t.is(prepare(many).canaries.length, 50);
  t.deepEqual(prepare([...trees.slice(0, 2), aTree('x', 'ZZ10003')]).canaries, []);
});
