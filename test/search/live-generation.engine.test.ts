import type {Client} from '@elastic/elasticsearch';
import test, {type ExecutionContext} from 'ava';
import {DatasetNotLoaded, SearchUnavailable} from '#core/domain/outages.ts';
import {testStamp} from '#mappings/generation.ts';
import {readGeneration} from '#src/search/live-generation.ts';
import {patientLive, requestsOf, staying} from '../helpers/engines/patient-services.ts';
import {
  createTestGeneration,
  createTestIndex,
  flipTo,
  type TestGeneration,
  testClient,
  testPrefix,
} from '../helpers/engines/test-index.ts';

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

test('readers share one request, whose answer is reused for a second, and no longer', async t => {
  const {live, clock, requests} = startLive(await createTestGeneration(t, []));
  const generations = await Promise.all([live.known(), live.known(), live.known()]);
  t.is(new Set(generations).size, 1);
  clock.pass(999);
  await live.known();
  t.is(requests.length, 1);
  clock.pass(1);
  await live.known();
  t.is(requests.length, 2);
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

const read = (client: Client, indexPrefix: string, environment: 'live' | 'test' = 'live') =>
  readGeneration(client, {indexPrefix, environment}, staying);

test('the live generation is told with its indices and its extract', async t => {
  const generation = await createTestGeneration(t, [], {
    version: '20261117-110000-0042',
    meta: {vehicleCount: 12, extractedAt: null},
  });
  const {client, prefix, vehiclesIndex, referencesIndex} = generation;
  t.deepEqual(await read(client, prefix), {
    version: '20261117-110000-0042',
    vehiclesIndex,
    referencesIndex,
    dataset: {
      version: '20261117-110000-0042',
      importedAt: '2026-11-18T03:04:05.678Z',
      extractedAt: null,
      vehicleCount: 12,
      digest: '00000000000000aa',
    },
    serial: null,
  });
});

/** The sentence for the log: why no generation can be relied on. */
const causeOf = async (reading: Promise<unknown>): Promise<string> => {
  const error = await reading.catch((error: unknown) => error);
  return error instanceof SearchUnavailable ? String(error.cause) : `not unavailable: ${error}`;
};

test('an alias on two indices is unusable, and the log can say which', async t => {
  const {client, prefix, vehiclesIndex} = await createTestGeneration(t, []);
  const other = `${prefix}vehicles-20261124-110000-0002`;
  await createTestIndex(t, client, other, {aliases: {[`${prefix}vehicles`]: {}}});
  t.is(
    await causeOf(read(client, prefix)),
    `Error: The alias ${prefix}vehicles must name one index, but it names ${vehiclesIndex}, ${other}.`,
  );
});

test('an index that has the name of the alias is unusable', async t => {
  const client = testClient(t);
  const prefix = testPrefix();
  await createTestIndex(t, client, `${prefix}vehicles`, {});
  t.regex(await causeOf(read(client, prefix)), /must be an alias, but it is an index\./);
});

const unreadable = test.macro({
  title: (_, name: string) => `a generation with ${name} is not answered from`,
  async exec(t, _name: string, meta: Readonly<Record<string, unknown>>, sentence: RegExp) {
    const {client, prefix} = await createTestGeneration(t, [], {meta});
    t.regex(await causeOf(read(client, prefix)), sentence);
  },
});

test(unreadable, 'a newer mapping', {mappingVersion: 999}, /has mapping version 999, but this API/);
test(unreadable, 'no mapping version', {mappingVersion: null}, /has mapping version none, but/);
test(unreadable, 'no import time', {importedAt: null}, /The _meta of .* is wrong: .*importedAt/s);

const wrongData = test.macro(
  async (t, environment: 'live' | 'test', version: string, sentence: RegExp) => {
    const {client, prefix} = await createTestGeneration(t, [], {version});
    const reading = read(client, prefix, environment);
    await t.throwsAsync(reading, {
      message: 'The live index holds the data of the other environment.',
    });
    t.regex(await causeOf(reading), sentence);
  },
);

test(
  'the test environment serves the test data alone, and says how to import it',
  wrongData,
  'test',
  '20261117-110000-0042',
  /vehicles-20261117-110000-0042 does not hold the test data.*import it with "import-test-data"\.$/,
);

test(
  'the live environment does not serve the test data',
  wrongData,
  'live',
  `${testStamp}-0001`,
  /holds the test data, which only API_ENVIRONMENT=test serves\.$/,
);
