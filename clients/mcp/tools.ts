import type {McpServer} from '@modelcontextprotocol/sdk/server/mcp.js';
import type {CallToolResult} from '@modelcontextprotocol/sdk/types.js';
import {z} from 'zod';
import type {Client} from '#clients/typescript/src/index.ts';
import {didYouMean} from '#core/domain/nearest.ts';
import {inputsOf, lists, toQuery} from './description.ts';

/** Makes the API refuse unknown parameters. */
const header = {Prefer: 'handling=strict'};

/** Input of tools about one vehicle: one of these. */
const oneVehicle = {
  plate: z.string().optional().describe('Registration number, in any spelling: "AB 12 345".'),
  vin: z.string().optional().describe('Vehicle identification number.'),
  id: z.string().optional().describe('Vehicle id, as another tool returns it.'),
};

const vehiclePaths = {
  plate: '/v1/vehicles/plate/{plate}',
  vin: '/v1/vehicles/vin/{vin}',
  id: '/v1/vehicles/{id}',
} as const;

type OneVehicle = z.output<z.ZodObject<typeof oneVehicle>>;

/** The input that identifies the vehicle. Throws unless there is exactly one. */
const givenBy = (given: OneVehicle) => {
  const names = (['plate', 'vin', 'id'] as const).filter(name => given[name] !== undefined);
  const [by] = names;
  if (by === undefined || names.length > 1) throw new TypeError('Give one: plate, vin or id.');
  return by;
};

/** The requested vehicle. Throws the problem if it is not found. */
const vehicleOf = async (
  client: Client,
  given: OneVehicle,
  query: {readonly expand?: string},
  signal: AbortSignal,
) => {
  const by = givenBy(given);
  // One of three paths, whose answers have the same form.
  const params = {path: {[by]: given[by]} as {plate: string}, query};
  return (await client.get(vehiclePaths[by] as '/v1/vehicles/plate/{plate}', {params, signal}))
    .data;
};

const maxPlates = 50;

/** The answer of a tool, or a sentence about the failure: an agent can act on either. */
const resultOf = async (answer: () => Promise<unknown>): Promise<CallToolResult> => {
  try {
    return {content: [{type: 'text', text: JSON.stringify(await answer())}]};
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return {content: [{type: 'text', text}], isError: true};
  }
};

const sentenceList = new Intl.ListFormat('en', {type: 'conjunction'});

/** Refuses unknown inputs: if one were ignored, the answer would be to another question. */
const strictInput = <Shape extends z.ZodRawShape>(tool: string, shape: Shape) => {
  const names = Object.keys(shape);
  const takes = names.length === 0 ? 'nothing' : sentenceList.format(names);
  return z.strictObject(shape, {
    error: issue => {
      if (issue.code !== 'unrecognized_keys') return undefined;
      const hints = issue.keys.flatMap(key => didYouMean(key, names) ?? []);
      return [
        `${tool} has no ${sentenceList.format(issue.keys)}.`,
        ...hints,
        `It takes ${takes}.`,
      ].join(' ');
    },
  });
};

/** Adds the tools, which are named after questions. Each only reads, and counts towards the quota of the key. */
export const addTools = (server: McpServer, client: Client): void => {
  const add = <Shape extends z.ZodRawShape>(
    name: string,
    description: string,
    shape: Shape,
    answer: (input: z.output<z.ZodObject<Shape>>, signal: AbortSignal) => Promise<unknown>,
  ) => {
    const annotations = {readOnlyHint: true, openWorldHint: false};
    const inputSchema: z.ZodObject = strictInput(name, shape);
    server.registerTool(name, {description, inputSchema, annotations}, (input, {signal}) =>
      resultOf(() => answer(input as z.output<z.ZodObject<Shape>>, signal)),
    );
  };

  add(
    'look_up_vehicle',
    'Which vehicle has this plate, VIN or id? Returns its make, model, color, status, first registration and the ' +
      'estimate of its next inspection. For weights, seats and towing add `expand=technicalDetails`, for power and fuel ' +
      '`engine`, for emissions `environmentalInformation`, for its latest inspection `inspection`. If several vehicles ' +
      'have carried the plate, it means the one that is registered with it now, or was last.',
    {...oneVehicle, ...inputsOf('/v1/vehicles/{id}')},
    ({plate, vin, id, ...given}, signal) =>
      vehicleOf(client, {plate, vin, id}, toQuery(given), signal),
  );

  add(
    'look_up_plates',
    `Which vehicles have these plates? Up to ${maxPlates} at once, at one request per plate.`,
    {plates: z.array(z.string()).min(1).max(maxPlates).describe('Registration numbers.')},
    async ({plates}, signal) => (await client.vehiclesByPlates(plates, {signal})).data,
  );

  add(
    'vehicle_history',
    'What happened to this vehicle? Its changes, each with the values before and afterwards, as far back as changes are kept.',
    {...oneVehicle, ...inputsOf('/v1/vehicles/{vehicleId}/changes')},
    async ({plate, vin, id, ...given}, signal) => {
      const vehicle = {plate, vin, id};
      givenBy(vehicle);
      // With an id, a vehicle that is no longer in the dataset still has its history.
      const vehicleId = id ?? (await vehicleOf(client, vehicle, {}, signal)).id;
      const params = {path: {vehicleId}, query: toQuery(given), header};
      return (await client.get('/v1/vehicles/{vehicleId}/changes', {params, signal})).data;
    },
  );

  add(
    'find_vehicles',
    'Which vehicles are of this make, kind, color or model year, or have this fuel, power, mass and more? Returns one page, ' +
      'newest first unless `sortBy` says otherwise, with the total number that match. Use `fields` to get ' +
      'only what you need: `registrationNumber,engine.maxPowerKw`. To count, or to compare groups, use count_vehicles.',
    inputsOf('/v1/vehicles'),
    async (given, signal) =>
      (await client.get('/v1/vehicles', {params: {query: toQuery(given), header}, signal})).data,
  );

  add(
    'count_vehicles',
    'How many vehicles are there, or match filters, by groups such as make, color or year, and with averages, sums or ' +
      'percentiles of their numbers? Counts are exact, in one request. Without `groupBy` all are one group. For a time ' +
      'series, group by a year or month and sort by `value`. To list the vehicles of a group, pass its `value` to ' +
      'find_vehicles: an id as `kindId` and so on, that of a model or variant with the `makeId` of the group, and that of ' +
      'a year or month as its first and last day.',
    {
      ...inputsOf('/v1/statistics'),
      top: z
        .int()
        .min(1)
        .default(50)
        .describe('Number of groups to return, the first in sort order.'),
    },
    async ({top, ...given}, signal) => {
      const options = {params: {query: toQuery(given), header}, signal};
      const {data: found, datasetVersion} = await client.get('/v1/statistics', options);
      return {...found, data: found.data.slice(0, Number(top)), datasetVersion};
    },
  );

  add(
    'what_changed',
    'What changed since a release of the data, for these plates or vehicles, or for this make, kind or color? ' +
      'Without `since`, in the newest release. Returns one page of changes, each with the values before and afterwards. To ' +
      'count changes, use list_releases.',
    {
      ...inputsOf('/v1/changes'),
      // A page of the API can be more than an agent can read.
      pageSize: z.int().min(1).max(20).default(10).describe('Number of changes per page.'),
    },
    async (given, signal) => {
      const newest = async () => {
        const params = {query: {pageSize: 1}};
        const [release] = (await client.get('/v1/releases', {params, signal})).data.data;
        if (release?.changedVehicles === null)
          throw new Error(
            `No changes are known yet: release ${release.serial}, the newest, was not compared with an earlier one. Ask again after the next release.`,
          );
        return (release?.serial ?? 1) - 1;
      };
      const asked = toQuery(given);
      const query = {...asked, since: Number(asked['since'] ?? (await newest()))};
      return (await client.get('/v1/changes', {params: {query, header}, signal})).data;
    },
  );

  add(
    'list_releases',
    'How many vehicles changed with each release of the data, by kind of change and by make? Newest first.',
    inputsOf('/v1/releases'),
    async (given, signal) =>
      (await client.get('/v1/releases', {params: {query: toQuery(given), header}, signal})).data,
  );

  add(
    'list_names',
    'Which makes, models, colors, kinds and so on are there? Returns one page of names and ids, optionally those that start ' +
      'with a text. Models need the id of their make; variants and designation types those of their make and model.',
    {
      list: z.enum([...lists.keys()]),
      startsWith: z.string().optional().describe('The start of a name.'),
      makeId: z.string().optional().describe('For models, variants and designation types.'),
      modelId: z.string().optional().describe('For variants and designation types.'),
      page: z.int().min(1).default(1),
    },
    async ({list, startsWith, page, ...parents}, signal) => {
      const path = lists.get(list) ?? '';
      const takes = (name: string) => path.includes(`{${name}}`);
      const names = ['makeId', 'modelId'] as const;
      const missing = names.filter(name => takes(name) && parents[name] === undefined);
      if (missing.length > 0) throw new TypeError(`${list} need ${sentenceList.format(missing)}.`);
      const ignored = names.find(name => !takes(name) && parents[name] !== undefined);
      if (ignored) throw new TypeError(`${list} take no ${ignored}.`);
      const query = {page, pageSize: 50, ...(startsWith !== undefined && {q: startsWith})};
      // One of the lists, whose answers have the same form.
      const params = {path: parents as {makeId: string; modelId: string}, query, header};
      return (await client.get(path as '/v1/makes/{makeId}/models', {params, signal})).data;
    },
  );

  add(
    'how_current_is_the_data',
    'How old is the data, how many vehicles does it have, and how many requests does this key have left?',
    {},
    async (_, signal) => {
      const [dataset, usage] = await Promise.all([
        // A key without remaining requests still learns its usage.
        client.get('/v1/dataset', {signal}).catch((error: Error) => ({data: error.message})),
        client.get('/v1/usage', {signal}),
      ]);
      return {dataset: dataset.data, usage: usage.data};
    },
  );
};
