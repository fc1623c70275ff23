import {createServer, type IncomingHttpHeaders} from 'node:http';
import {text} from 'node:stream/consumers';
import type {Scope} from '../scope.ts';
import {onLoopback} from '../servers/on-loopback.ts';

type Asked = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Undefined if there is none. */
  readonly body: unknown;
};

type Answer = {
  readonly status: number;
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A server on the loopback in place of Kibana: the requests that it got, and its address. */
export const standInKibana = async (
  t: Scope,
  answer: (asked: Asked) => Answer | Promise<Answer>,
) => {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const {method = '', url: path = '', headers} = request;
    const sent = await text(request);
    const one = {method, path, headers, body: sent === '' ? undefined : JSON.parse(sent)};
    asked.push(one);
    const {status, body = {}, headers: own = {}} = await answer(one);
    response.writeHead(status, own);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const port = await onLoopback(t, server);
  return {asked, address: `http://127.0.0.1:${port}`};
};
