import {createServer} from 'node:http';
import test from 'ava';
import {run} from '#local/processes/run.ts';
import {aStack, command, discard, freePort, processesOf} from './command.ts';

const inShell = (line: string) => run('sh', ['-c', line]);

/** The line that a user would copy. */
const curlIn = (output: string): string => /^ {2}(curl .*)$/m.exec(output)?.[1] ?? 'false';

test('the quickstart ends with a curl that answers a vehicle by plate, and --down with nothing', async t => {
  t.timeout(300_000);
  const stack = await aStack();
  const env = {...stack.env, PORT: String(await freePort()), OPS_PORT: String(await freePort())};
  const quickstart = command('local/quickstart.ts', env);
  t.teardown(async () => {
    await quickstart('--down');
    await discard(env);
  });

  const first = await quickstart('--detach');
  t.is(first.code, 0, first.output);
  const curl = curlIn(first.output);
  const answer = await inShell(`${curl} --silent --fail`);
  t.is(answer.code, 0, answer.output);
  const {registrationNumber} = JSON.parse(answer.stdout) as {registrationNumber: string};
  t.true(decodeURIComponent(curl).includes(`/plate/${registrationNumber}`));

  const running = await processesOf(stack.name);
  const second = await quickstart('--detach');
  t.is(second.code, 0, second.output);
  t.is(curlIn(second.output), curl);
  t.deepEqual(await processesOf(stack.name), running);

  t.is((await quickstart('--down')).code, 0);
  t.deepEqual(await processesOf(stack.name), []);
});

test('a port the API cannot have is named before anything is started', async t => {
  const stack = await aStack();
  const other = createServer();
  t.teardown(() => other.close());
  const port = await freePort();
  await new Promise<void>(resolve => other.listen(port, '127.0.0.1', resolve));
  const env = {...stack.env, PORT: String(port), OPS_PORT: String(await freePort())};
  t.teardown(() => discard(env));

  const {code, output} = await command('local/quickstart.ts', env)('--detach');
  t.is(code, 1);
  t.regex(output, new RegExp(`^Port ${port} is in use by another program: .*PORT`));
  t.deepEqual(await processesOf(stack.name), []);
});
