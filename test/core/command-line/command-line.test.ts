import {PassThrough} from 'node:stream';
import {mock} from 'node:test';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {Command} from 'commander';
import {execa} from 'execa';
import {oneLine} from '#core/command-line/arguments.ts';
import {confirm} from '#core/command-line/confirm.ts';
import {OperationalError, UsageError} from '#core/command-line/errors.ts';
import {table} from '#core/command-line/figures.ts';
import {runCommand} from '#core/command-line/run.ts';

/** Runs a command, and returns how its process would end. */
const ended = async (command: () => Promise<unknown>) => {
  const [stderr] = [process.stderr, process.stdout].map(stream =>
    mock.method(stream, 'write', () => true),
  );
  await runCommand(command);
  const code = process.exitCode ?? 0;
  process.exitCode = undefined;
  mock.restoreAll();
  const said = stderr?.mock.calls.map(({arguments: [text]}) => String(text)) ?? [];
  return {code, stderr: said.join('')};
};

const throwing = (error: Error) => () => Promise.reject(error);

// One after the other: the streams of this process are those of all its tests.
test.serial('a command ends with 0, or with the code it returns', async t => {
  t.deepEqual(await ended(async () => {}), {code: 0, stderr: ''});
  t.deepEqual(await ended(async () => 7), {code: 7, stderr: ''});
});

test('a result that cannot be printed is told, and a reader that is gone is not', async t => {
  const file = fileURLToPath(import.meta.resolve('#core/command-line/run.ts'));
  const print = `import {runCommand} from '${file}';
    await runCommand(async () => (console.log('x'.repeat(1e6)), 0));`;
  const printed = (into: string) => {
    const command = `"$0" --input-type=module --eval "$1" ${into}; echo "\${PIPESTATUS[0]}"`;
    return execa('bash', ['-c', command, process.execPath, print]);
  };
  const full = await printed('>/dev/full');
  t.is(full.stderr, 'The result cannot be printed: ENOSPC: no space left on device, write');
  t.is(full.stdout, '1');
  const piped = await printed('| head -c 1 >/dev/null');
  t.is(piped.stderr, '');
  t.is(piped.stdout, '0');
});

test.serial('an error of the operator is its message and no stack', async t => {
  const failure = await ended(throwing(new OperationalError('Redis is away.')));
  t.deepEqual(failure, {code: 1, stderr: 'Redis is away.\n'});
});

test.serial('wrong usage ends with 2, and its message', async t => {
  const usage = await ended(throwing(new UsageError('There is no account a.')));
  t.deepEqual(usage, {code: 2, stderr: 'There is no account a.\n'});
});

test.serial('an unknown option is wrong usage, told once; help is a success', async t => {
  const command = (option: string) =>
    ended(async () => new Command('c').exitOverride().parse([option], {from: 'user'}));
  t.deepEqual(await command('--no'), {code: 2, stderr: "error: unknown option '--no'\n"});
  t.deepEqual(await command('--help'), {code: 0, stderr: ''});
});

for (const code of ['EACCES', 'EROFS', 'ELOOP', 'ERR_FS_EISDIR']) {
  test.serial(`a disk that fails with ${code} is one sentence`, async t => {
    const error = Object.assign(new Error("mkdir '/srv/.local'"), {code});
    t.deepEqual(await ended(throwing(error)), {code: 1, stderr: "mkdir '/srv/.local'\n"});
  });
}

test.serial('a disk that is full is one sentence, and ends with 75', async t => {
  const error = Object.assign(new Error("write '/srv/.local'"), {code: 'ENOSPC'});
  const stderr = "write '/srv/.local'. Make room there, then run this again.\n";
  t.deepEqual(await ended(throwing(error)), {code: 75, stderr});
});

test.serial('an unexpected error ends with 1 and its stack', async t => {
  const {code, stderr} = await ended(throwing(new Error('a bug')));
  t.is(code, 1);
  t.regex(stderr, /^a bug\nError: a bug\n {4}at /);
});

/** A terminal where this is typed, or nothing yet. */
const aTerminal = (typed?: string) => {
  const stdin = Object.assign(new PassThrough(), {isTTY: true});
  const stderr = Object.assign(new PassThrough(), {isTTY: true, columns: 80});
  if (typed !== undefined) stdin.end(typed);
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
  const {signal} = stopping;
  const asked = confirm('Delete it?', {yes: false, signal}, aTerminal());
  stopping.abort(reason);
  t.is(await t.throwsAsync(asked), reason);
  t.is(await t.throwsAsync(confirm('Delete it?', {yes: true, signal})), reason);
});

test('the question is put where it is read, not into what the command prints', async t => {
  const terminal = aTerminal('yes\n');
  await confirm('Delete it?', {yes: false}, terminal);
  t.regex(String(terminal.stderr.read()), /Delete it\? Type yes to continue: /);
});

test('text on one line in any script is taken, without the space around it', t => {
  for (const text of [
    'Demo',
    'Søren Åkjær & Sønner A/S',
    '日本 東京',
    'שלום',
    'مرحبا',
    'a b',
    '😀',
  ]) {
    t.is(oneLine(`  ${text} `), text);
  }
});

test('blank text is refused', t => {
  for (const text of ['', ' ', '\t\n', '\u{FEFF}']) {
    t.throws(() => oneLine(text), {message: 'It must not be blank.'});
  }
});

const unseen = {
  'control characters': [0x00, 0x07, 0x0a, 0x0d, 0x1b, 0x7f, 0x85, 0x9b],
  'line and paragraph separators': [0x2028, 0x2029],
  'direction marks': [
    ...[0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e],
    ...[0x2066, 0x2067, 0x2068, 0x2069],
  ],
  'characters of no width': [0x00ad, 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0xe0041],
  'fillers and selectors': [0x034f, 0x115f, 0x2800, 0x3164, 0xfe0f, 0xffa0],
  'private and unassigned characters': [0xe000, 0xfffe, 0xd800],
};

for (const [kind, codes] of Object.entries(unseen)) {
  test(`${kind} are refused by their number`, t => {
    for (const code of codes) {
      const name = code.toString(16).toUpperCase().padStart(4, '0');
      t.throws(() => oneLine(`a${String.fromCodePoint(code)}b`), {
        message: new RegExp(`^It contains U\\+${name}\\. It must be text on one line without `),
      });
    }
  });
}

test('a table has as many rows as an installation has keys', t => {
  const rows = Array.from({length: 200_000}, (_, at) => [at, 'name']);
  const lines = table(['KEY', 'NAME'], rows).split('\n');
  t.deepEqual(
    [lines[0], lines[1], lines.at(-1)],
    ['KEY      NAME', '0        name', '199,999  name'],
  );
});
