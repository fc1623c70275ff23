import {execFile} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StdioClientTransport} from '@modelcontextprotocol/sdk/client/stdio.js';
import test, {type ExecutionContext} from 'ava';
import {z} from 'zod';
import {declarationOf, referenceLists} from '#mappings/reference-document.ts';
import {editable, editedWeeks, edits, original, replated} from '../../api/changes/edited-weeks.ts';
import {startKeyedCopy} from '../../helpers/api/start-copy.ts';
import {importSample} from '../../helpers/extracts/import-extract.ts';
import {sharedFixture} from '../../helpers/scope.ts';

const program = fileURLToPath(new URL('../../../clients/mcp/main.ts', import.meta.url));
const sample = sharedFixture(test, t => importSample(t, 2_000));

const Result = z.object({
  isError: z.boolean().default(false),
  content: z.array(z.object({text: z.string()})).length(1),
});

/** The server as an agent's program starts it. Returns what its tools say. */
const startServer = async (t: ExecutionContext, prefix?: string) => {
  const {port, key} = await startKeyedCopy(t, prefix ?? (await sample()));
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
    t.false(isError, text);
    return JSON.parse(text);
  };
  return {agent, call, ask};
};

test('there are nine tools, which only read, each with a description of itself and its inputs', async t => {
  const {agent} = await startServer(t);
  const {tools} = await agent.listTools();
  t.is(tools.length, 9);
  for (const {name, description, annotations, inputSchema} of tools) {
    t.regex(description ?? '', /\?/, name);
    t.true(annotations?.readOnlyHint, name);
    t.is(inputSchema.type, 'object', name);
    t.is(inputSchema['additionalProperties'], false, name);
  }
});

test('a vehicle is found by its plate, VIN or id, with its records', async t => {
  const {ask} = await startServer(t);
  const {data} = await ask('find_vehicles', {make: 'HYUNDAI', fromModelYear: 2010, pageSize: 1});
  const [{registrationNumber: plate}] = data;
  const vehicle = await ask('look_up_vehicle', {plate: `${plate.slice(0, 2)} ${plate.slice(2)}`});
  t.deepEqual(vehicle, data[0]);
  t.deepEqual(await ask('look_up_vehicle', {vin: vehicle.vin}), vehicle);
  t.deepEqual(await ask('look_up_vehicle', {id: vehicle.id}), vehicle);
  const technical = await ask('technical_data', {plate});
  t.is(technical.id, vehicle.id);
  t.true('grossWeightKg' in technical.technicalDetails);
  t.true('environmentalInformation' in technical && 'engine' in technical);
  t.is((await ask('latest_inspection', {plate})).id, vehicle.id);
  const plates = await ask('look_up_plates', {plates: [plate, 'AB_1']});
  t.is(plates[0].vehicle.id, vehicle.id);
  t.is(plates[1].error.code, 'InvalidPlate');
});

test('vehicles are found and counted by names in English, in Danish or by id', async t => {
  const {ask} = await startServer(t);
  const {count} = await ask('count_vehicles', {make: 'Hyundai', color: 'Black'});
  t.true(count > 0);
  t.is((await ask('count_vehicles', {make: '10043', color: 'sort'})).count, count);
  const found = await ask('find_vehicles', {make: 'HYUNDAI', color: 'Black', pageSize: 1});
  t.is(found.metadata.totalCount, count);
  t.is(found.data[0].make.name, 'HYUNDAI');
  t.true((await ask('count_vehicles', {kind: 'Passenger car', fromModelYear: 2020})).count > 0);
  const cars = await ask('count_vehicles', {kind: 'Passenger car'});
  t.true(cars.count > 0);
  for (const kind of ['car', 'CAR', 'personbil', '1'])
    t.deepEqual(await ask('count_vehicles', {kind}), cars);
  t.deepEqual(
    await ask('count_vehicles', {color: 'blå'}),
    await ask('count_vehicles', {color: 'Blue'}),
  );
  t.true((await ask('count_vehicles', {make: 'skoda'})).count > 0);
  const diesel = await ask('count_vehicles', {make: 'skoda', primaryFuel: 'Diesel'});
  t.true(diesel.count > 0);
  const strong = {make: 'skoda', primaryFuel: 'Diesel', fromMaxPowerKw: 100.5, isBlocked: false};
  t.true((await ask('count_vehicles', strong)).count < diesel.count);
  const kinds = await ask('list_names', {list: 'kinds', startsWith: 'personb'});
  t.deepEqual(kinds.data, [{id: '1', name: 'Passenger car', originalName: 'Personbil'}]);
  const names = await ask('list_names', {list: 'makes', startsWith: 'hy'});
  t.true(names.data.some(({name}: {name: string}) => name === 'HYUNDAI'));
  t.is((await ask('how_current_is_the_data', {})).dataset.vehicleCount, 2_000);
});

test('every list that no entry of another one has can be listed', async t => {
  const {ask} = await startServer(t);
  for (const {parents, path} of referenceLists.map(declarationOf)) {
    const list = path.slice('/v1/'.length);
    if (parents.length === 0) t.true((await ask('list_names', {list})).data.length > 0, list);
  }
});

test('what went wrong is a sentence that says what to do', async t => {
  const {call} = await startServer(t);
  const refused: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
    ['look_up_vehicle', {plate: 'ZZ99999'}, /^404 VehicleNotFound: /],
    ['look_up_vehicle', {}, /Give one of plate, vin and id\./],
    ['look_up_vehicle', {plate: 'AB12345', id: '1'}, /Give one of plate, vin and id\./],
    ['find_vehicles', {make: 'hyundia'}, /No make is named hyundia\. Did you mean HYUNDAI/],
    ['find_vehicles', {color: 'Qq'}, /No color is named Qq\./],
    ['find_vehicles', {makeId: '1'}, /find_vehicles has no makeId\. Did you mean make\?/],
    [
      'find_vehicles',
      {make: 'skoda', gearbox: 'manual'},
      /find_vehicles has no gearbox\. It takes .*make, model, .*, fromModelYear, .* page, and pageSize\.$/,
    ],
    [
      'count_vehicles',
      {colour: 'Red'},
      /count_vehicles has no colour\. Did you mean color\? It takes /,
    ],
    [
      'look_up_vehicle',
      {registrationNumber: 'AB12345'},
      /has no registrationNumber\. It takes plate, vin, and id\.$/,
    ],
    [
      'how_current_is_the_data',
      {on: 'x'},
      /how_current_is_the_data has no on\. It takes nothing\.$/,
    ],
    ['find_vehicles', {page: 1000, pageSize: 20}, /SearchTooDeep|ValidationFailed/],
    ['look_up_vehicle', {plate: '..'}, /^No path can have the plate "\.\."\.$/],
  ];
  for (const [name, input, sentence] of refused) {
    const {isError, text} = await call(name, input);
    t.true(isError, text);
    t.regex(text, sentence);
  }
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

test('what changed is told since the newest release unless another is named, and by names', async t => {
  const weeks = editedWeeks(t);
  const [moved = '', painted = ''] = editable;
  await weeks.put();
  await weeks.put({[moved]: replated('ZZ90001')});
  await weeks.put({[moved]: replated('ZZ90001'), [painted]: edits.colored});
  const {call, ask} = await startServer(t, weeks.prefix);
  const idsIn = ({data}: {readonly data: readonly {readonly vehicleId: string}[]}) =>
    data.map(({vehicleId}) => vehicleId);
  t.deepEqual(idsIn(await ask('what_changed', {})), [painted]);
  t.deepEqual(idsIn(await ask('what_changed', {since: 1})), [moved, painted]);
  t.deepEqual(idsIn(await ask('what_changed', {since: 1, plates: 'zz 90001'})), [moved]);
  const make = original(painted, 'KoeretoejMaerkeTypeNavn');
  t.deepEqual(idsIn(await ask('what_changed', {make, kinds: 'ColorChanged'})), [painted]);
  const expired = await call('what_changed', {since: 0});
  t.true(expired.isError);
  t.regex(expired.text, /ChangesExpired/);
});
