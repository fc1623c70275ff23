import test from 'ava';
import {eventQueue, type QueuedEvent} from '#indexer/generations/event-writer.ts';
import indexerState from '#indexer/generations/indexer-state.json' with {type: 'json'};
import {stateIndex} from '#indexer/generations/indexer-state.ts';
import {RefusedExtract} from '#indexer/generations/known-extracts.ts';
import {Holder, LockDocument} from '#indexer/generations/lock.ts';
import {WithdrawnGeneration} from '#indexer/generations/withdrawals.ts';
import type {BuildEvent} from '#mappings/build-event.ts';

const queued = (
  id: string,
  event: BuildEvent['event'] = 'progress',
  facts: Partial<BuildEvent> = {},
): QueuedEvent => ({
  id,
  event: {'@timestamp': '2026-11-21T06:00:00Z', event, ...facts},
});

const ids = (queue: ReturnType<typeof eventQueue>) => queue.next(100).map(({id}) => id);

test('events are taken in the order they came, and stay until they are settled', t => {
  const queue = eventQueue(10);
  const [first, second] = [queued('1'), queued('2')];
  queue.add(first);
  queue.add(second);
  t.deepEqual(queue.next(1), [first]);
  t.deepEqual(ids(queue), ['1', '2']);
  queue.settle(first);
  t.deepEqual(ids(queue), ['2']);
});

test('a full queue lets the oldest progress go, and nothing else while there is some', t => {
  const queue = eventQueue(3);
  queue.add(queued('1', 'started'));
  queue.add(queued('2'));
  queue.add(queued('3'));
  queue.add(queued('4', 'held'));
  t.deepEqual(ids(queue), ['1', '3', '4']);
  queue.add(queued('5', 'check'));
  queue.add(queued('6', 'verified'));
  t.deepEqual(ids(queue), ['4', '5', '6']);
  t.is(queue.dropped(), 3);
});

test('a queue is never longer than it may be, however long nothing is taken', t => {
  const queue = eventQueue(100);
  for (let id = 0; id < 10_000; id += 1) queue.add(queued(String(id)));
  t.is(queue.size(), 100);
  t.is(queue.dropped(), 9900);
});

test('an event takes the place of an older one under its id, even of one that is being sent', t => {
  const queue = eventQueue(10);
  const older = queued('a', 'rejects', {count: 1});
  queue.add(older);
  const newer = queued('a', 'rejects', {count: 2});
  queue.add(newer);
  queue.settle(older);
  t.deepEqual(queue.next(10), [newer]);
  t.is(queue.dropped(), 0);
});

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
