import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {needRedis} from '#local/prerequisites/need.ts';
import {aFolder} from '../extracts/files.ts';
import type {Scope} from '../scope.ts';
import {freePort} from '../servers/free-port.ts';

const saidBy = async (lines: AsyncIterable<string>, pattern: RegExp): Promise<void> => {
  let said = '';
  for await (const line of lines) {
    if (pattern.test(line)) return;
    said += `${line}\n`;
  }
  throw new Error(`Redis did not start:\n${said}`);
};

/**
 * A Redis server of one test only, for states that the shared one must not have: full, a replica, a cluster,
 * a Sentinel. `lines` are of its configuration; it ends with the test.
 */
export const startRedisServer = async (
  t: Scope,
  lines: readonly string[] = ['save ""'],
  role: readonly string[] = [],
) => {
  const folder = aFolder(t);
  const port = await freePort();
  const conf = join(folder, 'redis.conf');
  const settings = [`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`, ...lines];
  await writeFile(conf, settings.join('\n'));
  const command = await needRedis(join(folder, 'bin'), () => {});
  const start = async () => {
    const child = spawn(command, [conf, ...role], {stdio: ['ignore', 'pipe', 'ignore']});
    const ended = once(child, 'exit');
    t.teardown(async () => {
      child.kill('SIGKILL');
      await ended;
    });
    await saidBy(createInterface(child.stdout), /Ready to accept connections|\+monitor/);
    child.stdout.resume();
    return {child, ended};
  };
  let running = await start();
  const stop = async () => {
    running.child.kill('SIGKILL');
    await running.ended;
  };
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    folder,
    stop,
    /** Starts it again after it was stopped, with its data from disk. */
    start: async () => {
      running = await start();
    },
    pause: () => running.child.kill('SIGSTOP'),
    resume: () => running.child.kill('SIGCONT'),
  };
};
