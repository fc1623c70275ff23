import test from 'ava';
import {memoryPool} from '#indexer/read/split-extract.ts';

test('memory that was given back is handed out again', t => {
  const pool = memoryPool(16);
  const first = pool.take();
  const second = pool.take();
  t.is(first.byteLength, 16);
  t.not(first, second);
  pool.give(first);
  t.is(pool.take(), first);
});

test('memory of another size is not handed out', t => {
  const pool = memoryPool(16);
  pool.give(new SharedArrayBuffer(32));
  t.is(pool.take().byteLength, 16);
});

test('memory that threads cannot share is not handed out', t => {
  const pool = memoryPool(16);
  pool.give(new ArrayBuffer(16));
  t.true(pool.take() instanceof SharedArrayBuffer);
});
