import type {Client} from '@elastic/elasticsearch';
import test from 'ava';
import {DatasetNotLoaded, SearchUnavailable} from '#core/domain/outages.ts';
import {testStamp} from '#mappings/generation.ts';
import {readGeneration} from '#src/search/live-generation.ts';
import {staying} from '../helpers/engines/patient-services.ts';
import {
  createTestGeneration,
  createTestIndex,
  testClient,
  testPrefix,
} from '../helpers/engines/test-index.ts';

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

test('before the first import there is no dataset', async t => {
  const {client, prefix} = await createTestGeneration(t, [], {live: false});
  await t.throwsAsync(read(client, prefix), {
    instanceOf: DatasetNotLoaded,
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
