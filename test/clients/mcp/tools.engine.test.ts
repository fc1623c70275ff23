import {execFile} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StdioClientTransport} from '@modelcontextprotocol/sdk/client/stdio.js';
import test from 'ava';
import {execa} from 'execa';
import {z} from 'zod';
import {declarationOf, referenceLists} from '#mappings/reference-document.ts';
import {openApiDocument} from '#src/openapi/document.ts';
import {readDescription} from '#src/site/reference/description.ts';
import {editable, editedWeeks, edits, original, replated} from '../../api/changes/edited-weeks.ts';
import {documented} from '../../docs/newcomer.ts';
import {pages} from '../../docs/pages.ts';
import {startKeyedCopy} from '../../helpers/api/start-copy.ts';
import {createTestGeneration} from '../../helpers/engines/test-index.ts';
import {importSample} from '../../helpers/extracts/import-extract.ts';
import {type Scope, sharedFixture} from '../../helpers/scope.ts';

const {operations} = readDescription(openApiDocument(documented));
const program = fileURLToPath(new URL('../../../clients/mcp/main.ts', import.meta.url));
/** Of a text, the number or flag that it is. */
const parsed = (text: string): unknown =>
  /^(true|false|\d+)$/.test(text) ? JSON.parse(text) : undefined;

const Result = z.object({
  isError: z.boolean().default(false),
  content: z.array(z.object({text: z.string()})).length(1),
});

/** The server as an agent's program starts it, over this installation, and what its tools say. */
const startServer = async (t: Scope, prefix: string, grant = {}) => {
  const {port, key, get} = await startKeyedCopy(t, prefix, {grant});
  const env = {API_URL: `http://127.0.0.1:${port}`, API_KEY: key};
  const agent = new Client({name: 'test', version: '1.0.0'});
  await agent.connect(new StdioClientTransport({command: process.execPath, args: [program], env}));
  t.teardown(() => agent.close());
  const call = async (name: string, input: Record<string, unknown>) => {
    const {isError, content} = Result.parse(await agent.callTool({name, arguments: input}));
    return {isError, text: content[0]?.text ?? ''};
  };
  const ask = async (name: string, input: Record<string, unknown>) => {
    const {isError, text} = await call(name, input);
    if (isError) throw new Error(`${name} answered: ${text}`);
    return JSON.parse(text);
  };
  return {agent, call, ask, get};
};

/** One over the sample. */
const server = sharedFixture(test, async t => startServer(t, await importSample(t, 2_000)));

test('there are nine tools, which only read, each with a description of itself and its inputs', async t => {
  const {agent} = await server();
  const {tools} = await agent.listTools();
  t.is(tools.length, 9);
  for (const {name, description, annotations, inputSchema} of tools) {
    t.regex(description ?? '', /\?/, name);
    t.true(annotations?.readOnlyHint, name);
    t.is(inputSchema['additionalProperties'], false, name);
  }
  const {properties: inputs = {}} =
    tools.find(({name}) => name === 'find_vehicles')?.inputSchema ?? {};
  const search = operations.find(({operationId}) => operationId === 'searchVehicles');
  for (const {name, in: place} of search?.parameters ?? [])
    t.true(place !== 'query' || name in inputs, name);
});

/** The call of a tool that means the same as one of the API. */
const asTool = (path: string): [tool: string, input: Record<string, unknown>] => {
  const {pathname, searchParams} = new URL(path, documented);
  const [, plate] = /plate\/(.*)/.exec(pathname) ?? [];
  const isCount = pathname.endsWith('/statistics');
  const tool = plate ? 'look_up_vehicle' : isCount ? 'count_vehicles' : 'find_vehicles';
  const query = Array.from(searchParams, ([name, value]) => {
    const isText = /Id$|Ids$|On$|Date$|Due|registrationNumber/.test(name);
    return [name, isText ? value : (parsed(value) ?? value)];
  });
  return [tool, {...Object.fromEntries(query), ...(plate && {plate}), ...(isCount && {top: 200})}];
};

test('each documented question takes one call of a tool, which answers as the API does', async t => {
  const {call, get} = await server();
  const {text = ''} = pages.find(({path}) => path === 'docs/questions.md') ?? {};
  const questions = text.matchAll(/"http:\/\/[^/]+(\/v1\/[^"]+)"/g).toArray();
  t.true(questions.length >= 30);
  for (const [, path = ''] of questions) {
    const [{body, status}, {isError, text}] = [await get(path), await call(...asTool(path))];
    t.is(isError, status !== 200, `${path} ${text}`);
    if (isError) continue;
    const {datasetVersion: _, ...found} = JSON.parse(text);
    t.deepEqual(found, body as object, path);
  }
});

test('a vehicle is found by its plate, VIN or id, with its records', async t => {
  const {ask} = await server();
  const {data} = await ask('find_vehicles', {make: 'HYUNDAI', fromModelYear: 2010, pageSize: 1});
  const [{registrationNumber: plate}] = data;
  const vehicle = await ask('look_up_vehicle', {plate: `${plate.slice(0, 2)} ${plate.slice(2)}`});
  t.deepEqual(vehicle, data[0]);
  t.deepEqual(await ask('look_up_vehicle', {vin: vehicle.vin}), vehicle);
  t.deepEqual(await ask('look_up_vehicle', {id: vehicle.id}), vehicle);
  const whole = await ask('look_up_vehicle', {plate, expand: 'technicalDetails,engine,inspection'});
  t.true('grossWeightKg' in whole.technicalDetails && 'engine' in whole && 'inspection' in whole);
  t.deepEqual((await ask('vehicle_history', {plate})).data, []);
  const plates = await ask('look_up_plates', {plates: [plate, 'AB_1']});
  t.is(plates[0].vehicle.id, vehicle.id);
  t.is(plates[1].error.code, 'InvalidPlate');
});

test('vehicles are found and counted by names in English, in Danish or by id', async t => {
  const {ask} = await server();
  const count = async (input: object): Promise<number> =>
    (await ask('count_vehicles', {...input})).metadata.totalCount;
  const black = await count({make: 'Hyundai', color: 'Black'});
  t.true(black > 0);
  t.is(await count({makeId: '10043', color: 'sort'}), black);
  const found = await ask('find_vehicles', {make: 'HYUNDAI', color: 'Black', pageSize: 1});
  t.is(found.metadata.totalCount, black);
  t.is(found.data[0].make.name, 'HYUNDAI');
  const cars = await count({kind: 'Passenger car'});
  t.true(cars > (await count({kind: 'Passenger car', fromModelYear: 2020})));
  for (const kind of ['car', 'CAR', 'personbil']) t.is(await count({kind}), cars);
  t.is(await count({kindId: '1'}), cars);
  t.is(await count({color: 'blå'}), await count({color: 'Blue'}));
  const diesel = await count({make: 'skoda', primaryFuel: 'Diesel'});
  t.true(diesel > 0);
  const strong = {make: 'skoda', primaryFuel: 'Diesel', fromMaxPowerKw: 100.5, isBlocked: false};
  t.true((await count(strong)) < diesel);
  const top = await ask('count_vehicles', {groupBy: 'make', top: 2});
  t.is(top.data.length, 2);
  t.true(top.metadata.groupCount > 100);
  const kinds = await ask('list_names', {list: 'kinds', startsWith: 'personb'});
  t.deepEqual(kinds.data, [{id: '1', name: 'Passenger car', originalName: 'Personbil'}]);
  const names = await ask('list_names', {list: 'makes', startsWith: 'hy'});
  t.true(names.data.some(({name}: {name: string}) => name === 'HYUNDAI'));
  t.is((await ask('how_current_is_the_data', {})).dataset.vehicleCount, 2_000);
});

test('every list can be listed, those of a make or model with its id', async t => {
  const {ask} = await server();
  for (const {parents, path} of referenceLists.map(declarationOf)) {
    const list = path.slice(path.lastIndexOf('/') + 1);
    const [makeId, modelId] = ['10001', '10001001'];
    const ids = {...(parents.length > 0 && {makeId}), ...(parents.length > 1 && {modelId})};
    t.true((await ask('list_names', {list, ...ids})).data.length > 0, list);
  }
});

test('what went wrong is a sentence that says what to do', async t => {
  const {call} = await server();
  const refused: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
    ['look_up_vehicle', {plate: 'ZZ99999'}, /^404 VehicleNotFound: /],
    ['look_up_vehicle', {}, /Give one: plate, vin or id\./],
    ['look_up_vehicle', {plate: 'AB12345', id: '1'}, /Give one: plate, vin or id\./],
    ['vehicle_history', {plate: 'AB12345', id: '1'}, /Give one: plate, vin or id\./],
    ['vehicle_history', {id: '1'}, /^404 VehicleNotFound: /],
    ['find_vehicles', {make: 'hyundia'}, /No make is named hyundia\. Did you mean HYUNDAI/],
    ['find_vehicles', {color: 'Qq'}, /No color is named Qq\./],
    ['find_vehicles', {make: '10043'}, /No make is named 10043\./],
    [
      'find_vehicles',
      {make: 'skoda', gearbox: 'manual'},
      /find_vehicles has no gearbox\. It takes .*make, model, .*, fromModelYear, .* expand, and fields\.$/,
    ],
    [
      'count_vehicles',
      {colour: 'Red'},
      /count_vehicles has no colour\. Did you mean color\? It takes /,
    ],
    [
      'look_up_vehicle',
      {registrationNumber: 'AB12345'},
      /has no registrationNumber\. It takes plate, vin, id, expand, and fields\.$/,
    ],
    [
      'how_current_is_the_data',
      {on: 'x'},
      /how_current_is_the_data has no on\. It takes nothing\.$/,
    ],
    ['find_vehicles', {page: 1000, pageSize: 20}, /SearchTooDeep|ValidationFailed/],
    ['list_names', {list: 'variants', makeId: '10001'}, /^variants need modelId\.$/],
    ['list_names', {list: 'colors', makeId: '10001'}, /^colors take no makeId\.$/],
    ['what_changed', {pageSize: 21}, /expected number to be <=20 at pageSize/],
    ['count_vehicles', {groupBy: 'colour'}, /Did you mean color\?/],
    ['find_vehicles', {make: 'A\uD800'}, /^The make has a lone surrogate/],
    ['look_up_vehicle', {plate: '..'}, /^No path can have the plate "\.\."\.$/],
  ];
  for (const [name, input, sentence] of refused) {
    const {isError, text} = await call(name, input);
    t.true(isError, text);
    t.regex(text, sentence);
  }
});

test('a key without requests left still learns what it has used', async t => {
  const {prefix} = await createTestGeneration(t, []);
  const {ask} = await startServer(t, prefix, {monthlyRequests: 1});
  await ask('count_vehicles', {});
  const {dataset, usage} = await ask('how_current_is_the_data', {});
  t.regex(dataset, /^429 QuotaExceeded: /);
  t.is(usage.remaining, 0);
});

for (const [what, env, reason] of [
  ['a key', {}, /^Set API_KEY/],
  ['a key that a header can hold', {API_KEY: 'vdl_live_secret\na'}, /^The key has .*\n$/],
  [
    'an address without a login',
    {API_KEY: 'a', API_URL: 'http://user:secret@a'},
    /^The address .*\n$/,
  ],
] as const) {
  test(`without ${what} the server does not start, and says what it needs`, async t => {
    const failed = await t.throwsAsync<Error & {code: number; stderr: string; stdout: string}>(
      promisify(execFile)(process.execPath, [program], {env, timeout: 20_000}),
    );
    t.is(failed?.code, 2);
    t.regex(failed?.stderr ?? '', reason);
    t.false(failed?.stderr.includes('secret'));
    t.is(failed?.stdout, '');
  });
}

test('a line that is no request is answered with the error of the protocol', async t => {
  const ping = {jsonrpc: '2.0', id: 1, method: 'ping'};
  const lines = [[ping], {...ping, id: null}].map(line => JSON.stringify(line));
  const input = [...lines, 'ping', JSON.stringify(ping), ''].join('\n');
  const {stdout} = await execa(process.execPath, [program], {env: {API_KEY: 'a'}, input});
  const answers = stdout.split('\n').map(line => JSON.parse(line));
  t.deepEqual(
    answers.map(({id, error}) => [id, error?.code]),
    [
      [undefined, -32_600],
      [undefined, -32_600],
      [undefined, -32_700],
      [1, undefined],
    ],
  );
});

test('the server ends without a word when nobody reads its answers', async t => {
  const server = execa(process.execPath, [program], {env: {API_KEY: 'a'}, reject: false});
  server.stdout.destroy();
  server.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  const {exitCode, stderr} = await server;
  t.deepEqual([exitCode, stderr], [0, '']);
});

test('after the first import, a group is found by its ids, a name of digits is none, and no changes are known', async t => {
  const weeks = editedWeeks(t);
  const [id = ''] = editable;
  const ofAnotherModel = /(?<=KoeretoejModelType(?:Nummer|Navn)>)\w+/g;
  await weeks.put({[id]: xml => xml.replace(ofAnotherModel, '208')});
  const {call, ask} = await startServer(t, weeks.prefix);
  const idsIn = ({data}: {readonly data: readonly {readonly id: string}[]}) =>
    data.map(({id}) => id);
  t.deepEqual(idsIn(await ask('find_vehicles', {model: '208'})), [id]);
  const [{groups, count}] = (await ask('count_vehicles', {model: '208', groupBy: 'model'})).data;
  const [{value: modelId, makeId}] = groups;
  t.is((await ask('find_vehicles', {modelId, makeId})).metadata.totalCount, count);
  const {isError, text} = await call('what_changed', {});
  t.true(isError);
  t.regex(text, /^No changes are known yet: release 1, the newest, was not compared/);
});

test('what changed is told since the newest release unless another is named, and by names', async t => {
  const weeks = editedWeeks(t);
  const [moved = '', painted = '', gone = ''] = editable;
  await weeks.put();
  await weeks.put({[moved]: replated('ZZ90001')});
  await weeks.put({
    [moved]: replated('ZZ90001'),
    [painted]: edits.colored,
    [gone]: edits.gone,
  });
  const {call, ask} = await startServer(t, weeks.prefix);
  const idsIn = ({data}: {readonly data: readonly {readonly vehicleId: string}[]}) =>
    data.map(({vehicleId}) => vehicleId);
  t.deepEqual(idsIn(await ask('what_changed', {})), [painted, gone]);
  t.deepEqual((await ask('vehicle_history', {plate: 'ZZ 90001'})).data[0].kinds, ['Replated']);
  t.deepEqual((await ask('vehicle_history', {id: gone})).data[0].kinds, ['Removed']);
  t.is((await ask('list_releases', {pageSize: 1})).data[0].changes.ColorChanged, 1);
  t.deepEqual(idsIn(await ask('what_changed', {since: 1})), [moved, painted, gone]);
  t.deepEqual(idsIn(await ask('what_changed', {since: 1, plates: 'zz 90001'})), [moved]);
  const make = original(painted, 'KoeretoejMaerkeTypeNavn');
  t.deepEqual(idsIn(await ask('what_changed', {make, kinds: 'ColorChanged'})), [painted]);
  const expired = await call('what_changed', {since: 0});
  t.true(expired.isError);
  t.regex(expired.text, /ChangesExpired/);
});
