import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';
import {text} from 'node:stream/consumers';
import test, {type ExecutionContext} from 'ava';

const source = new URL('../../../core/log/', import.meta.url);

/** Runs a script that has a log on standard output. */
const startScript = (t: ExecutionContext, script: string) => {
  const imports =
    `import {createLog} from '${source.href}log.ts';` +
    `import {standardOutput} from '${source.href}standard-output.ts';` +
    `import {metrics} from '${new URL('../metrics.ts', source).href}';`;
  const log = `const log = createLog('info', standardOutput());`;
  const child = spawn(
    process.execPath,
    ['--input-type=module-typescript', '--eval', `${imports} ${log} ${script}`],
    {stdio: ['ignore', 'pipe', 'pipe']},
  );
  t.teardown(() => child.kill('SIGKILL'));
  return child;
};

/** The numbers that a script has logged, and how it ended. */
const numbersOf = async (t: ExecutionContext, script: string) => {
  const child = startScript(t, script);
  const [lines, said, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  const numbers = lines.split('\n').flatMap(line => (line === '' ? [] : JSON.parse(line).number));
  return {numbers, said, code};
};

const upTo = (count: number) => Array.from({length: count}, (_, number) => number);

test('a line is written soon, while the process goes on', async t => {
  const child = startScript(t, `log.info('first'); setInterval(() => {}, 1000);`);
  const [line] = await once(createInterface(child.stdout), 'line');
  t.like(JSON.parse(line), {level: 'info', msg: 'first'});
});

test('every line is written, in order, when the process has nothing more to do', async t => {
  const script = `for (let number = 0; number < 20_000; number += 1) log.info({number});`;
  const {numbers, code} = await numbersOf(t, script);
  t.deepEqual(numbers, upTo(20_000));
  t.is(code, 0);
});

for (const [what, end, exit] of [
  ['is told to exit', 'process.exit(3)', 3],
  ['dies of an error', `throw new Error('It broke.')`, 1],
  ['dies of a rejected promise', `Promise.reject(new Error('It broke.'))`, 1],
] as const) {
  test(`no line is lost when the process ${what}`, async t => {
    const script = `setTimeout(() => {
      for (let number = 0; number < 100; number += 1) log.info({number});
      ${end};
    });`;
    const {numbers, said, code} = await numbersOf(t, script);
    t.deepEqual(
      numbers.toSorted((a, b) => a - b),
      upTo(100),
    );
    t.is(code, exit);
    t.is(said.includes('It broke.'), exit === 1);
  });
}

test('a process whose output is closed ends as it would', async t => {
  const child = startScript(t, `setTimeout(() => { log.info('lost'); process.exit(3); }, 100);`);
  child.stdout.destroy();
  t.deepEqual(await once(child, 'exit'), [3, null]);
});

test('a process whose output nobody reads goes on, and ends as it would', async t => {
  const child = startScript(
    t,
    `for (let number = 0; number < 50_000; number += 1) log.info({number});
    setTimeout(async () => {
      const {values} = await metrics.droppedLines.get();
      process.exit(values[0].value > 0 ? 3 : 4);
    }, 100);`,
  );
  t.deepEqual(await once(child, 'exit'), [3, null]);
});

test('a request is logged as any other line, and with it its undefined members are not', async t => {
  const script = `
    const line = {method: 'GET', route: undefined, status: 200, durationMs: 1.5, aborted: true};
    log.info(line, 'request');
    log.request(line);
    log.level = 'warn';
    log.request(line);
  `;
  const child = startScript(t, script);
  const lines = (await text(child.stdout))
    .split('\n')
    .map(line => line.replace(/"time":"[^"]+"/, ''));
  t.is(lines.length, 3);
  t.is(lines[1], lines[0]);
  t.is(lines[2], '');
});
