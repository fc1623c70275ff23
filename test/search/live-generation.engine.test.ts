import test, {type ExecutionContext} from 'ava';
import {DatasetNotLoaded} from '#core/domain/outages.ts';
import {patientLive, requestsOf} from '../helpers/engines/patient-services.ts';
import {createTestGeneration, flipTo, type TestGeneration} from '../helpers/engines/test-index.ts';

/** A clock that stands still until the test moves it; waiting moves it too, and is written down. */
const standingClock = () => {
  let time = 0;
  const waits: number[] = [];
  const wait = async (ms: number) => {
    waits.push(ms);
    time += ms;
  };
  const pass = (ms: number) => {
    time += ms;
  };
  return {now: () => time, wait, pass, waits};
};

const startLive = ({client, prefix}: TestGeneration) => {
  const clock = standingClock();
  const live = patientLive(client, prefix, clock);
  return {live, clock, requests: requestsOf(client)};
};

const secondGeneration = ({client, prefix}: TestGeneration, t: ExecutionContext) =>
  createTestGeneration(t, [], {client, prefix, version: '20261124-110000-0002', live: false});

test('a read is reused for a second, and no longer', async t => {
  const {live, clock, requests} = startLive(await createTestGeneration(t, []));
  await live.known();
  clock.pass(999);
  await live.known();
  t.is(requests.length, 1);
  clock.pass(1);
  await live.known();
  t.is(requests.length, 2);
});

test('readers that come at the same time share one request', async t => {
  const {live, requests} = startLive(await createTestGeneration(t, []));
  const generations = await Promise.all([live.known(), live.known(), live.known()]);
  t.is(new Set(generations).size, 1);
  t.is(requests.length, 1);
});

test('a read that failed is not reused', async t => {
  const generation = await createTestGeneration(t, [], {live: false});
  const {live} = startLive(generation);
  await t.throwsAsync(live.known(), {instanceOf: DatasetNotLoaded});
  await flipTo(generation);
  t.is((await live.known()).version, generation.version);
});

test('a flip is seen by readers within the second, and at once by those who ask anew', async t => {
  const generation = await createTestGeneration(t, []);
  const {live, clock} = startLive(generation);
  const readVersion = async () => (await live.known()).version;
  await readVersion();
  const next = await secondGeneration(generation, t);
  await flipTo(next);
  t.is(await readVersion(), generation.version);
  t.is((await live.current()).version, next.version);
  t.is(await readVersion(), next.version);
  await flipTo(generation);
  clock.pass(1_000);
  t.is(await readVersion(), generation.version);
});

test('the dataset is asked for each time, and told once the second since first sight is over', async t => {
  const {live, clock, requests} = startLive(await createTestGeneration(t, []));
  await live.known();
  clock.pass(600);
  await live.everywhere();
  t.deepEqual(clock.waits, [450]);
  await live.everywhere();
  t.deepEqual(clock.waits, [450]);
  t.is(requests.length, 3);
});

test('every new generation is waited for, also one that comes back', async t => {
  const generation = await createTestGeneration(t, []);
  const {live, clock} = startLive(generation);
  t.is((await live.everywhere()).version, generation.version);
  const next = await secondGeneration(generation, t);
  await flipTo(next);
  t.is((await live.everywhere()).version, next.version);
  await flipTo(generation);
  t.is((await live.everywhere()).version, generation.version);
  t.deepEqual(clock.waits, [1_050, 1_050, 1_050]);
});
