import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {Scope} from '../scope.ts';
import {drip} from './drip.ts';
import {onLoopback} from './on-loopback.ts';

export type HttpTransfer = {
  readonly bytes?: number;
  /** With `drip`, the rest is sent a byte at a time. */
  readonly end?: 'done' | 'cut' | 'silent' | 'drip';
};

export type HttpFaults = {
  /** Called for each request with the number of requests before it. */
  readonly transfer?: (before: number) => HttpTransfer;
  readonly ranges?: 'ignored';
  readonly headers?: (size: number) => Readonly<Record<string, string | undefined>>;
  /** May answer in place of the file; returns whether it did. */
  readonly instead?: (asked: IncomingMessage, response: ServerResponse) => boolean;
};

export type Asked = {
  readonly start: number;
  readonly authorization: string | undefined;
};

/** A web server with one file and the ranges of RFC 9110, and with faults on demand. */
export const httpFiles = async (t: Scope, content: Uint8Array, faults: HttpFaults = {}) => {
  const file = {content, entityTag: '"one"', modified: 'Sun, 15 Nov 2026 02:15:00 GMT'};
  const requests: Asked[] = [];

  const server = createServer((asked, response) => {
    const {range, authorization} = asked.headers;
    const validator = asked.headers['if-range'];
    const isSame = validator === file.entityTag || validator === file.modified;
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const isPart = from > 0 && isSame && faults.ranges !== 'ignored';
    const start = isPart ? from : 0;
    const before = requests.push({start, authorization}) - 1;
    if (faults.instead?.(asked, response)) return;
    const rest = file.content.subarray(start);
    const size = file.content.length;
    const headers = {
      'content-length': String(rest.length),
      'last-modified': file.modified,
      etag: file.entityTag,
      ...(isPart ? {'content-range': `bytes ${from}-${size - 1}/${size}`} : {}),
      ...faults.headers?.(rest.length),
    };
    const sent = Object.entries(headers).filter(([, value]) => value !== undefined);
    response.writeHead(isPart ? 206 : 200, Object.fromEntries(sent));
    const {bytes, end = 'done'} = faults.transfer?.(before) ?? {};
    const part = rest.subarray(0, bytes ?? rest.length);
    if (end === 'done') response.end(part);
    else if (end === 'silent') response.write(part);
    else if (end === 'drip') drip(response, rest, part.length);
    else response.write(part, () => response.socket?.end());
  });
  const port = await onLoopback(t, server);
  const host = `127.0.0.1:${port}`;
  return {host, url: `http://${host}/files/latest.zip`, file, requests};
};
