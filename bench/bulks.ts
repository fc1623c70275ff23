import {once} from 'node:events';
import {type FileHandle, open} from 'node:fs/promises';
import {createServer, type IncomingMessage, request} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {buffer} from 'node:stream/consumers';
import pLimit from 'p-limit';
import {Pool} from 'undici';
import type {Bench} from './bench.ts';
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

const linesOf = (body: Buffer): number => {
  let lines = 0;
  for (let at = body.indexOf('\n'); at >= 0; at = body.indexOf('\n', at + 1)) lines += 1;
  return lines;
};

/** Runs an import through a server between, which keeps what it sends to Elasticsearch. */
export const recordBulks = async (
  {folder, engines, cleanUp}: Bench,
  copy: Copy,
  runThrough: (node: string) => Promise<unknown>,
): Promise<RecordedBulks> => {
  const file = await open(join(folder, 'bulks'), 'w+');
  cleanUp.defer(() => file.close());
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
    const {method, url: path = '', headers} = incoming;
    const onward = request(new URL(path, engines.elasticsearchUrl), {method, headers}).end(body);
    onward.on('error', () => response.destroy());
    onward.on('response', answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as AddressInfo;
  try {
    await runThrough(`http://127.0.0.1:${port}`);
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
  const pool = new Pool(engines.elasticsearchUrl, {connections: lanes});
  const send = async (end: number, at: number): Promise<void> => {
    const start = ends[at - 1] ?? 0;
    const body = Buffer.allocUnsafe(end - start);
    await file.read(body, 0, body.length, start);
    const {statusCode, body: said} = await pool.request({
      method: 'POST',
      path: `/${index}/_bulk?filter_path=errors`,
      headers: {'content-type': 'application/x-ndjson'},
      body,
      signal,
    });
    const text = await said.text();
    // Documents of vehicles that are there already are refused, here as in the import.
    if (statusCode !== 200) throw new Error(`Elasticsearch refused documents: ${text}`);
  };

  const started = performance.now();
  try {
    await pLimit(lanes).map(ends, send);
    return (performance.now() - started) / 1000;
  } finally {
    await pool.destroy();
    await engines.deleteIndices(index);
  }
};
