import type {McpServer} from '@modelcontextprotocol/sdk/server/mcp.js';
import type {CallToolResult} from '@modelcontextprotocol/sdk/types.js';
import {z} from 'zod';
import type {createClient} from '#clients/typescript/src/index.ts';
import {didYouMean} from '#core/domain/nearest.ts';
import {changeInputs, filters, lists, toQuery} from './description.ts';

type Client = ReturnType<typeof createClient>;

/** Input of tools that are about one vehicle: one of these. */
const oneVehicle = {
  plate: z.string().optional().describe('Registration number, in any spelling: "AB 12 345".'),
  vin: z.string().optional().describe('Vehicle identification number.'),
  id: z.string().optional().describe('The id that another tool gave.'),
};

/** The vehicle that is asked for. Throws the problem of one that is not found. */
const vehicleOf = async (
  client: Client,
  {plate, vin, id}: z.output<z.ZodObject<typeof oneVehicle>>,
  signal: AbortSignal,
) => {
  if ([plate, vin, id].filter(each => each !== undefined).length !== 1) {
    throw new TypeError('Give one of plate, vin and id.');
  }
  if (plate !== undefined) {
    return (await client.get('/v1/vehicles/plate/{plate}', {params: {path: {plate}}, signal})).data;
  }
  if (vin !== undefined) {
    return (await client.get('/v1/vehicles/vin/{vin}', {params: {path: {vin}}, signal})).data;
  }
  return (await client.get('/v1/vehicles/{id}', {params: {path: {id: id ?? ''}}, signal})).data;
};

const maxPlates = 50;

/** The answer of a tool, or the sentence on what went wrong: an agent can act on either. */
const resultOf = async (answer: () => Promise<unknown>): Promise<CallToolResult> => {
  try {
    return {content: [{type: 'text', text: JSON.stringify(await answer())}]};
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return {content: [{type: 'text', text}], isError: true};
  }
};

const sentenceList = new Intl.ListFormat('en', {type: 'conjunction'});

/** An input that is not ignored: the answer would be to another question. */
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

/** The API says what it does not know, too. */
const header = {Prefer: 'handling=strict'};

/** The tools by names of questions. Each only reads, and each counts towards the quota of the key. */
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
    'Which vehicle has this plate, VIN or id? Its make, model, color, status, first registration and more. A plate ' +
      'that several vehicles have carried means the one that is registered with it now, or was last.',
    oneVehicle,
    (input, signal) => vehicleOf(client, input, signal),
  );

  add(
    'look_up_plates',
    `Which vehicles have these plates? Up to ${maxPlates} at once, which costs one request a plate.`,
    {plates: z.array(z.string()).min(1).max(maxPlates).describe('Registration numbers.')},
    async ({plates}, signal) => (await client.vehiclesByPlates(plates, {signal})).data,
  );

  add(
    'technical_data',
    'How heavy, strong, fast or clean is this vehicle? Weights, seats, axles, towing, engine, fuel, consumption, ' +
      'emissions. null where the register has no such record.',
    oneVehicle,
    async (input, signal) => {
      const {id} = await vehicleOf(client, input, signal);
      const options = {params: {path: {vehicleId: id}}, signal};
      const [technicalDetails, engine, environmentalInformation] = await Promise.all([
        client.get('/v1/vehicles/{vehicleId}/technical-details', options),
        client.get('/v1/vehicles/{vehicleId}/engine', options),
        client.get('/v1/vehicles/{vehicleId}/environmental-information', options),
      ]);
      return {
        id,
        technicalDetails: technicalDetails.data,
        engine: engine.data ?? null,
        environmentalInformation: environmentalInformation.data ?? null,
      };
    },
  );

  add(
    'latest_inspection',
    'When was this vehicle last inspected, with which result, and at how many kilometres? null if it never was.',
    oneVehicle,
    async (input, signal) => {
      const {id} = await vehicleOf(client, input, signal);
      const options = {params: {path: {vehicleId: id}}, signal};
      const {data} = await client.get('/v1/vehicles/{vehicleId}/inspection', options);
      return {id, inspection: data ?? null};
    },
  );

  add(
    'find_vehicles',
    'Which vehicles are of this make, kind, color or model year, or have this fuel, power, mass and more? One page of ' +
      'them, newest first.',
    {
      ...filters,
      page: z.int().min(1).default(1),
      pageSize: z.int().min(1).max(20).default(10),
    },
    async ({page, pageSize, ...given}, signal) => {
      const query = {...toQuery(given), page, pageSize};
      return (await client.get('/v1/vehicles', {params: {query, header}, signal})).data;
    },
  );

  add(
    'count_vehicles',
    'How many vehicles are of this make, kind, color or model year, or have this fuel, power, mass and more? Exactly, ' +
      'in one request.',
    filters,
    async (given, signal) => {
      const query = {...toQuery(given), pageSize: 1};
      const options = {params: {query, header}, signal};
      const {data, datasetVersion} = await client.get('/v1/vehicles', options);
      return {count: data.metadata.totalCount, datasetVersion};
    },
  );

  add(
    'what_changed',
    'What changed since a release of the data, to these plates or vehicles, or to those of this make, kind or color? ' +
      'Without since, in the newest release. A page of changes, each with the values before and afterwards.',
    {...changeInputs, ...filters},
    async (given, signal) => {
      const newest = async () => ((await client.get('/v1/dataset', {signal})).data.serial ?? 1) - 1;
      const query = {since: Number(given['since'] ?? (await newest())), ...toQuery(given)};
      return (await client.get('/v1/changes', {params: {query, header}, signal})).data;
    },
  );

  add(
    'list_names',
    'Which makes, colors, kinds and so on are there? A page of their names and ids.',
    {
      list: z.enum(lists),
      startsWith: z.string().optional().describe('The start of a name.'),
      page: z.int().min(1).default(1),
    },
    async ({list, startsWith, page}, signal) => {
      const query = {page, pageSize: 50, ...(startsWith !== undefined && {q: startsWith})};
      // One of the lists, which answer alike.
      const path = `/v1/${list}` as '/v1/makes';
      return (await client.get(path, {params: {query, header}, signal})).data;
    },
  );

  add(
    'how_current_is_the_data',
    'From when is the data, how many vehicles does it have, and how many requests has this key left?',
    {},
    async (_, signal) => {
      const [dataset, usage] = await Promise.all([
        client.get('/v1/dataset', {signal}),
        client.get('/v1/usage', {signal}),
      ]);
      return {dataset: dataset.data, usage: usage.data};
    },
  );
};
