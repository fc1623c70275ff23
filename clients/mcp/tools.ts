import type {McpServer} from '@modelcontextprotocol/sdk/server/mcp.js';
import type {CallToolResult} from '@modelcontextprotocol/sdk/types.js';
import {z} from 'zod';
import {Filters, queryOf} from './filters.ts';
import {type Client, oneVehicle, vehicleOf} from './vehicle.ts';

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

/** The tools by names of questions. Each only reads, and each counts towards the quota of the key. */
export const addTools = (server: McpServer, client: Client): void => {
  const add = <Input extends z.ZodObject>(
    name: string,
    description: string,
    inputSchema: Input,
    answer: (input: z.output<Input>, signal: AbortSignal) => Promise<unknown>,
  ) => {
    const annotations = {readOnlyHint: true, openWorldHint: false};
    server.registerTool(
      name,
      {description, inputSchema: inputSchema as z.ZodObject, annotations},
      (input, {signal}) => resultOf(() => answer(input as z.output<Input>, signal)),
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
    z.object({plates: z.array(z.string()).min(1).max(maxPlates).describe('Registration numbers.')}),
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
    'Which vehicles are of this make, kind, usage, color or model year? One page of them, newest first.',
    Filters.extend({
      page: z.int().min(1).default(1),
      pageSize: z.int().min(1).max(20).default(10),
    }),
    async ({page, pageSize, ...filters}, signal) => {
      const query = {...(await queryOf(client, filters, signal)), page, pageSize};
      return (await client.get('/v1/vehicles', {params: {query}, signal})).data;
    },
  );

  add(
    'count_vehicles',
    'How many vehicles are of this make, kind, usage, color or model year? Exactly, in one request.',
    Filters,
    async (filters, signal) => {
      const query = {...(await queryOf(client, filters, signal)), pageSize: 1};
      const {data, datasetVersion} = await client.get('/v1/vehicles', {params: {query}, signal});
      return {count: data.metadata.totalCount, datasetVersion};
    },
  );

  add(
    'list_names',
    'Which makes, colors, kinds, usages, emission standards or pieces of equipment are there? A page of their names ' +
      'and ids.',
    z.object({
      list: z.enum(['makes', 'colors', 'kinds', 'usages', 'emission-standards', 'equipment']),
      startsWith: z
        .string()
        .optional()
        .describe('The start of a name, for makes and colors alone.'),
      page: z.int().min(1).default(1),
    }),
    async ({list, startsWith, page}, signal) => {
      const query = {page, pageSize: 50, ...(startsWith !== undefined && {q: startsWith})};
      return (await client.get(`/v1/${list}`, {params: {query}, signal})).data;
    },
  );

  add(
    'how_current_is_the_data',
    'From when is the data, how many vehicles does it have, and how many requests has this key left?',
    z.object({}),
    async (_, signal) => {
      const [dataset, usage] = await Promise.all([
        client.get('/v1/dataset', {signal}),
        client.get('/v1/usage', {signal}),
      ]);
      return {dataset: dataset.data, usage: usage.data};
    },
  );
};
