import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {closeSync, constants, openSync, readFileSync, readSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {text} from 'node:stream/consumers';
import test, {type ExecutionContext} from 'ava';
import {boundedOutput} from '#core/log/standard-output.ts';
import {metrics} from '#core/metrics.ts';
import {aNamedPipe} from '../../helpers/extracts/files.ts';
import {fullDisk, onSmallDisk} from '../../helpers/processes/small-disk.ts';

/** A line of a kilobyte with a number. */
const line = (number: number): string => `${JSON.stringify({number, filler: 'æ'.repeat(480)})}\n`;

const parsed = (text: string) =>
  text.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line)]));

const upTo = (count: number) => Array.from({length: count}, (_, number) => number);

const dropped = async () => (await metrics.droppedLines.get()).values[0]?.value ?? 0;

const diskTest = onSmallDisk(test);

diskTest(
  'a full disk costs lines beyond 1 MB; their number is logged once there is room',
  async t => {
    const disk = fullDisk(t);
    const descriptor = openSync(disk.log, 'a');
    t.teardown(() => closeSync(descriptor));
    metrics.droppedLines.reset();
    const {write, flush} = boundedOutput(descriptor);
    for (const number of upTo(700)) write(line(number));
    t.is(flush(), 'ENOSPC');
    t.is(await dropped(), 0, 'what is pending is kept');
    for (const number of upTo(700)) write(line(700 + number));
    t.is(flush(), 'ENOSPC');
    const lost = await dropped();
    t.true(lost > 300 && lost < 500);

    disk.makeRoom();
    // The disk holds no more than what was pending.
    flush();
    const lines = parsed(readFileSync(disk.log, 'utf8').replace(/[^\n]*$/, ''));
    const kept = lines.filter(({number}) => number !== undefined);
    t.deepEqual(
      kept.map(({number}) => number),
      upTo(kept.length),
      'in order, and whole',
    );
  },
);

/** A pipe that holds 64 KB, and its ends. */
const startPipe = async (t: ExecutionContext) => {
  const path = await aNamedPipe(t);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  t.teardown(() => [reader, writer].forEach(closeSync));
  const read = (): string => {
    const bytes = Buffer.alloc(2 ** 17);
    return bytes.toString('utf8', 0, readSync(reader, bytes));
  };
  return {writer, read};
};

test.serial(
  'a pipe that nobody reads costs lines beyond 1 MB; a reader gets the rest, and how many',
  async t => {
    const {writer, read} = await startPipe(t);
    metrics.droppedLines.reset();
    const {write, flush} = boundedOutput(writer);
    for (const number of upTo(1500)) write(line(number));
    t.is(flush(), 'EAGAIN');
    const lost = await dropped();
    t.true(lost > 200);

    let text = '';
    while (flush() === 'EAGAIN') text += read();
    write('{"number":"after"}\n');
    t.is(flush(), undefined);
    text += read();
    const lines = parsed(text);
    t.deepEqual(
      lines.slice(0, -2).map(({number}) => number),
      upTo(1500 - lost),
    );
    t.like(lines.at(-2), {
      level: 'warn',
      lines: lost,
      msg: 'Log lines were dropped because standard output did not accept them.',
    });
    t.is(lines.at(-1).number, 'after');
    t.is(await dropped(), lost, 'the metric does not go back');
  },
);

test('lines of two processes on one pipe do not mix', async t => {
  const {writer, read} = await startPipe(t);
  const outputs = [boundedOutput(writer), boundedOutput(writer)];
  for (const number of upTo(300)) for (const {write} of outputs) write(line(number));
  let text = '';
  while (outputs.map(({flush}) => flush()).includes('EAGAIN')) text += read();
  text += read();
  t.is(parsed(text).length, 600);
});

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

test('a line is written soon, while the process goes on', async t => {
  const child = startScript(t, `log.info('first'); setInterval(() => {}, 1000);`);
  const [line] = await once(createInterface(child.stdout), 'line');
  t.like(JSON.parse(line), {level: 'info', msg: 'first'});
});

test('every line is written, in order, when the process has nothing more to do', async t => {
  const script = `for (let number = 0; number < 10_000; number += 1) log.info({number});`;
  const {numbers, code} = await numbersOf(t, script);
  t.deepEqual(numbers, upTo(10_000));
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
