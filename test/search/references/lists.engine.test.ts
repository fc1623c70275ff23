import test, {type ExecutionContext} from 'ava';
import type {ReferenceParents} from '#mappings/reference-document.ts';
import {patientReferences, requestsOf} from '../../helpers/engines/patient-services.ts';
import {createTestGeneration, testClient} from '../../helpers/engines/test-index.ts';
import {stoppedClock} from '../../helpers/fakes/clocks.ts';
import {aReference} from '../../helpers/fakes/reference.ts';
import {sharedFixture} from '../../helpers/scope.ts';

const ids = [
  '-9223372036854775808',
  '-9007199254740993',
  '-9007199254740992',
  '-10',
  '-9',
  '0',
  '9',
  '10',
  '9007199254740992',
  '9007199254740993',
  '9223372036854775806',
  '9223372036854775807',
];

const inner = ids.slice(2, -1);

const unordered = sharedFixture(test, t => {
  const references = [
    ...ids.toSorted().map(id => aReference({id})),
    ...ids.toSorted().map(id => aReference({list: 'models', makeId: '9', id})),
    ...inner.toSorted().map(id => aReference({list: 'models', makeId: '10', id})),
  ];
  return createTestGeneration(t, [], {references, segments: 3});
});

const pagesAddUp = test.macro({
  title: (_, size: number, stride: number) =>
    `pages of ${size} add up to the whole by ascending number, in strides of ${stride}`,
  async exec(t, size: number, stride: number) {
    const {client, prefix} = await unordered();
    const service = patientReferences(client, prefix, undefined, stride);
    const pagesAre = async (
      expected: readonly string[],
      list: 'makes' | 'models',
      parents: ReferenceParents,
    ) => {
      const found: string[] = [];
      // The last one is past the end.
      for (let number = 1; number <= Math.ceil(expected.length / size) + 1; number += 1) {
        const {value} = await service.list(list, parents, {page: {number, size}});
        if ('missingParent' in value) throw new Error(`${value.missingParent} is missing.`);
        t.is(value.totalCount, expected.length);
        found.push(...value.documents.map(({id}) => id));
      }
      t.deepEqual(found, expected);
    };
    await pagesAre(ids, 'makes', {});
    await pagesAre(ids, 'models', {makeId: '9'});
    await pagesAre(inner, 'models', {makeId: '10'});
  },
});

test(pagesAddUp, 50, 9_000);
test(pagesAddUp, 5, 9_000);
test(pagesAddUp, 1, 1);
test(pagesAddUp, 3, 2);
test(pagesAddUp, 2, 3);
test(pagesAddUp, 5, 4);

/** More than Elasticsearch collects for one search. */
const many = Array.from({length: 10_500}, (_, index) => String(index * 1_000_000_007));

const generationOfMany = sharedFixture(test, t =>
  createTestGeneration(t, [], {references: many.map(id => aReference({id}))}),
);

/** A service that has read nothing so far. */
const startMany = async (t: ExecutionContext) => {
  const {prefix} = await generationOfMany();
  const client = testClient(t);
  const service = patientReferences(client, prefix, stoppedClock);
  const sent = requestsOf(client);
  return {
    page: async (number: number, size = 50) => {
      const {value} = await service.list('makes', {}, {page: {number, size}});
      if ('missingParent' in value) throw new Error('A list without parents misses none.');
      return {ids: value.documents.map(({id}) => id), totalCount: value.totalCount};
    },
    requests: async (work: Promise<unknown>) => {
      sent.length = 0;
      await work;
      return sent.length;
    },
  };
};

test('a list longer than Elasticsearch reaches pages to its end, and across that reach', async t => {
  const {page} = await startMany(t);
  const found: string[] = [];
  for (let number = 1; number <= 21; number += 1) found.push(...(await page(number, 500)).ids);
  t.deepEqual(found, many);
  t.deepEqual((await page(334, 30)).ids, many.slice(9_990, 10_020));
  const beyond = {ids: [], totalCount: many.length};
  t.deepEqual(await page(22, 500), beyond);
  t.deepEqual(await page(Number.MAX_SAFE_INTEGER), beyond);
});

test('its last page is reached at once, and by one request once somebody was there', async t => {
  const {page, requests} = await startMany(t);
  t.deepEqual(await page(210), {ids: many.slice(-50), totalCount: many.length});
  t.is(await requests(page(210)), 1);
  t.is(await requests(page(200)), 1);
  t.is(await requests(page(211)), 0);
});
