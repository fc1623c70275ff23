import {createServer, type IncomingMessage} from 'node:http';
import {text} from 'node:stream/consumers';
import {createClient} from '#clients/typescript/src/index.ts';
import type {ClientOptions} from '#clients/typescript/src/options.ts';
import type {Scope} from '../scope.ts';
import {onLoopback} from '../servers/on-loopback.ts';

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & {readonly body: string};

/** An answer; `cut` breaks the connection in the middle of the body. */
export type Scripted = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly cut?: true;
};

/** A problem as the service writes it. */
export const aProblem = (
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): Scripted => ({
  status,
  headers: {'content-type': 'application/problem+json', ...headers},
  body: {status, code, title: 'A title.', requestId: 'r1', traceId: 't1', instance: '/'},
});

/** A client of a server that gives these answers in turn, or those of a function, with records of their actions. */
export const scriptedClient = async (
  t: Scope,
  answers: readonly Scripted[] | ((asked: Asked) => Scripted),
  options: Partial<ClientOptions> = {},
) => {
  const asked: Asked[] = [];
  const waits: number[] = [];
  const server = createServer(async (request, response) => {
    const {method, url, headers} = request;
    const each = {method, url, headers, body: await text(request)};
    const answer = typeof answers === 'function' ? answers(each) : answers[asked.length];
    asked.push(each);
    const {status = 200, body = {}, cut} = answer ?? {status: 418};
    response.writeHead(status, {'content-type': 'application/json', ...answer?.headers});
    if (cut) response.write('{', () => response.destroy());
    else response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const port = await onLoopback(t, server);
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: 'a key',
    wait: async seconds => void waits.push(seconds),
    ...options,
  });
  return {client, asked, waits};
};
