import {type ChildProcessByStdio, spawn} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import type {Readable} from 'node:stream';
import {setTimeout as wait} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {env as ownEnv} from '../environment.ts';
import type {Scope} from '../scope.ts';
import {freePort} from '../servers/free-port.ts';

/** The folder of this release. */
const thisRelease = fileURLToPath(new URL('../../../', import.meta.url));

type Variables = Readonly<Record<string, string>>;

/** Starts the process of the API, as `npm start` does. It does not outlive the test. */
export const startMainOn = (
  t: Scope,
  [stdout, stderr]: readonly ['pipe' | number, 'pipe' | 'inherit' | number],
  env: Variables,
  release = thisRelease,
) => {
  const child = spawn(process.execPath, [join(release, 'src/main.ts')], {
    env: {...ownEnv, HOST: '127.0.0.1', LOG_LEVEL: 'info', ...env},
    stdio: ['ignore', stdout, stderr],
  });
  t.teardown(() => child.kill('SIGKILL'));
  return child;
};

/** The same, with pipes for its output. */
export const startMain = (t: Scope, env: Variables, release = thisRelease) =>
  startMainOn(t, ['pipe', 'pipe'], env, release) as ChildProcessByStdio<null, Readable, Readable>;

type Readiness = {readonly checks: {readonly redis: {readonly healthy: boolean}}};

export const readiness = async (opsPort: string | number) => {
  const answer = await fetch(`http://127.0.0.1:${opsPort}/health/ready`);
  return {status: answer.status, body: (await answer.json()) as Readiness};
};

/** Waits for Redis: if connecting takes longer than a second, the process begins to serve without it. */
export const readinessWithRedis = async (opsPort: string) => {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await readiness(opsPort);
    if (answer.body.checks.redis.healthy || attempt === 100) return answer;
    await wait(100);
  }
};

/** The process of the API on free ports, once it has logged anything. Another test may take one of the ports first. */
const startOnFreePorts = async (t: Scope, env: Variables, release: string) => {
  for (;;) {
    const [PORT, OPS_PORT] = [String(await freePort()), String(await freePort())];
    const child = startMain(t, {PORT, OPS_PORT, ...env}, release);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', text => {
        said += text;
      });
    }
    const [ended, closed] = [once(child, 'exit'), once(child, 'close')];
    await Promise.race([once(child.stdout, 'data'), ended]);
    if (child.exitCode === null) return {child, ended, said: () => said, PORT, OPS_PORT};
    await closed;
    if (!said.includes('the port is in use')) throw new Error(`It ended at once: ${said}`);
  }
};

/**
 * The process of the API on free ports, once it serves and is connected; `said` is all that it has logged.
 * It logs that it listens, so its log must not be silent.
 */
export const startServing = async (t: Scope, env: Variables, release = thisRelease) => {
  const {child, ended, said, PORT, OPS_PORT} = await startOnFreePorts(t, env, release);
  const {status} = await readinessWithRedis(OPS_PORT);
  return {
    status,
    pid: child.pid ?? 0,
    port: Number(PORT),
    opsPort: Number(OPS_PORT),
    said,
    /** Its exit code, or the signal that killed it. */
    ended: ended.then(([code, signal]) => code ?? signal),
    end: async (signal: NodeJS.Signals) => {
      child.kill(signal);
      await ended;
    },
  };
};
