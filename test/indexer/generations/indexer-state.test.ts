import test from 'ava';
import indexerState from '#indexer/generations/indexer-state.json' with {type: 'json'};
import {stateIndex} from '#indexer/generations/indexer-state.ts';
import {RefusedExtract} from '#indexer/generations/known-extracts.ts';
import {Holder, LockDocument} from '#indexer/generations/lock.ts';
import {WithdrawnGeneration} from '#indexer/generations/withdrawals.ts';

const {mappings} = indexerState;

test('the mapping of the indexer’s state has every member of its documents and no other', t => {
  t.is(stateIndex('shared-'), 'shared-indexer-state');
  t.is(mappings.dynamic, 'strict');
  t.deepEqual(
    Object.keys(mappings.properties).toSorted(),
    Object.keys({
      ...LockDocument.shape,
      ...WithdrawnGeneration.shape,
      ...RefusedExtract.shape,
    }).toSorted(),
  );
  const holder = mappings.properties.holder.properties;
  t.deepEqual(Object.keys(holder).toSorted(), Object.keys(Holder.shape).toSorted());
  t.deepEqual(
    Object.keys(holder.process.properties),
    Object.keys(Holder.shape.process.unwrap().shape),
  );
});
