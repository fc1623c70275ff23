import {setTimeout as wait} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import type {ReferenceDocument} from '#mappings/reference-document.ts';
import type {VehicleDocument} from '#mappings/vehicle-document.ts';
import type {Answer} from '../helpers/api/start-api.ts';
import {type Copy, startCopy} from '../helpers/api/start-copy.ts';
import {anAccount} from '../helpers/engines/account.ts';
import {startRedis} from '../helpers/engines/redis.ts';
import {
  createTestGeneration,
  flipTo,
  testClient,
  testPrefix,
} from '../helpers/engines/test-index.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';
import {rounds} from '../helpers/soak.ts';

const flips = rounds(6, 20);
const pageSize = 20;

type Import = {readonly version: string; readonly importedAt: string; readonly size: number};

/** One import after the other, each of another size and of as many pages. */
const imports: readonly Import[] = Array.from({length: flips + 1}, (_, index) => ({
  version: `20261117-1100${String(index).padStart(2, '0')}-${String(index + 1).padStart(4, '0')}`,
  importedAt: new Date(Date.UTC(2026, 10, 18) + index * 60_000).toISOString(),
  size: 41 + (index % 19),
}));

const importOf = (version: unknown): Import | undefined =>
  imports.find(each => each.version === version);

/** The same ids in each import, every vehicle marked with the import it is of. */
const vehiclesOf = ({version, size}: Import): readonly VehicleDocument[] =>
  Array.from({length: size}, (_, index) =>
    aVehicleDocument({
      id: String(index + 1),
      bodyType: version,
    }),
  );

/** Makes of the same ids in each import, named after it. */
const makesOf = ({version, size}: Import): readonly ReferenceDocument[] =>
  Array.from({length: size}, (_, index) => ({
    list: 'makes' as const,
    id: String(index + 1),
    vehicleId: '1',
    name: version,
    searchNames: [version],
  }));

/** Two copies of the API on the same engines, and what moves their data on. */
const startTwoCopies = async (t: ExecutionContext) => {
  const [elasticsearch, another] = [testClient(t), testClient(t)];
  const {redis} = await startRedis(t);
  const prefix = testPrefix();
  const generations = [];
  for (const each of imports) {
    const {version, importedAt} = each;
    const generation = await createTestGeneration(t, vehiclesOf(each), {
      client: elasticsearch,
      prefix,
      version,
      meta: {importedAt},
      references: makesOf(each),
      live: false,
    });
    generations.push(generation);
  }
  const [first, ...later] = generations;
  if (!first) throw new Error('There must be an import.');
  await flipTo(first);
  const {key} = await anAccount(redis);
  const copies = [
    await startCopy(t, {elasticsearch, redis}, prefix),
    await startCopy(t, {elasticsearch: another, redis}, prefix),
  ];
  return {later, ask: askAny(copies, key)};
};

type Ask = (path: string) => Promise<Answer>;

/** Asks one copy after the other, as behind a load balancer. */
const askAny = (copies: readonly Copy[], key: string): Ask => {
  let asked = 0;
  return async path => {
    const copy = copies[asked++ % copies.length];
    if (!copy) throw new Error('There must be a copy.');
    return copy.get(path, {headers: {'X-Api-Key': key}});
  };
};

type Item = {readonly id: string; readonly bodyType?: string; readonly name?: string};
type Page = {
  readonly data: readonly Item[];
  readonly metadata: {readonly totalCount: number; readonly totalPages: number};
};

/** An answer of the import it says it is of, and of no other. */
const pageOf = (t: ExecutionContext, {status, headers, body}: Answer) => {
  t.is(status, 200);
  const page = body as Page;
  const of = importOf(headers['x-dataset-version']);
  t.deepEqual([page.metadata.totalCount], [of?.size]);
  t.deepEqual([...new Set(page.data.map(({bodyType, name}) => bodyType ?? name))], [of?.version]);
  return {...page, of};
};

const importedAt = async (ask: Ask): Promise<unknown> =>
  ((await ask('/v1/dataset')).body as {readonly importedAt: string}).importedAt;

/** Every page of a list, whatever happens meanwhile. */
const readAll = async (t: ExecutionContext, ask: Ask, list: string) => {
  const pages = [];
  let last = 1;
  for (let number = 1; number <= last; number += 1) {
    const page = pageOf(t, await ask(`/v1/${list}?sortBy=id&page=${number}&pageSize=${pageSize}`));
    pages.push(page);
    last = page.metadata.totalPages;
  }
  return pages;
};

/** How the contract tells clients to read a whole list: pages that a change fell between are read again. */
const keepReadingAll = async (
  t: ExecutionContext,
  ask: Ask,
  list: string,
  isOver: () => boolean,
) => {
  const outcomes = {whole: 0, again: 0};
  // However slow the machine is: once nothing changes any more, the next reading is whole.
  while (!isOver() || outcomes.whole === 0) {
    const before = await importedAt(ask);
    const pages = await readAll(t, ask, list);
    if (before !== (await importedAt(ask))) {
      outcomes.again += 1;
      continue;
    }
    outcomes.whole += 1;
    t.deepEqual([...new Set(pages.map(({of}) => of?.importedAt))], [before]);
    const ids = pages.flatMap(({data}) => data.map(({id}) => Number(id)));
    t.deepEqual(
      ids,
      Array.from({length: pages[0]?.of?.size ?? 0}, (_, index) => index + 1),
    );
  }
  return outcomes;
};

test('across many imports, two copies never mix two of them nor hide a change from a reader', async t => {
  t.timeout(120_000);
  const {later, ask} = await startTwoCopies(t);
  let over = false;
  const isOver = () => over;
  const readers = ['vehicles', 'makes', 'vehicles', 'makes'].map(list =>
    keepReadingAll(t, ask, list, isOver),
  );

  for (const [index, generation] of later.entries()) {
    // Within the second that a copy relies on what it read, and after it.
    await wait(200 + 290 * (index % 7));
    await flipTo(generation);
  }
  await wait(1500);
  over = true;

  const outcomes = await Promise.all(readers);
  t.true(outcomes.every(({whole, again}) => whole > 0 && again > 0));
  t.is(await importedAt(ask), imports.at(-1)?.importedAt);
});
