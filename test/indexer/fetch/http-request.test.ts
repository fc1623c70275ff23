import {PassThrough} from 'node:stream';
import {mock} from 'node:test';
import test from 'ava';
import {chunksOf} from '#indexer/fetch/http-request.ts';
import {FetchFailed} from '#indexer/fetch/source.ts';

test.before(() => mock.timers.enable({apis: ['setTimeout']}));
test.after.always(() => mock.timers.reset());

test.serial(
  'a body stalls when one chunk takes too long, and not while its reader is busy',
  async t => {
    const body = new PassThrough();
    const chunks = chunksOf(body, 1000, 'http://host');
    for (let received = 0; received < 5; received += 1) {
      const next = chunks.next();
      mock.timers.tick(999);
      body.write('a chunk');
      t.is(String((await next).value), 'a chunk');
      mock.timers.tick(5000);
    }
    const last = chunks.next();
    mock.timers.tick(999);
    t.false(body.destroyed);
    mock.timers.tick(1);
    t.true(body.destroyed);
    await t.throwsAsync(last, {
      instanceOf: FetchFailed,
      message: 'http://host sent no data for 1 s.',
    });
  },
);

test.serial('a body that its reader leaves is closed, and no longer watched', async t => {
  const body = new PassThrough();
  body.write('a chunk');
  const chunks = chunksOf(body, 1000, 'http://host');
  await chunks.next();
  await chunks.return();
  mock.timers.tick(5000);
  t.true(body.destroyed);
  t.is(body.errored, null);
});
