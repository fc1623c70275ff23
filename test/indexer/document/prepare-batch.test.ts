import test from 'ava';
import type {RecordTree} from '#indexer/read/source-record.ts';
import {someRecords} from '../../helpers/extracts/extract-files.ts';
import {
  documentsIn,
  foldedInMemory,
  treeOf,
  treePreparer,
} from '../../helpers/extracts/prepared-trees.ts';

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

test('records of one vehicle in one batch are folded, as those of different batches are', t => {
  const idents = [/(?<=KoeretoejIdent>)\d+/, '9000000009000001'] as const;
  const records = someRecords(40, 4).map(record => record.replace(...idents));
  for (let from = 0; from < 40; from += 4) {
    const some = records.slice(from, from + 4);
    const documents = documentsIn(prepare(some.map(treeOf)));
    t.is(documents.length, 1);
    t.deepEqual(documents, foldedInMemory(some));
  }
});
