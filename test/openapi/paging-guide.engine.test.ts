import {createServer} from 'node:http';
import test from 'ava';
import {pagingGuide} from '#src/openapi/introduction.ts';
import {codeBlocks} from '../docs/pages.ts';
import {startKeyedCopy} from '../helpers/api/start-copy.ts';
import {importSample} from '../helpers/extracts/import-extract.ts';
import {onLoopback} from '../helpers/servers/on-loopback.ts';

type ReadAll = (list: string, key: string) => Promise<readonly {readonly id: string}[]>;

const [code = ''] = codeBlocks(pagingGuide, 'js');
const {readAll}: {readonly readAll: ReadAll} = await import(
  `data:text/javascript,${encodeURIComponent(code)}`
);

test('the loop of the guide reads every item once, none of an empty list, and names a problem', async t => {
  const {port, key, get} = await startKeyedCopy(t, await importSample(t, 500));
  const vehicles = `http://127.0.0.1:${port}/v1/vehicles`;

  const search = '?fromModelYear=2019&sortBy=id';
  const {body} = await get(`/v1/vehicles${search}`);
  const {metadata} = body as {readonly metadata: {readonly totalCount: number}};
  const found = await readAll(`${vehicles}${search}`, key);
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
