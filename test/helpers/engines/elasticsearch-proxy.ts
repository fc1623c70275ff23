import {once} from 'node:events';
import {type ClientRequest, createServer, type IncomingMessage, request} from 'node:http';
import {buffer} from 'node:stream/consumers';
import {Client} from '@elastic/elasticsearch';
import {elasticsearchNode} from '../environment.ts';
import type {Scope} from '../scope.ts';
import {onLoopback} from '../servers/on-loopback.ts';

/** The fate of a request on its way to the engine. */
export type Fate =
  | 'pass'
  /** The engine performs it, but the connection breaks before its answer. */
  | 'lose the answer'
  /** The connection breaks before it reaches the engine. */
  | 'lose the request'
  /** There is never an answer. */
  | 'hang'
  /** The proxy answers it, with this status and body. */
  | {readonly status: number; readonly body: object};

export const forbidden = {
  status: 403,
  body: {error: {type: 'security_exception', reason: 'not you'}, status: 403},
} as const;

export type Asked = {readonly method: string; readonly path: string; readonly body: string};

const {hostname, port} = new URL(elasticsearchNode);

const forwarded = async (asked: IncomingMessage, body: Buffer) => {
  const onward: ClientRequest = request({
    hostname,
    port,
    method: asked.method,
    path: asked.url,
    headers: asked.headers,
    agent: false,
  });
  onward.end(body);
  const [answer] = (await once(onward, 'response')) as [IncomingMessage];
  return {status: answer.statusCode ?? 500, headers: answer.headers, body: await buffer(answer)};
};

export type Decide = (asked: Asked) => Fate | Promise<Fate>;

/** An address whose requests are passed on to the real engine; `decide` chooses the fate of each. */
export const engineProxy = async (t: Scope, decide: Decide): Promise<string> => {
  const server = createServer(async (asked, response) => {
    const body = await buffer(asked);
    const {method = '', url = ''} = asked;
    const fate = await decide({method, path: url, body: body.toString()});
    if (fate === 'hang') return;
    if (typeof fate === 'object') {
      response.writeHead(fate.status, {
        'content-type': 'application/json',
        'x-elastic-product': 'Elasticsearch',
      });
      response.end(JSON.stringify(fate.body));
      return;
    }
    const answer = fate === 'lose the request' ? undefined : await forwarded(asked, body);
    if (fate !== 'pass' || !answer) {
      asked.socket.destroy();
      return;
    }
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
  });
  const port = await onLoopback(t, server);
  return `http://127.0.0.1:${port}`;
};

/** A client of the engine behind such an address. */
export const proxiedClient = async (t: Scope, decide: Decide): Promise<Client> => {
  const client = new Client({node: await engineProxy(t, decide), maxRetries: 0});
  t.teardown(() => client.close());
  return client;
};
