import {once} from 'node:events';
import {type FileHandle, open} from 'node:fs/promises';
import {Agent, createServer, type IncomingMessage, request, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {buffer, text} from 'node:stream/consumers';
import type {Bench} from './bench.ts';
import {runImport} from './import.ts';
import type {Copy} from './programs.ts';

/** The bulk requests of an import that created vehicles, as it sent them. */
export type RecordedBulks = {
  /** Holds their bodies, one after the other. */
  readonly file: FileHandle;
  /** Where each body ends, in bytes. */
  readonly ends: readonly number[];
  readonly documents: number;
  /** The settings and mappings of the index that they were sent to. */
  readonly definition: object;
};

const newline = 10;

const linesOf = (body: Buffer): number => {
  let lines = 0;
  for (let at = body.indexOf(newline); at >= 0; at = body.indexOf(newline, at + 1)) lines += 1;
  return lines;
};

/** Sends a request on as it came, and its response back. */
const passOn = async (
  url: string,
  {method, url: path, headers}: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<void> => {
  const onward = request(new URL(path ?? '/', url), {method, headers}).end(body);
  const [answer] = (await once(onward, 'response')) as [IncomingMessage];
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.pipe(response);
};

/** Imports the sample through a server between, which keeps what it sends to Elasticsearch. */
export const recordBulks = async (bench: Bench, copy: Copy): Promise<RecordedBulks> => {
  const {folder, engines, undo} = bench;
  const file = await open(join(folder, 'bulks'), 'w+');
  undo(() => file.close());
  const ends: number[] = [];
  let [end, documents] = [0, 0];
  let definition: object | undefined;

  const record = async ({method, url = ''}: IncomingMessage, body: Buffer) => {
    if (!url.includes(`${copy.prefix}vehicles`)) return;
    if (method === 'PUT' && body.includes('"mappings"')) {
      const {aliases, ...rest} = JSON.parse(body.toString());
      definition = rest;
    }
    if (!url.includes('_bulk') || !body.subarray(0, 9).equals(Buffer.from('{"create"'))) return;
    const start = end;
    end += body.length;
    ends.push(end);
    documents += linesOf(body) / 2;
    await file.write(body, 0, body.length, start);
  };

  const server = createServer(async (incoming, response) => {
    const body = await buffer(incoming);
    await record(incoming, body);
    await passOn(engines.elasticsearchUrl, incoming, body, response).catch(() =>
      response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as AddressInfo;
  try {
    await runImport(bench, copy, `http://127.0.0.1:${port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
  if (documents > 0 && definition !== undefined) return {file, ends, documents, definition};
  throw new Error('The import created no vehicles by bulk requests that could be recorded.');
};

/** Requests at once: more gain nothing on a few cores. */
const lanes = 4;

/**
 * Sends the bodies of an import again, to an index of the same definition, with nothing but HTTP
 * between: the most that Elasticsearch takes. Returns the seconds until all were answered.
 */
export const sendRawBulks = async (
  {engines, prefix, signal}: Bench,
  {file, ends, definition}: RecordedBulks,
): Promise<number> => {
  const index = `${prefix}raw`;
  await engines.deleteIndices(index);
  await engines.client.indices.create({index, ...definition});
  const agent = new Agent({keepAlive: true, maxSockets: lanes});
  const url = new URL(`/${index}/_bulk?filter_path=errors`, engines.elasticsearchUrl);
  const headers = {'content-type': 'application/x-ndjson'};

  const send = async (at: number): Promise<void> => {
    const start = ends[at - 1] ?? 0;
    const body = Buffer.allocUnsafe((ends[at] ?? start) - start);
    await file.read(body, 0, body.length, start);
    const sent = request(url, {
      method: 'POST',
      agent,
      headers: {...headers, 'content-length': body.length},
      signal,
    }).end(body);
    const [answer] = await once(sent, 'response');
    const said = await text(answer);
    // Documents of vehicles that are there already are refused, here as in the import.
    if (answer.statusCode !== 200) throw new Error(`Elasticsearch refused documents: ${said}`);
  };

  let next = 0;
  const lane = async () => {
    while (next < ends.length) {
      const at = next;
      next += 1;
      await send(at);
    }
  };
  const started = performance.now();
  try {
    await Promise.all(Array.from({length: lanes}, lane));
    return (performance.now() - started) / 1000;
  } finally {
    agent.destroy();
    await engines.deleteIndices(index);
  }
};
