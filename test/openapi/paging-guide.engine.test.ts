import {createServer} from 'node:http';
import test from 'ava';
import {pagingGuide} from '#src/openapi/introduction.ts';
import {codeBlocks} from '../docs/pages.ts';
import {startCopy} from '../helpers/api/start-copy.ts';
import {anAccount} from '../helpers/engines/account.ts';
import {startRedis} from '../helpers/engines/redis.ts';
import {testClient} from '../helpers/engines/test-index.ts';
import {importSample} from '../helpers/extracts/sample-import.ts';
import {onLoopback} from '../helpers/servers/on-loopback.ts';

type ReadAll = (list: string, key: string) => Promise<readonly {readonly id: string}[]>;

const [code = ''] = codeBlocks(pagingGuide, 'js');
const {readAll}: {readonly readAll: ReadAll} = await import(
  `data:text/javascript,${encodeURIComponent(code)}`
);

let sample: Awaited<ReturnType<typeof importSample>>;
test.before(async () => {
  sample = await importSample(2_000);
});
test.after.always(() => sample.remove());

test('the loop of the guide reads every item once, none of an empty list, and names a problem', async t => {
  const {redis} = await startRedis(t);
  const {key} = await anAccount(redis);
  const engines = {elasticsearch: testClient(t), redis};
  const api = await startCopy(t, engines, sample.indexPrefix);
  const vehicles = `http://127.0.0.1:${api.port}/v1/vehicles`;

  const search = `${vehicles}?fromModelYear=2019&sortBy=id`;
  const response = await fetch(search, {headers: {'X-Api-Key': key}});
  const {metadata} = (await response.json()) as {readonly metadata: {readonly totalCount: number}};
  const found = await readAll(search, key);
  t.true(found.length > 20);
  t.is(found.length, metadata.totalCount);
  t.is(new Set(found.map(({id}) => id)).size, found.length);

  t.deepEqual(await readAll(`${vehicles}?makeId=-1`, key), []);
  await t.throwsAsync(readAll(`${vehicles}?pageSize=21`, key), {message: /^400 ValidationFailed/});
});

test('the loop of the guide starts over when the dataset changes between two pages', async t => {
  const versions = ['old', 'new', 'new', 'new'];
  const pages: (string | null)[] = [];
  const server = createServer((request, response) => {
    const page = new URL(`http://localhost${request.url}`).searchParams.get('page');
    pages.push(page);
    const version = versions[pages.length - 1] ?? 'too many requests';
    response.setHeader('X-Dataset-Version', version);
    response.end(JSON.stringify({data: [{id: version + page}], metadata: {totalPages: 2}}));
  });
  const port = await onLoopback(t, server);
  const found = await readAll(`http://127.0.0.1:${port}/v1/makes`, 'key');
  t.deepEqual(pages, ['1', '2', '1', '2']);
  t.deepEqual(found, [{id: 'new1'}, {id: 'new2'}]);
});
