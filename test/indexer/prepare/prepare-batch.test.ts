import test from 'ava';
import {prepareBatch} from '#indexer/prepare/prepare-batch.ts';
import type {RecordTree} from '#indexer/xml/record-tree.ts';

const prepared = (trees: readonly RecordTree[]) =>
  prepareBatch(
    trees.map((tree, ordinal) => ({ordinal, tree})),
    {sightings: new Map(), latestYear: 2027, memory: new ArrayBuffer(4096)},
  );

const aTree = (ident: string, plate?: string): RecordTree => ({
  KoeretoejIdent: ident,
  ...(plate !== undefined && {RegistreringNummerNummer: plate}),
});

test('the canary of a batch is its first vehicle that a plate leads to', t => {
  const trees = [aTree('1'), aTree('2', 'AB*1'), aTree('3', 'zz 10 003'), aTree('4', 'ZZ10004')];
  t.deepEqual(prepared(trees).canary, {id: '3', plate: 'ZZ10003'});
});

test('a batch without a plate has no canary', t => {
  t.is(prepared([aTree('1'), aTree('2', 'AB*1'), aTree('x', 'ZZ10003')]).canary, undefined);
});
