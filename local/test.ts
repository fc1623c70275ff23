import {join} from 'node:path';
import {OperationalError} from '#core/command-line/errors.ts';
import {runCommand} from '#core/command-line/run.ts';
import {needChromium} from './prerequisites/need.ts';
import {withLock} from './processes/lock.ts';
import {exitCodeOf, type Print} from './processes/run.ts';
import {down, erase, status, up} from './stack/control.ts';
import {testStack} from './stack/settings.ts';
import {addresses, checkout, type Stack, stackOf} from './stack/stack.ts';

const print: Print = line => console.log(line);

/** The exit code that shells give a program ended by Ctrl-C. */
const interrupted = 130;

/** The engines of a test run, and its interruption. */
type Run = {readonly stack: Stack; readonly signal: AbortSignal};

const tool = async (
  {signal}: Run,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<number> => {
  signal.throwIfAborted();
  const code = await exitCodeOf(command, args, {cwd: checkout, env});
  signal.throwIfAborted();
  return code;
};

/**
 * Tests start hundreds of processes, each of which would strip the same types anew. Coverage is
 * measured on what a process compiled itself, and so without a cache.
 */
const compileCache = process.env['NODE_V8_COVERAGE']
  ? {}
  : {NODE_COMPILE_CACHE: join(checkout, '.local', 'compile-cache')};

const ava = (run: Run, files: readonly string[] = []): Promise<number> =>
  tool(run, 'ava', files, {...addresses(run.stack), ...compileCache, LOG_LEVEL: 'silent'});

/**
 * Installs the browser beforehand, because a test has too little time for that. Where it cannot be
 * installed, the tests that need it fail with the reason, and the others still run.
 */
const prepareBrowser = async (): Promise<void> => {
  try {
    await needChromium(print);
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error;
  }
};

/** Runs the checks, then every test on empty engines. */
const testAll = async (run: Run): Promise<number> => {
  const checks = await tool(run, 'npm', ['run', '--silent', 'check']);
  await prepareBrowser();
  await erase(run.stack);
  try {
    await up(run.stack, print, run.signal);
    const tests = await ava(run);
    return checks || tests;
  } finally {
    await erase(run.stack);
  }
};

/** Runs some test files on the engines that run, or on engines started for them. */
const testFiles = async (run: Run, files: readonly string[]): Promise<number> => {
  const ran = (await status(run.stack)).every(({state}) => state === 'healthy');
  try {
    await up(run.stack, () => {}, run.signal);
    return await ava(run, files);
  } finally {
    if (!ran) await down(run.stack);
  }
};

/**
 * `npm test` checks and tests everything; `npm test -- <files and options of ava>` runs only those
 * tests, faster after `npm run stack -- up --test`. Nothing is printed after ava's summary. When
 * interrupted, it still stops what it started.
 */
await runCommand(async () => {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => interruption.abort());
  }
  const run = {stack: await stackOf(testStack(), print), signal: interruption.signal};
  const files = process.argv.slice(2);
  const work = () => (files.length === 0 ? testAll(run) : testFiles(run, files));
  try {
    return await withLock(join(run.stack.folder, 'tests.lock'), work, {seconds: 0});
  } catch (error) {
    if (interruption.signal.aborted) return interrupted;
    throw error;
  }
});
