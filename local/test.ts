import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import {commandLine} from './command-line.ts';
import {needChromium} from './prerequisites/need-chromium.ts';
import {withLock} from './processes/lock.ts';
import {type Say, Unable} from './processes/service.ts';
import {testStack} from './stack/settings.ts';
import {addresses, down, erase, type Stack, stackOf, status, up} from './stack/stack.ts';

const checkout = join(import.meta.dirname, '..');
const quiet: Say = () => {};

/** The exit code that shells give a program ended by Ctrl-C. */
const interrupted = 130;

/** What a run of the tests needs to know; `signal` is the interruption. */
type Run = {readonly stack: Stack; readonly say: Say; readonly signal: AbortSignal};

/** Runs a tool with our terminal, and gives its exit code. Ctrl-C reaches it from there. */
const tool = async (
  {signal}: Run,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> => {
  signal.throwIfAborted();
  const child = spawn(command, args, {cwd: checkout, env, stdio: 'inherit'});
  const [code] = (await once(child, 'exit')) as [number | null];
  signal.throwIfAborted();
  return code ?? 1;
};

/**
 * Tests start hundreds of processes, each of which would strip the same types anew. Coverage reads
 * what was compiled in its own process, and takes no cache.
 */
const compileCache = process.env['NODE_V8_COVERAGE']
  ? {}
  : {NODE_COMPILE_CACHE: join(checkout, '.local', 'compile-cache')};

const ava = (run: Run, files: readonly string[] = []): Promise<number> =>
  tool(run, 'ava', files, {
    ...process.env,
    ...addresses(run.stack),
    ...compileCache,
    LOG_LEVEL: 'silent',
  });

/**
 * Installs the browser beforehand where we may: in a test it would be in a hurry. Where we may not,
 * the tests that need it fail with the sentence that says so, and the others still run.
 */
const prepareBrowser = async (say: Say): Promise<void> => {
  try {
    await needChromium(say);
  } catch (error) {
    if (!(error instanceof Unable)) throw error;
  }
};

/** Everything, on engines that hold nothing: the checks, then every test. */
const testAll = async (run: Run): Promise<number> => {
  const checks = await tool(run, 'npm', ['run', '--silent', 'check']);
  await prepareBrowser(run.say);
  await erase(run.stack);
  try {
    await up(run.stack, run.say, run.signal);
    const tests = await ava(run);
    return checks || tests;
  } finally {
    await erase(run.stack);
  }
};

/** Some test files alone, on the engines that run, or on ones started for them. */
const testFiles = async (run: Run, files: readonly string[]): Promise<number> => {
  const ran = (await status(run.stack)).every(({state}) => state === 'healthy');
  try {
    await up(run.stack, quiet, run.signal);
    return await ava(run, files);
  } finally {
    if (!ran) await down(run.stack);
  }
};

/**
 * `npm test` checks and tests everything; `npm test -- <files and options of ava>` runs those tests
 * only, at once when `npm run stack -- up --test` has been there before. Nothing is printed after
 * ava's summary. Interrupted, it still ends what it started.
 */
await commandLine(async say => {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => interruption.abort());
  }
  const run = {stack: await stackOf(testStack(), say), say, signal: interruption.signal};
  const files = process.argv.slice(2);
  const work = () => (files.length === 0 ? testAll(run) : testFiles(run, files));
  try {
    return await withLock(join(run.stack.folder, 'tests.lock'), work, {seconds: 0});
  } catch (error) {
    if (interruption.signal.aborted) return interrupted;
    throw error;
  }
});
