import {stat} from 'node:fs/promises';
import {createServer} from 'node:net';
import test from 'ava';
import {aStack, command, discard, freePort, processesOf} from './command.ts';

test('a stack starts beside any other, is used again, and leaves no process', async t => {
  t.timeout(180_000);
  const {name, elasticsearch, env} = await aStack();
  const stack = command('local/stack.ts', env);
  t.teardown(() => discard(env));

  // Two at once: one starts it, the other waits and finds it there.
  const [one, other] = await Promise.all([stack('up'), stack('up')]);
  t.deepEqual([one.code, other.code], [0, 0], one.output + other.output);
  const started = (one.output + other.output).match(/^Starting .*/gm);
  t.is(started?.length, 2);

  const running = await processesOf(name);
  if (process.platform === 'linux') {
    const owners = await Promise.all(
      running.map(async ({pid}) => (await stat(`/proc/${pid}`)).uid),
    );
    t.false(owners.includes(0), 'a process of the stack runs as root');
  }
  t.is((await stack('up')).code, 0);
  t.deepEqual(await processesOf(name), running);

  const status = await stack('status');
  t.is(status.code, 0);
  t.is(status.output.match(/ healthy$/gm)?.length, 2);

  // Written to a name that does not exist: refused, or a lost alias would become an index.
  const write = await fetch(`${elasticsearch}/vehicles/_doc/1`, {
    method: 'PUT',
    headers: {'content-type': 'application/json'},
    body: '{}',
  });
  t.is(write.status, 404);

  t.is((await stack('down')).code, 0);
  t.deepEqual(await processesOf(name), []);
  t.is((await stack('status')).code, 1);
});

test('a port that another program uses is named, with the setting that moves the stack', async t => {
  const {env} = await aStack();
  const other = createServer();
  t.teardown(() => other.close());
  const port = await freePort();
  await new Promise<void>(resolve => other.listen(port, '127.0.0.1', resolve));
  const settings = {...env, STACK_REDIS_PORT: String(port)};
  t.teardown(() => discard(settings));

  const {code, output} = await command('local/stack.ts', settings)('up');
  t.is(code, 1);
  t.regex(output, new RegExp(`^Port ${port} is in use by another program: .*STACK_REDIS_PORT`));
});

test('a command that does not exist shows the ones that do', async t => {
  const {code, output} = await command('local/stack.ts', {})('restart');
  t.is(code, 2);
  t.regex(output, /up\|down\|status/);
});
