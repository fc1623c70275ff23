import {once} from 'node:events';
import {type IncomingHttpHeaders, type IncomingMessage, request} from 'node:http';
import {connect} from 'node:net';
import {buffer, text} from 'node:stream/consumers';
import {brotliDecompressSync, gunzipSync} from 'node:zlib';
import {createLog} from '#core/log/log.ts';
import {type AppOptions, createServer, publicDocuments} from '#src/app.ts';
import type {Services} from '#src/services.ts';
import type {Scope} from '../scope.ts';
import {onLoopback} from '../servers/on-loopback.ts';

export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
};

export type Call = {
  readonly method?: string;
  /** The usual key is added unless they have one; `undefined` leaves a header out. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: string | Uint8Array;
};

const parsed = (body: string, contentType = 'json'): unknown => {
  if (body === '') return undefined;
  return contentType.includes('json') ? JSON.parse(body) : body;
};

const decoded = (bytes: Buffer, coding: string | undefined): Buffer => {
  if (bytes.length === 0 || coding === undefined) return bytes;
  return coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes);
};

/** `request` sends paths and headers unchanged; `fetch` would normalize them. */
const call = async (
  port: number,
  key: string,
  path: string,
  {method = 'GET', headers: own, body}: Call,
) => {
  const entries = Object.entries({'X-Api-Key': key, ...own});
  const sent = request({port, path, method, agent: false});
  for (const [name, value] of entries) if (value !== undefined) sent.setHeader(name, value);
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const {statusCode: status = 0, headers} = answer;
  const bytes = await buffer(answer);
  const said = decoded(bytes, headers['content-encoding']).toString();
  return {status, headers, bytes, body: parsed(said, headers['content-type'])};
};

const parsedRaw = (answer: string): Answer => {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines
    .map(line => line.split(': '))
    .map(([name, value]) => [name?.toLowerCase(), value]);
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: parsed(body),
  };
};

const publicUrl = 'https://api.example';
let pages: AppOptions['documents'] | undefined;
/** The pages, made at the first request for one, since that takes a third of a second. */
const documents: AppOptions['documents'] = {
  contractVersion: '1',
  serve: (ctx, next) => {
    if (ctx.path.startsWith('/v1/')) return next();
    pages ??= publicDocuments(publicUrl);
    return pages.serve(ctx, next);
  },
};

/** Starts the API on a free port over these services, and stops it at the end of the test. */
export const startApi = async (
  t: Scope,
  services: Services,
  {key = 'a key', ...options}: Partial<AppOptions> & {readonly key?: string} = {},
) => {
  const lines: string[] = [];
  const log = createLog('info', {write: line => void lines.push(line)});
  const server = createServer(services, {
    publicUrl,
    documents,
    corsOrigins: [],
    log,
    validateResponses: true,
    ...options,
  });
  const port = await onLoopback(t, server);
  return {
    port,
    lines,
    get: (path: string, options: Call = {}) => call(port, key, path, options),
    post: (path: string, body: string | Uint8Array, options: Call = {}) =>
      call(port, key, path, {...options, method: 'POST', body}),
    /** Sends bytes and reads until the server closes. */
    sendRaw: async (bytes: string): Promise<Answer> => {
      const socket = connect(port, '127.0.0.1');
      socket.write(bytes, 'latin1');
      return parsedRaw(await text(socket));
    },
  };
};
