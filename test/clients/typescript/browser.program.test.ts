import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {execa} from 'execa';
import {chromium} from 'playwright-core';
import type {Decision} from '#core/domain/caller.ts';
import {needChromium} from '#local/prerequisites/need.ts';
import {startApi} from '../../helpers/api/start-api.ts';
import {aFolder} from '../../helpers/extracts/files.ts';
import {admitted, fakeServices} from '../../helpers/fakes/services.ts';
import {onLoopback} from '../../helpers/servers/on-loopback.ts';

const root = join(import.meta.dirname, '../../..');

/** A page on an origin of its own whose scripts may import the client as it is compiled. */
const startPage = async (t: ExecutionContext): Promise<string> => {
  const client = aFolder(t);
  // Its types are made when it is checked; here they are stripped.
  const project = ['--project', 'clients/typescript', '--noCheck', '--declaration', 'false'];
  await execa('tsc', [...project, '--outDir', client], {cwd: root});
  const imports = {'openapi-fetch': '/openapi-fetch.js', client: '/client/index.js'};
  const page = `<!doctype html><script type="importmap">${JSON.stringify({imports})}</script>`;
  const server = createServer(async ({url = ''}, response) => {
    const isScript = url.endsWith('.js');
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    if (!isScript) response.end(page);
    else if (url.startsWith('/client/')) response.end(await readFile(join(client, url.slice(8))));
    else response.end(await readFile(join(root, 'node_modules/openapi-fetch/dist/index.mjs')));
  });
  return `http://127.0.0.1:${await onLoopback(t, server)}`;
};

/** An API that refuses the first request, and admits pages of an origin. */
const startLimitedApi = async (t: ExecutionContext, origin: string) => {
  if (admitted.outcome !== 'admitted') throw new Error('The fake does not admit.');
  const limits = {...admitted.limits, remainingThisMinute: 0, secondsToNextRequest: 7};
  const refused: Decision = {...admitted, outcome: 'rateExceeded', limits};
  const decisions = [refused];
  const services = fakeServices({callers: {admit: async () => decisions.pop() ?? admitted}});
  const {port} = await startApi(t, services, {corsOrigins: [origin]});
  return `http://127.0.0.1:${port}`;
};

/** Runs in the browser. */
const useClient = async (baseUrl: string) => {
  const name = 'client';
  const {createClient} = (await import(name)) as typeof import('#clients/typescript/src/index.ts');
  const waits: number[] = [];
  const {signal} = new AbortController();
  const wait = async (seconds: number) => void waits.push(seconds);
  const client = createClient({baseUrl, apiKey: 'a key', signal, wait});
  const list = await client.collect('/v1/vehicles');
  const {data: results} = await client.vehiclesByPlates(['ÆØ12345']);
  const problem: unknown = await client
    .get('/v1/vehicles/plate/{plate}', {params: {path: {plate: 'ÆØ12345'}}})
    .catch(error => error);
  return {list, waits, results, problem: JSON.parse(JSON.stringify(problem))};
};

test('in a browser the client works as in Node, on a page of another origin', async t => {
  t.timeout(300_000);
  const origin = await startPage(t);
  const baseUrl = await startLimitedApi(t, origin);
  const browser = await chromium.launch({executablePath: await needChromium(line => t.log(line))});
  t.teardown(() => browser.close());
  const page = await browser.newPage();
  await page.goto(origin);

  const {list, waits, results, problem} = await page.evaluate(useClient, baseUrl);
  t.deepEqual(list, {data: [], datasetVersion: '20260101-120000-0001'});
  t.deepEqual(waits, [7]);
  t.like(results[0], {plate: 'ÆØ12345', vehicle: null, error: {code: 'VehicleNotFound'}});
  t.like(problem, {
    name: 'ProblemError',
    status: 404,
    datasetVersion: '20260101-120000-0001',
    problem: {code: 'VehicleNotFound'},
  });
});
