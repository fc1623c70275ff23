import test from 'ava';
import {prunable} from '#indexer/generations/discard.ts';
import indexerState from '#indexer/generations/indexer-state.json' with {type: 'json'};
import {stateIndex} from '#indexer/generations/indexer-state.ts';
import {RefusedExtract} from '#indexer/generations/known-extracts.ts';
import {Holder, LockDocument} from '#indexer/generations/lock.ts';
import {
  isHeld,
  rollbackChain,
  type StoredGeneration,
} from '#indexer/generations/stored-generations.ts';
import {WithdrawnGeneration} from '#indexer/generations/withdrawals.ts';

const stored = (build: number, rest: Partial<StoredGeneration> = {}): StoredGeneration => ({
  stamp: '20261115-031500',
  build,
  version: String(build),
  isLive: false,
  isSealed: true,
  isBeingDeleted: false,
  meta: undefined,
  previous: undefined,
  foreignAliases: [],
  closed: [],
  ...rest,
});

const leads = test.macro({
  title: (_, what: string) => `the rollback chain ${what}`,
  exec(t, _what: string, generations: readonly StoredGeneration[], line: readonly number[]) {
    const builds = rollbackChain(generations).map(({build}) => build);
    t.deepEqual(builds, line);
  },
});

const live = {isLive: true};
const first = stored(1, {previous: null});

test(leads, 'is empty while nothing is live', [first], []);
test(leads, 'ends at a first generation', [first, stored(2, {...live, previous: '1'})], [2, 1]);
test(
  leads,
  'ends where one was pruned',
  [stored(2, {previous: '1'}), stored(3, {...live, previous: '2'})],
  [3, 2],
);
test(
  leads,
  'ends at one that is being deleted',
  [stored(1, {previous: null, isBeingDeleted: true}), stored(2, {...live, previous: '1'})],
  [2],
);
test(
  leads,
  'does not go round when an earlier generation was put live again',
  [stored(1, {...live, previous: '2'}), stored(2, {previous: '1'})],
  [1, 2],
);

test('held is what is sealed, newer than the live one, was never live and is not being deleted', t => {
  const held = isHeld(stored(2, live));
  t.true(held(stored(3)));
  t.true(isHeld(undefined)(stored(1)));
  t.false(held(stored(1)));
  t.false(held(stored(3, {isSealed: false})));
  t.false(held(stored(3, {previous: '2'})));
  t.false(held(stored(3, {isBeingDeleted: true})));
});

const prunes = test.macro({
  title: (_, what: string) => `of ${what} only what is not needed is deleted`,
  exec(t, _what: string, generations: readonly StoredGeneration[], keep: number, gone: number[]) {
    const builds = prunable(generations, keep).map(({build}) => build);
    t.deepEqual(builds, gone);
  },
});

const unsealed = {isSealed: false};
const second = stored(2, {...live, previous: null});
test(
  prunes,
  'a number between two that were live',
  [first, stored(2), stored(3, {...live, previous: '1'})],
  2,
  [2],
);
test(
  prunes,
  'what is held, and what a build may be filling',
  [stored(1, unsealed), second, stored(3), stored(4, unsealed)],
  2,
  [1],
);
test(
  prunes,
  'what was rolled back from',
  [stored(1, {...live, previous: null}), stored(2, {previous: '1'})],
  2,
  [2],
);
test(prunes, 'generations none of which is live', [first, stored(2, unsealed)], 1, []);
test(
  prunes,
  'one that somebody else’s alias points at',
  [stored(1, {foreignAliases: ['of-last-year']}), stored(2), stored(3, {...live, previous: null})],
  1,
  [2],
);

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
