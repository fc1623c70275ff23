import {join} from 'node:path';
import {OperationalError} from '#core/command-line/errors.ts';
import {runCommand} from '#core/command-line/run.ts';
import {needChromium, needPrometheus} from './prerequisites/need.ts';
import {needKubernetesValidate, needKustomize, needPythonClient} from './prerequisites/packages.ts';
import {exitCodeOf, run} from './processes/run.ts';
import {withLock} from './processes/wait.ts';
import {down, erase, keepInMemory, status, up} from './stack/control.ts';
import {addresses, checkout, type Stack, stackOf, testStack} from './stack/stack.ts';

/** The exit code that shells give a program ended by Ctrl-C. */
const interrupted = 130;

/**
 * Tests start hundreds of processes, each of which would strip the same types anew. Coverage needs
 * code that the process compiled itself, so it gets no cache.
 */
const compileCache = process.env['NODE_V8_COVERAGE']
  ? {}
  : {NODE_COMPILE_CACHE: join(checkout, '.local', 'compile-cache')};

const ava = async (
  signal: AbortSignal,
  files: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<number> => {
  signal.throwIfAborted();
  const env = {...variables, ...compileCache, LOG_LEVEL: 'silent'};
  const code = await exitCodeOf('ava', files, {cwd: checkout, env});
  signal.throwIfAborted();
  return code;
};

/**
 * Installs the programs that tests need besides the engines, because a test has too little time for that. If
 * one cannot be installed, the tests that need it fail or say so, and the others still run.
 */
const prepareTools = async (): Promise<void> => {
  for (const need of [
    needChromium,
    needPrometheus,
    needPythonClient,
    () => needPythonClient(console.log, 'mirror'),
    needKustomize,
    needKubernetesValidate,
  ]) {
    await need(console.log).catch(error => {
      if (!(error instanceof OperationalError)) throw error;
    });
  }
};

/**
 * Tests send too few requests of too many kinds for the second compiler of Elasticsearch's Java, or its collector for
 * large heaps, to pay off: without the compiler, the same tests took a quarter less processor time.
 */
process.env['ES_JAVA_OPTS'] ??= '-XX:TieredStopAtLevel=1 -XX:-UseG1GC -XX:+UseSerialGC';

const ofContainers = 'test/**/*.docker.test.ts';
const soaks = 'test/**/*.soak.test.ts';
/** Tests with other programs or with many processes, and long ones: only `npm run test:full` runs them. */
const others = 'test/**/*.{program,soak}.test.ts';

/**
 * Runs the checks while empty engines start, then the tests, and, on request, those that need other programs.
 * Most files wait for engines most of the time, so three run at once; of the files that judge response times,
 * two (package.json).
 */
const testAll = async (stack: Stack, isFull: boolean, signal: AbortSignal): Promise<number> => {
  await erase(stack);
  try {
    await keepInMemory(stack);
    signal.throwIfAborted();
    const checking = exitCodeOf('npm', ['run', '--silent', 'check'], {cwd: checkout});
    try {
      await up(stack, console.log, signal);
    } finally {
      // Nothing is left running, and the reason why the engines do not start is printed last.
      await checking;
    }
    const env = addresses(stack);
    const files = ['test/**', `!${others}`, `!${ofContainers}`];
    const tests = await ava(signal, [...files, '--concurrency=3'], env);
    const checks = await checking;
    if (checks !== 0) console.log('The checks failed: `npm run check` says why.');
    // Failures are printed last: no further tests hide them.
    if (!isFull || tests !== 0 || checks !== 0) return tests || checks;
    await prepareTools();
    return await ava(signal, [others], env);
  } finally {
    await erase(stack);
  }
};

/** Runs some test files on the running engines, or on engines started for them. */
const testOnEngines = async (
  stack: Stack,
  files: readonly string[],
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number> => {
  const ran = (await status(stack)).every(({state}) => state === 'healthy');
  try {
    await up(stack, () => {}, signal);
    return await ava(signal, files, {...addresses(stack), ...env});
  } finally {
    if (!ran) await down(stack);
  }
};

/** Tests the containers if a Docker engine runs. Otherwise says so, and does not fail. */
const testContainers = async (args: readonly string[], signal: AbortSignal): Promise<number> => {
  try {
    await run('docker', ['compose', 'version']);
    await run('docker', ['version']);
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error;
    console.log(error.message);
    console.log(
      'Skipped, because there is no Docker engine with Compose: no image was built and no\n' +
        'container started, so what docker-compose.yml and the Dockerfile do was not tested.',
    );
    return 0;
  }
  return await ava(signal, [ofContainers, ...args], {});
};

const onEngines = 'test/**/*.engine.test.ts';

/** A test that needs an engine nevertheless fails, on any machine. */
const noEngines = {ELASTICSEARCH_NODES: 'http://127.0.0.1:1', REDIS_URL: 'redis://127.0.0.1:1'};

const nameFiles = (args: readonly string[]): boolean => args.some(arg => arg.endsWith('.test.ts'));

/** Whether these arguments of ava name files, none of which needs engines. */
const needNoEngines = (args: readonly string[]): boolean =>
  nameFiles(args) &&
  args.every(arg => /^(-.*|[^*{]+(?<!\.engine|\.program|\.soak)\.test\.ts)$/.test(arg));

const withStack = async (work: (stack: Stack) => Promise<number>): Promise<number> => {
  const stack = await stackOf(testStack(), console.log);
  return await withLock(join(stack.folder, 'tests.lock'), () => work(stack), {seconds: 0});
};

/**
 * The commands `npm test` and `npm run test:…` of CONTRIBUTING.md. After ava's summary, they report only failed checks.
 * When interrupted, they still stop everything that they started, except containers.
 */
await runCommand(async () => {
  const interruption = new AbortController();
  const {signal} = interruption;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => interruption.abort());
  }
  const args = process.argv.slice(2);
  try {
    if (args[0] === '--docker') return await testContainers(args.slice(1), signal);
    if (args[0] === '--unit') {
      const excluded = [onEngines, others, ofContainers].map(files => `!${files}`);
      return await ava(signal, ['test/**', ...excluded], noEngines);
    }
    if (args[0] === '--soak') {
      const wanted = args.slice(1);
      const files = nameFiles(wanted) ? wanted : [soaks, ...wanted];
      return await withStack(stack =>
        // One after another, since they measure.
        testOnEngines(stack, [...files, '--concurrency=1'], {SOAK: '1'}, signal),
      );
    }
    if (needNoEngines(args)) return await ava(signal, args, noEngines);
    const isFull = args[0] === '--full';
    return await withStack(stack =>
      isFull || args.length === 0
        ? testAll(stack, isFull, signal)
        : testOnEngines(stack, args, {}, signal),
    );
  } catch (error) {
    if (signal.aborted) return interrupted;
    throw error;
  }
});
