import {execFile} from 'node:child_process';
import test from 'ava';

const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** Runs a command that does this, and returns how its process ended. */
const commandOf = (body: string) =>
  new Promise<{code: number | null; stderr: string}>(resolve => {
    const program = `
      import {Command} from 'commander';
      import {OperationalError, UsageError} from ${module('../../../core/command-line/errors.ts')};
      import {runCommand} from ${module('../../../core/command-line/run.ts')};
      await runCommand(async () => {${body}});`;
    const args = ['--input-type=module', '--eval', program];
    const child = execFile(process.execPath, args, (_, _stdout, stderr) =>
      resolve({code: child.exitCode, stderr}),
    );
  });

test('a command ends with 0, or with the code it returns', async t => {
  t.deepEqual(await commandOf(''), {code: 0, stderr: ''});
  t.deepEqual(await commandOf('return 7;'), {code: 7, stderr: ''});
});

test('an error of the operator is its message and no stack; wrong usage ends with 2', async t => {
  const failure = await commandOf(`throw new OperationalError('Redis is away.');`);
  t.deepEqual(failure, {code: 1, stderr: 'Redis is away.\n'});
  const usage = await commandOf(`throw new UsageError('There is no account a.');`);
  t.deepEqual(usage, {code: 2, stderr: 'There is no account a.\n'});
});

test('an unknown option is wrong usage, told once; help is a success', async t => {
  const command = (option: string) =>
    commandOf(`new Command('c').exitOverride().parse(['${option}'], {from: 'user'});`);
  t.deepEqual(await command('--no'), {code: 2, stderr: "error: unknown option '--no'\n"});
  t.deepEqual(await command('--help'), {code: 0, stderr: ''});
});

for (const code of ['EACCES', 'EROFS', 'ENOSPC']) {
  test(`a disk that fails with ${code} is one sentence`, async t => {
    const {code: exitCode, stderr} = await commandOf(
      `throw Object.assign(new Error("mkdir '/srv/.local'"), {code: '${code}'});`,
    );
    t.deepEqual([exitCode, stderr], [1, "mkdir '/srv/.local'\n"]);
  });
}

test('an unexpected error ends with 1 and its stack', async t => {
  const {code, stderr} = await commandOf(`throw new Error('a bug');`);
  t.is(code, 1);
  t.regex(stderr, /^a bug\nError: a bug\n {4}at /);
});
