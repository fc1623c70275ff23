import {createServer} from 'node:http';
import test from 'ava';
import {onLoopback} from '../helpers/servers/on-loopback.ts';
import {aStack, command, discard} from './command.ts';

test('a port that another program uses is named, with the setting that moves the stack', async t => {
  const {env} = await aStack();
  const port = await onLoopback(t, createServer());
  const settings = {...env, STACK_REDIS_PORT: String(port)};
  t.teardown(() => discard(settings));

  const {code, output} = await command('local/stack.ts', settings)('up');
  t.is(code, 1);
  t.regex(output, new RegExp(`^Port ${port} is in use by another program\\. .*STACK_REDIS_PORT`));
});

test('a stack that does not run says so, with an exit code for scripts', async t => {
  const {env} = await aStack();
  t.teardown(() => discard(env));
  const {code, output} = await command('local/stack.ts', env)('status');
  t.is(code, 1);
  t.is(output.match(/ stopped$/gm)?.length, 2);
});

test('a command that does not exist shows the ones that do', async t => {
  const {code, output} = await command('local/stack.ts', {})('restart');
  t.is(code, 2);
  t.regex(output, / {2}up [\s\S]*\n {2}down [\s\S]*\n {2}status /);
});
