import test from 'ava';
import {prunable} from '#indexer/generations/discard.ts';
import {
  isHeld,
  rollbackChain,
  type StoredGeneration,
} from '#indexer/generations/stored-generations.ts';

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
    t.deepEqual(
      rollbackChain(generations).map(({build}) => build),
      line,
    );
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

test('nobody is asked to delete what somebody else’s alias points at', t => {
  const before = [stored(1, {foreignAliases: ['of-last-year']}), stored(2)];
  const all = [...before, stored(3, {...live, previous: null})];
  t.deepEqual(
    prunable(all, 1).map(({build}) => build),
    [2],
  );
});
