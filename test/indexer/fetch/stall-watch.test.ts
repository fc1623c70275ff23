import {mock} from 'node:test';
import test from 'ava';
import {stallWatch} from '#indexer/fetch/http/stall-watch.ts';

test.before(() => mock.timers.enable({apis: ['setTimeout']}));
test.after.always(() => mock.timers.reset());

test.serial('only what is waited for in one piece counts, and not what is done between', t => {
  using watch = stallWatch(1000);
  for (let heard = 0; heard < 5; heard += 1) {
    mock.timers.tick(999);
    watch.heard();
    mock.timers.tick(5000);
    watch.wait();
  }
  t.false(watch.signal.aborted);
  mock.timers.tick(999);
  t.false(watch.signal.aborted);
  mock.timers.tick(1);
  t.true(watch.signal.aborted);
});

test.serial('what is over is not watched', t => {
  const watch = stallWatch(1000);
  watch[Symbol.dispose]();
  mock.timers.tick(5000);
  t.false(watch.signal.aborted);
});
