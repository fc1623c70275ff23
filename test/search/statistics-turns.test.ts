import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {SearchUnavailable, StillComputing} from '#core/domain/outages.ts';
import {startSilent, until} from './silent-services.ts';

/** Of the vehicles from this year on. */
const statistic = (fromModelYear: number) => ({
  filter: {fromModelYear},
  groupBy: [],
  metrics: [],
  sortBy: '-count' as const,
});

/** Long enough for which generation is live to be read before. */
const deadlineMs = 1_800;

test('a statistic is computed on after its deadline, and charged to whom it is computed for, once', async t => {
  const {services, open, asked} = await startSilent(t, true, deadlineMs);
  const {statistics} = services.vehicles;
  await services.dataset.version();
  const callers = new AbortController();
  const ask = (account: string) => statistics(statistic(2000), callers.signal, account);
  const joined = t.throwsAsync(
    Promise.all([t.throwsAsync(ask('a'), {instanceOf: StillComputing}), ask('b')]),
    {instanceOf: SearchUnavailable},
  );
  t.false((await joined) instanceof StillComputing, 'another account that wants it, too');
  const again = await t.throwsAsync(ask('a'), {instanceOf: SearchUnavailable});
  t.false(again instanceof StillComputing, 'and the same one, asking again');
  await until(() => open.size === 1);
  t.is(asked.length, 1);
  callers.abort();
  await until(() => open.size === 0);
});

test('a statistic that everybody left is given up in Elasticsearch', async t => {
  const {services, open, asked} = await startSilent(t);
  const callers = [new AbortController(), new AbortController()];
  const answers = callers.map(({signal}) =>
    t.throwsAsync(services.vehicles.statistics(statistic(2000), signal, 'a'), {any: true}),
  );
  await until(() => open.size === 1);
  callers[0]?.abort();
  await answers[0];
  await wait(50);
  t.is(open.size, 1, 'one of them still waits');
  callers[1]?.abort();
  await until(() => open.size === 0);
  await Promise.all(answers);
  t.is(asked.length, 1);
});

test('a statistic of one account does not wait for all those of another', async t => {
  const {services, open} = await startSilent(t);
  const many = new AbortController();
  const answers = [2000, 2001, 2002].map(year =>
    t.throwsAsync(services.vehicles.statistics(statistic(year), many.signal, 'a'), {any: true}),
  );
  await until(() => open.size === 1);
  const other = new AbortController();
  const served = t.throwsAsync(services.vehicles.statistics(statistic(1990), other.signal, 'b'), {
    any: true,
  });
  many.abort();
  await Promise.all(answers);
  await until(() => open.size === 1);
  other.abort();
  await served;
});
