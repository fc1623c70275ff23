import {once} from 'node:events';
import {Agent, type IncomingHttpHeaders, type IncomingMessage, request} from 'node:http';
import {text} from 'node:stream/consumers';

export type Reply = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
};

export type Sent = {
  readonly path: string;
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
};

/** A client that keeps its connection. Rejects where there is no whole reply. */
export const httpClient = (port: number) => {
  const agent = new Agent({keepAlive: true, maxSockets: 1});
  return {
    ask: async ({path, method = 'GET', headers, body}: Sent): Promise<Reply> => {
      const sent = request({port, host: '127.0.0.1', path, method, headers, agent});
      sent.end(body);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      const said = await text(response);
      const {statusCode: status = 0, headers: told} = response;
      return {status, headers: told, body: said === '' ? undefined : JSON.parse(said)};
    },
    close: () => agent.destroy(),
  };
};
