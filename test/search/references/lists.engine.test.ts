import test, {type ExecutionContext} from 'ava';
import type {ReferenceDocument, ReferenceParents} from '#mappings/reference-document.ts';
import {patientReferences, requestsOf} from '../../helpers/engines/patient-services.ts';
import {createTestGeneration} from '../../helpers/engines/test-index.ts';
import {stoppedClock} from '../../helpers/fakes/clocks.ts';
import {aReference} from '../../helpers/fakes/reference.ts';

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

const everyPage = async (
  page: (number: number) => Promise<readonly ReferenceDocument[]>,
): Promise<readonly string[]> => {
  const found: string[] = [];
  for (let number = 1; ; number += 1) {
    const documents = await page(number);
    if (documents.length === 0) return found;
    found.push(...documents.map(({id}) => id));
  }
};

const pagesAddUp = test.macro({
  title: (_, size: number, stride: number) =>
    `pages of ${size} add up to the whole by ascending number, in strides of ${stride}`,
  async exec(t, size: number, stride: number) {
    const inner = ids.slice(2, -1);
    const references = [
      ...ids.toSorted().map(id => aReference({id})),
      ...ids.toSorted().map(id => aReference({list: 'models', makeId: '9', id})),
      ...inner.toSorted().map(id => aReference({list: 'models', makeId: '10', id})),
    ];
    const {client, prefix} = await createTestGeneration(t, [], {references, segments: 3});
    const service = patientReferences(client, prefix, undefined, stride);
    const pagesAre = async (
      expected: readonly string[],
      list: 'makes' | 'models',
      parents: ReferenceParents,
    ) => {
      const found = await everyPage(async number => {
        const {value} = await service.list(list, parents, {page: {number, size}});
        if ('missingParent' in value) throw new Error(`${value.missingParent} is missing.`);
        t.is(value.totalCount, expected.length);
        return value.documents;
      });
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
const many = 10_500;

const startMany = async (t: ExecutionContext) => {
  const references = Array.from({length: many}, (_, index) =>
    aReference({id: String(index * 1_000_000_007), name: index % 2 === 0 ? 'A' : 'B'}),
  );
  const {client, prefix} = await createTestGeneration(t, [], {references});
  const service = patientReferences(client, prefix, stoppedClock);
  const requests = requestsOf(client);
  return {
    ids: references.map(({id}) => id),
    page: async (number: number, size = 50) => {
      const {value} = await service.list('makes', {}, {page: {number, size}});
      if ('missingParent' in value) throw new Error('A list without parents misses none.');
      return value;
    },
    requests: async (work: Promise<unknown>) => {
      requests.length = 0;
      await work;
      return requests.length;
    },
  };
};

test('a list longer than Elasticsearch reaches pages to its end', async t => {
  t.timeout(60_000);
  const {ids, page} = await startMany(t);
  t.deepEqual(await everyPage(async number => (await page(number)).documents), ids);
  t.deepEqual(await page(211), {documents: [], totalCount: many});
  t.deepEqual(await page(Number.MAX_SAFE_INTEGER), {documents: [], totalCount: many});
});

test('a page across the reach of Elasticsearch is whole', async t => {
  const {ids, page} = await startMany(t);
  const {documents} = await page(334, 30);
  t.deepEqual(
    documents.map(({id}) => id),
    ids.slice(9_990, 10_020),
  );
});

test('its last page is reached at once, and by one request once somebody was there', async t => {
  const {ids, page, requests} = await startMany(t);
  const {documents, totalCount} = await page(210);
  t.deepEqual(
    documents.map(({id}) => id),
    ids.slice(-50),
  );
  t.is(totalCount, many);
  t.is(await requests(page(210)), 1);
  t.is(await requests(page(200)), 1);
  t.is(await requests(page(211)), 0);
});
