import {connect} from 'node:net';
import {text} from 'node:stream/consumers';
import test, {type ExecutionContext} from 'ava';
import {catalogue, Problem} from '#src/http/problems/problem.ts';
import {answerClientErrors} from '#src/http/server/client-errors.ts';
import {createHttpServer} from '#src/http/server/server.ts';
import {onLoopback} from '../../helpers/servers/on-loopback.ts';

const kinds = catalogue({Malformed: [400, 'a'], TimedOut: [408, 'b'], TooLarge: [431, 'c']});

/** A server with short timeouts that reads every request and answers none. */
const startImpatient = async (t: ExecutionContext) => {
  const server = createHttpServer(request => void request.resume(), {
    headersTimeout: 50,
    requestTimeout: 50,
    connectionsCheckingInterval: 10,
  });
  const lines: object[] = [];
  answerClientErrors(server, {
    publicUrl: 'https://api.example',
    malformed: new Problem(kinds.Malformed),
    otherVersion: new Problem(kinds.Malformed),
    noTunnel: new Problem(kinds.Malformed),
    full: new Problem(kinds.Malformed),
    timedOut: new Problem(kinds.TimedOut),
    headersTooLarge: new Problem(kinds.TooLarge),
    log: line => void lines.push(line),
  });
  return {port: await onLoopback(t, server), lines};
};

const isTimedOut = test.macro({
  title: (_, what: string) =>
    `a request whose ${what} does not arrive in time is answered, and its connection closed`,
  async exec(t, _: string, sent: string) {
    const {port, lines} = await startImpatient(t);
    const socket = connect(port, '127.0.0.1');
    socket.write(sent);
    const answer = await text(socket);
    t.regex(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/);
    t.regex(answer, /X-Request-Id: [0-9a-f-]{36}\r\n/);
    t.like(lines, [{status: 408, code: 'TimedOut'}]);
  },
});

test(isTimedOut, 'head', 'GET /slow HTTP/1.1\r\nHos');
test(isTimedOut, 'body', 'POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n[');
test(
  isTimedOut,
  'chunk',
  'POST /slow HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n[',
);
