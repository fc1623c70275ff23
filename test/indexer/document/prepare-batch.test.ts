import test from 'ava';
import {batchPreparer} from '#indexer/document/prepare-batch.ts';
import {fillEach} from '#indexer/read/fill-slots.ts';
import type {RecordTree} from '#indexer/read/source-record.ts';

const prepared = (trees: readonly RecordTree[]) => {
  const {slots, prepare} = batchPreparer('2026-11-15');
  const records = trees.map((tree, ordinal) => ({ordinal, tree}));
  return prepare(fillEach(slots, records), new ArrayBuffer(4096));
};

const aTree = (ident: string, plate?: string): RecordTree => ({
  KoeretoejIdent: ident,
  ...(plate !== undefined && {RegistreringNummerNummer: plate}),
});

test('the canaries of a batch are its first vehicles that a plate leads to', t => {
  const trees = [aTree('1'), aTree('2', 'AB*1'), aTree('3', 'zz 10 003'), aTree('4', 'ZZ10004')];
  t.deepEqual(prepared(trees).canaries, [
    {id: '3', plate: 'ZZ10003'},
    {id: '4', plate: 'ZZ10004'},
  ]);
  const many = Array.from({length: 60}, (_, at) => aTree(String(at + 1), 'AB12345'));
  t.is(prepared(many).canaries.length, 50);
});

test('a batch without a plate has no canary', t => {
  const trees = [aTree('1'), aTree('2', 'AB*1'), aTree('x', 'ZZ10003')];
  t.deepEqual(prepared(trees).canaries, []);
});
