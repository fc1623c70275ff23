import {spawn} from 'node:child_process';
import {connect} from 'node:net';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {setTimeout as wait} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {pythonEnvironment} from '#local/prerequisites/packages.ts';
import {checkout} from '#local/stack/stack.ts';
import {poster} from '#webhooks/post.ts';
import {codeBlocks, readPage} from '../docs/pages.ts';
import {env} from '../helpers/environment.ts';
import {freePort} from '../helpers/servers/free-port.ts';
import {openConnection} from '../helpers/servers/open-connection.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw==';
const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const body = JSON.stringify({type: 'dataset.published', data: {serial: 12, changedVehicles: 7}});

const isListening = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });

const unfinished = 'POST / HTTP/1.1\r\nHost: receiver\r\nContent-Length: 100\r\n\r\n{';

/**
 * Runs the receiver of the page, and asserts that it accepts what is signed with its secret, and nothing else, whoever
 * hangs up or stalls.
 */
const assertVerifies = async (
  t: ExecutionContext,
  language: 'ts' | 'python',
  program: readonly [string, ...string[]],
) => {
  const [code = ''] = codeBlocks((await readPage('docs/webhooks.md')).text, language);
  t.true(code.includes('8000'));
  const port = await freePort();
  const [command, ...args] = [...program, code.replace('8000', String(port))] as const;
  const child = spawn(command, args, {
    cwd: checkout,
    env: {...env, WEBHOOK_SECRET: secret, PYTHONUNBUFFERED: '1', PYTHONDONTWRITEBYTECODE: '1'},
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const said = text(child.stdout);
  while (child.exitCode === null && !(await isListening(port))) await wait(100);
  const [lost, stalled] = [await openConnection(t, port), await openConnection(t, port)];
  lost.socket.end(unfinished);
  await lost.end();
  stalled.write(unfinished);
  const bodiless = await openConnection(t, port);
  bodiless.write('POST / HTTP/1.1\r\nHost: receiver\r\n\r\n');
  await bodiless.receive(/ 401 /);
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.trunc(Date.now() / 1000)),
    'webhook-signature': 'v1',
  };
  const malformed = await fetch(`http://127.0.0.1:${port}/`, {method: 'POST', headers, body});
  t.is(malformed.status, 401);
  const post = poster({allowsPrivateAddresses: true});
  // One after the other: threads of Python write a line and its end apart.
  for (const [secrets, status] of [
    [[secret], 204],
    [[other], 401],
    [[other, secret], 204],
  ] as const) {
    t.deepEqual(await post(`http://127.0.0.1:${port}/`, {id: 'msg_1', body, secrets}), {status});
  }
  child.kill();
  const line = 'Release 12: 7 vehicles changed.\n';
  t.is(await said, line.repeat(2));
};

test('the receiver in TypeScript of docs/webhooks.md verifies signatures, and outlives those who hang up', async t => {
  const node = [process.execPath, '--input-type=module-typescript', '--eval'] as const;
  await assertVerifies(t, 'ts', node);
});

test('the receiver in Python of docs/webhooks.md verifies signatures, and outlives those who hang up', async t => {
  t.timeout(300_000);
  const requirements = join(import.meta.dirname, 'requirements.txt');
  const folder = join(checkout, '.local/webhooks/venv');
  const programs = await pythonEnvironment(folder, requirements, line => t.log(line));
  await assertVerifies(t, 'python', [join(programs, 'python'), '-c']);
});
