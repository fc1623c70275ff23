import {once} from 'node:events';
import {connect} from 'node:net';
import {setImmediate as turn, setTimeout as wait} from 'node:timers/promises';
import {brotliDecompressSync, gunzipSync} from 'node:zlib';

/** A final response of HTTP/1.1 as it came over a connection. */
export type RawResponse = {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Decoded; empty for responses without a body. */
  readonly body: string;
};

/** The bytes of a chunked body, and where it ends. */
const readChunks = (bytes: string, start: number): readonly [body: string, end: number] => {
  let [body, at] = ['', start];
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.slice(at, lineEnd), 16);
    if (lineEnd < 0 || Number.isNaN(size)) throw new Error('A chunked response is cut off.');
    body += bytes.slice(lineEnd + 2, lineEnd + 2 + size);
    at = lineEnd + 2 + size + 2;
    if (size === 0) return [body, at];
  }
};

/** The body that begins here; one that was asked for by HEAD has only the headers of a body. */
const readBody = (bytes: string, start: number, headers: ReadonlyMap<string, string>) => {
  const isAbsent = start === bytes.length || bytes.startsWith('HTTP/1.1 ', start);
  if (isAbsent) return ['', start] as const;
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(bytes, start);
  const end = start + Number(headers.get('content-length') ?? 0);
  if (end > bytes.length) throw new Error('A response is cut off.');
  return [bytes.slice(start, end), end] as const;
};

const decoded = (body: string, coding: string | undefined): string => {
  const bytes = Buffer.from(body, 'latin1');
  if (body === '' || coding === undefined) return bytes.toString();
  return (coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString();
};

/** Every final response in what a connection has brought, as Latin-1. Throws at anything else. */
const parseResponses = (bytes: string): readonly RawResponse[] => {
  const responses: RawResponse[] = [];
  for (let at = 0; at < bytes.length; ) {
    const headEnd = bytes.indexOf('\r\n\r\n', at);
    const [statusLine = '', ...lines] = bytes.slice(at, headEnd).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) [\w ]+$/.exec(statusLine)?.[1]);
    if (headEnd < 0 || Number.isNaN(status)) throw new Error(`This is no response: ${statusLine}`);
    const headers = new Map(
      lines.map(line => [line.split(':')[0]?.toLowerCase() ?? '', line.replace(/^[^:]*: ?/, '')]),
    );
    if (status < 200) {
      at = headEnd + 4;
      continue;
    }
    const [body, end] = readBody(bytes, headEnd + 4, headers);
    responses.push({status, headers, body: decoded(body, headers.get('content-encoding'))});
    at = end;
  }
  return responses;
};

/** Far more than the largest conversation takes; a service that hangs takes longer. */
const longestMs = 20_000;

/** The last request of a conversation: after its response the server closes. */
const farewell = 'GET /v1/farewell HTTP/1.1\r\nHost: api.example\r\nConnection: close\r\n\r\n';

/** How long a server may wait for the rest of what has no end, before the client gives up. */
const patienceMs = 200;

type Options = {
  /** Whether the requests are whole, so that the server has to close by itself. */
  readonly isWhole: boolean;
  /** Whether the last request asks for the end itself, so that nothing may follow it. */
  readonly isClosing: boolean;
};

/** Says it piece by piece; answers with all responses that came back until the server closed. */
export const converse = async (
  port: number,
  pieces: readonly string[],
  {isWhole, isClosing}: Options,
): Promise<readonly RawResponse[]> => {
  const socket = connect(port, '127.0.0.1').setNoDelay().setEncoding('latin1');
  let received = '';
  socket.on('data', (text: string) => {
    received += text;
  });
  // A server that has refused a request need not read what comes after it.
  socket.on('error', () => {});
  const closed = new Promise(resolve => void socket.once('close', resolve));
  await once(socket, 'connect');
  for (const piece of [...pieces, isClosing ? '' : farewell]) {
    if (piece !== '') socket.write(piece, 'latin1');
    await turn();
  }
  const inTime = new AbortController();
  try {
    if (!isWhole) {
      await Promise.race([closed, wait(patienceMs)]);
      socket.end();
    }
    const overdue = wait(longestMs, 'overdue', {signal: inTime.signal}).catch(() => {});
    if ((await Promise.race([closed, overdue])) === 'overdue') {
      throw new Error(`There is no end after ${longestMs} ms, but: ${received}`);
    }
    return parseResponses(received);
  } finally {
    inTime.abort();
    socket.destroy();
  }
};
