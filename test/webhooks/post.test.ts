import {createServer, type ServerResponse} from 'node:http';
import test, {type ExecutionContext} from 'ava';
import {type Answer, poster} from '#webhooks/post.ts';
import {onLoopback} from '../helpers/servers/on-loopback.ts';

const notification = {
  id: 'msg_1',
  body: '{}',
  secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw=='],
};

const blocked = /^The address is not public\.$/;

const isBlocked = test.macro({
  title: (_, host: string) => `nothing is sent to https://${host}`,
  async exec(t, host: string) {
    const post = poster({allowsPrivateAddresses: false});
    const answer = await post(`https://${host}/hook?token=secret`, notification);
    t.regex('failure' in answer ? answer.failure : '', blocked);
    t.notRegex(JSON.stringify(answer), /secret/);
  },
});

for (const host of [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.0.0.1:6379', 'localhost'],
  ...['0.0.0.0', '0', '10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', '169.254.169.254'],
  ...['224.0.0.1', '255.255.255.255', '198.18.0.1', '192.0.2.1', '240.0.0.1'],
  ...['[::1]', '[::]', '[fd00::1]', '[fe80::1]', '[fd00:ec2::254]', '[ff02::1]', '[2001:db8::1]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]'],
  '[::ffff:0:127.0.0.1]',
]) {
  test(isBlocked, host);
}

test('nothing is sent by http', async t => {
  const post = poster({allowsPrivateAddresses: false});
  t.deepEqual(await post('http://example.org/', notification), {failure: 'Only https is allowed.'});
});

type Answering = (response: ServerResponse) => unknown;

/** A receiver that answers like this, and how many requests it has had. */
const aReceiver = async (t: ExecutionContext, answer: Answering) => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    answer(response);
  });
  return {port: await onLoopback(t, server), requests: () => requests};
};

test('a name is checked by the address it resolves to, not by how it looks', async t => {
  const {port, requests} = await aReceiver(t, response => response.end());
  const strict = poster({allowsPrivateAddresses: false});
  const answer = await strict(`https://localhost:${port}/`, notification);
  t.regex('failure' in answer ? answer.failure : '', blocked);
  t.is(requests(), 0);
  const lenient = poster({allowsPrivateAddresses: true});
  t.deepEqual(await lenient(`http://localhost:${port}/`, notification), {status: 200});
});

const isAnswered = test.macro({
  title: (_, what: string, __: unknown, expected: Answer) =>
    `a receiver that ${what} is told as ${Object.values(expected)}`,
  async exec(t, _: string, answer: Answering, expected: Answer, timeoutMs?: number) {
    const {port, requests} = await aReceiver(t, answer);
    const post = poster({allowsPrivateAddresses: true, ...(timeoutMs && {timeoutMs})});
    t.deepEqual(await post(`http://127.0.0.1:${port}/`, notification), expected);
    t.is(requests(), 1);
  },
});

const redirect = (response: ServerResponse) => response.writeHead(307, {location: '/else'}).end();
const begin = (response: ServerResponse) =>
  response.writeHead(200, {'content-length': 10}).write('a');
const breakOff = (response: ServerResponse) => {
  begin(response);
  setImmediate(() => response.destroy());
};
const switchProtocols = (response: ServerResponse) =>
  response.socket?.write(
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  );
const greet = (response: ServerResponse) => response.socket?.end('220 smtp.example.org ESMTP\r\n');

test(isAnswered, 'never answers', () => {}, {failure: 'No response within 0.3 s.'}, 300);
test(
  isAnswered,
  'switches protocols',
  switchProtocols,
  {failure: 'No response within 0.3 s.'},
  300,
);
test(isAnswered, 'redirects', redirect, {status: 307});
test(isAnswered, 'never ends its answer', begin, {status: 200});
test(isAnswered, 'breaks off its answer', breakOff, {status: 200});
test(isAnswered, 'hangs up', response => response.destroy(), {failure: 'ECONNRESET'});
test(isAnswered, 'speaks no HTTP', greet, {failure: 'HPE_INVALID_CONSTANT'});

test('of an answer a few kilobytes are read', async t => {
  const {promise: closed, resolve} = Promise.withResolvers<boolean>();
  const {port} = await aReceiver(t, response => {
    response.on('close', () => resolve(response.writableFinished));
    response.end('a'.repeat(64 * 2 ** 20));
  });
  const post = poster({allowsPrivateAddresses: true});
  t.deepEqual(await post(`http://127.0.0.1:${port}/`, notification), {status: 200});
  t.false(await closed);
});
