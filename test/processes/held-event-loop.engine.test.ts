import {readFile} from 'node:fs/promises';
import {constants} from 'node:os';
import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {waitUntil} from '#local/processes/wait.ts';
import {startAccount} from '../helpers/engines/account.ts';
import {createTestGeneration} from '../helpers/engines/test-index.ts';
import {aVehicleDocument} from '../helpers/fakes/vehicle-document.ts';
import {startServing} from '../helpers/processes/start-main.ts';

/**
 * Has a process hold its event loop for a second when it gets SIGUSR2, and twice again a few turns later,
 * while requests that came meanwhile wait for Redis; in all for less than a silent Redis is waited for.
 */
const hold = `
  const hold = ms => { for (const end = Date.now() + ms; Date.now() < end; ); };
  process.on('SIGUSR2', () => {
    hold(1000);
    setTimeout(hold, 3, 400);
    setTimeout(() => setTimeout(hold, 3, 400), 3);
  });`;

/** The processes that serve: those that a process has started, or itself. */
const servingPids = async (pid: number): Promise<readonly number[]> => {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const pids = (children.match(/\d+/g) ?? []).map(Number);
  return pids.length === 0 ? [pid] : pids;
};

/** Whether a process handles SIGUSR2, which ends one that does not yet. */
const isReady = async (pid: number): Promise<boolean> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const caught = BigInt(`0x${/^SigCgt:\s*(\S+)$/m.exec(status)?.[1]}`);
  return ((caught >> BigInt(constants.signals.SIGUSR2 - 1)) & 1n) === 1n;
};

for (const processes of ['1', '2']) {
  test(`an event loop that is held for a second costs no liveness, and no charge for what it refuses: API_PROCESSES=${processes}`, async t => {
    const {redis, url: REDIS_URL, key, accountId} = await startAccount(t);
    const {prefix} = await createTestGeneration(t, [aVehicleDocument({id: '1'})]);
    const service = await startServing(t, {
      REDIS_URL,
      INDEX_PREFIX: prefix,
      API_PROCESSES: processes,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hold)}`,
    });
    const live = () => fetch(`http://127.0.0.1:${service.opsPort}/health/live`);
    const lookUp = async () => {
      const response = await fetch(`http://127.0.0.1:${service.port}/v1/vehicles/1`, {
        headers: {'X-Api-Key': key},
      });
      const body = (await response.json()) as {readonly code?: string};
      return {status: response.status, retryAfter: response.headers.get('Retry-After'), ...body};
    };
    /** A busy machine may need more than one request. */
    const served = async () => {
      while ((await lookUp()).status !== 200) await wait(20);
    };
    const many = () => Array.from({length: 40}, lookUp);
    await served();
    const pids = await servingPids(service.pid);
    while (!(await Promise.all(pids.map(isReady))).every(Boolean)) await wait(20);

    const before = many();
    for (const pid of pids) process.kill(pid, 'SIGUSR2');
    const [{status}, ...answers] = await Promise.all([live(), ...before, ...many()]);
    t.is(status, 200);
    for (const {status, code, retryAfter} of answers) {
      if (status !== 200) t.like({status, code, retryAfter}, {status: 503, retryAfter: '5'}, code);
    }
    t.is((await live()).status, 200);
    await served();
    const admitted = 2 + answers.filter(({status}) => status === 200).length;
    const used = async () => Number(await redis.hget(`usage:{${accountId}}`, 'total'));
    /** On a busy machine, a charge that Redis did not confirm in time stays: nobody knows whether it ran. */
    const unanswered = async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${service.opsPort}/metrics`)).text();
      const count =
        /^redis_script_duration_seconds_count{script="meter",outcome="noReply"} (\d+)$/m;
      return Number(count.exec(metrics)?.[1] ?? 0);
    };
    const isRight = async () => {
      const excess = (await used()) - admitted;
      return excess >= 0 && excess <= (await unanswered());
    };
    t.true(await waitUntil(isRight, {seconds: 30}), `${await used()} of ${admitted}`);
    t.notRegex(service.said(), /A process of the API died/);
  });
}
