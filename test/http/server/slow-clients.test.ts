import {connect} from 'node:net';
import {text} from 'node:stream/consumers';
import {setTimeout as wait} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {catalogue, Problem} from '#src/http/problem.ts';
import {answerClientErrors} from '#src/http/server/client-errors.ts';
import {createHttpServer} from '#src/http/server/server.ts';
import {startApi} from '../../helpers/api/start-api.ts';
import {servicesWith} from '../../helpers/fakes/services.ts';
import {aVehicleDocument} from '../../helpers/fakes/vehicle-document.ts';
import {onLoopback} from '../../helpers/servers/on-loopback.ts';
import {openConnection} from '../../helpers/servers/open-connection.ts';

const kinds = catalogue({
  Malformed: {status: 400, title: 'a'},
  TimedOut: {status: 408, title: 'b'},
  TooLarge: {status: 431, title: 'c'},
});

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

const key = 'Host: a\r\nX-Api-Key: a\r\n';
const head = `GET /v1/vehicles/1 HTTP/1.1\r\n${key}`;
const post = `POST /v1/vehicles/plates HTTP/1.1\r\n${key}Content-Length: 2000\r\n\r\n`;

test('200 clients that send byte by byte are cut off, and others are answered meanwhile', async t => {
  const api = await startApi(t, servicesWith(aVehicleDocument()), {
    limits: {headersTimeout: 600, requestTimeout: 900, connectionsCheckingInterval: 50},
  });
  const slow = await Promise.all(
    Array.from({length: 200}, async (_, at) => {
      const connection = await openConnection(t, api.port);
      connection.write(at % 2 === 0 ? head : post);
      return connection;
    }),
  );
  const answers = slow.map(({end}) => end());
  const areCutOff = Promise.all(answers).then(() => true);
  let served = 0;
  for (let isOver = false; !isOver; isOver = await Promise.race([areCutOff, wait(10, false)])) {
    for (const {socket, write} of slow) if (socket.writable) write('a');
    t.is((await api.get('/v1/vehicles/1')).status, 200);
    served += 1;
  }
  t.true(served > 1);
  for (const {text} of await Promise.all(answers)) t.regex(text, /^HTTP\/1\.1 408 /);
});
