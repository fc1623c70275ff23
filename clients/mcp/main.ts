import {McpServer} from '@modelcontextprotocol/sdk/server/mcp.js';
import {StdioServerTransport} from '@modelcontextprotocol/sdk/server/stdio.js';
import {createClient} from '#clients/typescript/src/index.ts';
import {addTools} from './tools.ts';

const apiKey = process.env['API_KEY'];
const baseUrl = process.env['API_URL'] || 'http://127.0.0.1:8080';

const usage =
  'Set API_KEY to a key of the API, and API_URL to its address (default: http://127.0.0.1:8080).';

const clientOrExit = () => {
  try {
    if (!apiKey || !URL.canParse(baseUrl)) throw new Error(usage);
    return createClient({baseUrl, apiKey});
  } catch (error) {
    // Standard output belongs to the protocol.
    console.error(error instanceof Error ? error.message : error);
    return process.exit(2);
  }
};

const server = new McpServer(
  {name: 'vehicle-data-lookup', version: '1.0.0'},
  {
    instructions:
      'Vehicles of the Danish motor register, from its weekly public extract, without owners. Names of makes are in the ' +
      'spelling of the register ("VOLKSWAGEN"), those of colors and kinds in English or Danish.',
  },
);
addTools(server, clientOrExit());
await server.connect(new StdioServerTransport());
