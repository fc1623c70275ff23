import {mock} from 'node:test';
import test from 'ava';
import {usedBy} from '../../helpers/engines/account.ts';
import {known, startMeter} from '../../helpers/engines/meter.ts';

const [second, minute] = [1_000_000, 60_000_000];

test('a clock that is set back lets nobody in too often, and lets nobody wait for longer', async t => {
  const {admit, pass} = await startMeter(t, {requestsPerMinute: 2}, '2026-11-21T12:00:00');
  await admit();
  await admit();
  pass(-5 * minute);
  const refused = known(await admit());
  t.is(refused.outcome, 'rateExceeded');
  t.is(refused.limits.secondsToNextRequest, 60);
  pass(minute - 1);
  t.is((await admit()).outcome, 'rateExceeded');
  pass(1);
  t.is((await admit()).outcome, 'admitted');
});

test('a clock that goes back over the start of a month does not bring the old one back', async t => {
  const meter = await startMeter(t, {monthlyRequests: 3}, '2026-12-31T23:59:58');
  await meter.admit(2);
  meter.setClock('2027-01-01T00:00:01');
  await meter.admit(2);
  meter.setClock('2026-12-31T23:59:59');
  const late = known(await meter.admit());
  t.is(late.outcome, 'admitted');
  t.like(late.limits, {
    month: '2027-01',
    remainingThisMonth: 0,
    secondsToNextMonth: 31 * 86_400 + 1,
  });
  t.is((await meter.admit()).outcome, 'quotaExceeded');
  meter.setClock('2027-01-01T00:00:02');
  const again = known(await meter.admit());
  t.is(again.outcome, 'quotaExceeded', 'January is counted on');
  t.is(again.limits.secondsToNextMonth, 31 * 86_400 - 2);
});

test('a clock that was years ahead does not take a month away', async t => {
  const meter = await startMeter(t, {monthlyRequests: 1}, '2036-05-01T00:00:00');
  await meter.admit();
  meter.setClock('2026-11-21T12:00:00');
  const {outcome, limits} = known(await meter.admit());
  t.is(outcome, 'admitted');
  t.is(limits.month, '2026-11');
  t.is(await usedBy(meter.redis, meter.accountId, '2026-11'), 1);
});

test('requests of one microsecond are each counted', async t => {
  const {admit, pass} = await startMeter(t, {requestsPerMinute: 3}, '2026-11-21T12:00:00');
  for (let count = 0; count < 3; count += 1) t.is((await admit()).outcome, 'admitted');
  t.is((await admit()).outcome, 'rateExceeded');
  pass(30 * second);
  t.is((await admit()).outcome, 'rateExceeded');
});

// First and alone: the clock of this process is that of all its tests.
test.serial('the clock of this machine decides nothing', async t => {
  const {redis, admit} = await startMeter(t, {requestsPerMinute: 1});
  t.is((await admit()).outcome, 'admitted');
  for (const minutes of [-5, 5, 60 * 24 * 40]) {
    mock.timers.enable({apis: ['Date'], now: Date.now() + minutes * 60_000});
    try {
      const {outcome, limits} = known(await admit());
      t.is(outcome, 'rateExceeded', `${minutes} minutes`);
      t.true(limits.secondsToNextRequest >= 1 && limits.secondsToNextRequest <= 60);
      const [seconds] = await redis.time();
      t.is(limits.month, new Date(Number(seconds) * 1000).toISOString().slice(0, 7));
    } finally {
      mock.timers.reset();
    }
  }
});
