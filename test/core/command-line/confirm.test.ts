import {PassThrough} from 'node:stream';
import test from 'ava';
import {confirm} from '#core/command-line/confirm.ts';
import {UsageError} from '#core/command-line/errors.ts';

const aTerminal = (typed: string) => {
  const stdin = Object.assign(new PassThrough(), {isTTY: true});
  const stderr = Object.assign(new PassThrough(), {isTTY: true, columns: 80});
  stdin.end(typed);
  return {stdin, stderr};
};

test('only yes, typed in full, goes on', async t => {
  await t.notThrowsAsync(confirm('Delete it?', {yes: false}, aTerminal('yes\n')));
  await t.throwsAsync(confirm('Delete it?', {yes: false}, aTerminal('y\n')), {
    instanceOf: UsageError,
  });
});

for (const [key, typed] of [
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
] as const) {
  test(`${key} at the question changes nothing`, async t => {
    await t.throwsAsync(confirm('Delete it?', {yes: false}, aTerminal(typed)), {
      instanceOf: UsageError,
      message: 'Cancelled.',
    });
  });
}

test('an abort ends the question with its reason, and nothing is agreed to', async t => {
  const stopping = new AbortController();
  const reason = new Error('Stopped.');
  const terminal = {
    stdin: Object.assign(new PassThrough(), {isTTY: true}),
    stderr: Object.assign(new PassThrough(), {isTTY: true, columns: 80}),
  };
  const {signal} = stopping;
  const asked = confirm('Delete it?', {yes: false, signal}, terminal);
  stopping.abort(reason);
  t.is(await t.throwsAsync(asked), reason);
  t.is(await t.throwsAsync(confirm('Delete it?', {yes: true, signal})), reason);
});

test('the question is put where it is read, not into what the command prints', async t => {
  const terminal = aTerminal('yes\n');
  await confirm('Delete it?', {yes: false}, terminal);
  t.regex(String(terminal.stderr.read()), /Delete it\? Type yes to continue: /);
});
