import test from 'ava';
import {documentAt} from '#indexer/document/batch.ts';
import {batchPreparer} from '#indexer/document/prepare-batch.ts';
import {fillEach} from '#indexer/read/fill-slots.ts';
import type {RecordTree} from '#indexer/read/source-record.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import {someRecords} from '../../helpers/extracts/extract-files.ts';
import {foldedInMemory} from '../../helpers/extracts/folded-in-memory.ts';
import {treeOf} from '../../helpers/extracts/record-trees.ts';

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

test('records of one vehicle in one batch are folded, as those of different batches are', t => {
  const idents = [/(?<=KoeretoejIdent>)\d+/, '9000000009000001'] as const;
  const records = someRecords(40, 4).map(record => record.replace(...idents));
  for (let from = 0; from < 40; from += 4) {
    const some = records.slice(from, from + 4);
    const batch = prepared(some.map(treeOf));
    t.is(batch.ends.length, 1);
    t.deepEqual([documentAt(batch, 0) as VehicleDocument], [...foldedInMemory(some)]);
  }
});
