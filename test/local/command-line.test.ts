import {fileURLToPath} from 'node:url';
import test from 'ava';
import {run} from '#local/processes/run.ts';

const commandLine = fileURLToPath(new URL('../../local/command-line.ts', import.meta.url));

/** Runs a command that fails with this code, as the system's calls do. */
const failWith = (code: string) => {
  const program = `import {commandLine} from ${JSON.stringify(commandLine)};
    await commandLine(async () => {
      throw Object.assign(new Error("mkdir '/srv/.local'"), {code: '${code}'});
    });`;
  return run(process.execPath, ['--input-type=module', '--eval', program]);
};

for (const code of ['EACCES', 'EROFS', 'ENOSPC']) {
  test(`a disk that refuses with ${code} is one sentence`, async t => {
    t.like(await failWith(code), {code: 1, output: "mkdir '/srv/.local'\n"});
  });
}

test('a fault of ours ends with its stack', async t => {
  const {code, output} = await failWith('EOURS');
  t.is(code, 1);
  t.regex(output, /at commandLine/);
});
