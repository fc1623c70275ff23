import {McpServer} from '@modelcontextprotocol/sdk/server/mcp.js';
import {StdioServerTransport} from '@modelcontextprotocol/sdk/server/stdio.js';
import {ErrorCode} from '@modelcontextprotocol/sdk/types.js';
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

const transport = new StdioServerTransport();
/** The errors for lines that the SDK drops, so that their sender gets an answer, by the errors that it throws. */
const unread: Readonly<Record<string, {readonly code: number; readonly message: string}>> = {
  SyntaxError: {code: ErrorCode.ParseError, message: 'The line is not JSON.'},
  ZodError: {code: ErrorCode.InvalidRequest, message: 'The line is not one JSON-RPC 2.0 message.'},
};
server.server.onerror = ({name}) => {
  const error = unread[name];
  if (error) void transport.send({jsonrpc: '2.0', error});
};
// Nobody reads the answers any longer.
process.stdout.on('error', () => process.exit());
await server.connect(transport);
