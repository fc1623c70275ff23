import {readdir, readFile, readlink} from 'node:fs/promises';
import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {randomFor} from '#sample/random.ts';
import {rounds, soakSeed} from '../helpers/soak.ts';
import {disturb} from './disturbances.ts';
import {steadyClient} from './steady-clients.ts';
import {type SoakedWorld, startSoakedWorld} from './world.ts';

const minute = 60_000;
const minutes = Number(process.env['SOAK_MINUTES'] ?? rounds(1, 20));
/** Before anything goes wrong, so that what the service holds by then can be compared. */
const calmMs = Math.min(minute, (minutes * minute) / 4);
const seed = soakSeed(20_261_122);

/** What a process has in its hands while it has nothing to do. */
type Resources = {
  readonly descriptors: number;
  readonly sockets: number;
  readonly threads: number;
  readonly residentMebibytes: number;
  /** How often it woke up within a second: for what timers it has left. */
  readonly wakeups: number;
};

const restMs = 4_000;

const statusOf = async (pid: number): Promise<(name: string) => number> => {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return name => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]);
};

/** Looks at a process that rests, for some seconds. */
const resourcesOf = async (pid: number): Promise<Resources> => {
  const before = await statusOf(pid);
  await wait(restMs);
  const after = await statusOf(pid);
  const folder = `/proc/${pid}/fd`;
  const targets = await Promise.all(
    (await readdir(folder)).map(name => readlink(`${folder}/${name}`).catch(() => '')),
  );
  const switches = 'voluntary_ctxt_switches';
  return {
    descriptors: targets.length,
    sockets: targets.filter(target => target.startsWith('socket:')).length,
    threads: after('Threads'),
    residentMebibytes: Math.round(after('VmRSS') / 1024),
    wakeups: Math.round((after(switches) - before(switches)) / (restMs / 1000)),
  };
};

/** Clients that ask for as long as this takes. */
const whileAsked = async ({clients, keys, changed}: SoakedWorld, work: Promise<unknown>) => {
  const end = new AbortController();
  const {signal} = end;
  const changing = randomFor({seed, number: 101}, 'life');
  const load = [
    ...keys.stable.map((key, number) => steadyClient(clients, {number, keyOf: () => key, signal})),
    steadyClient(clients, {
      number: 11,
      keyOf: () => changed.keyOf(changing),
      signal,
    }),
    steadyClient(clients, {number: 12, keyOf: () => keys.hurried, signal}),
  ];
  try {
    await work;
  } finally {
    end.abort();
    await Promise.all(load);
  }
};

test('whatever happens around it, the service answers right, counts right and holds on to nothing', async t => {
  t.timeout((minutes + 4) * minute);
  t.log(`seed ${seed}, ${minutes} minutes`);
  const world = await startSoakedWorld(t, seed);
  const {api, operator, accountIds, clients} = world;
  const {tally, ledger} = clients;

  await whileAsked(world, wait(calmMs));
  const before = await resourcesOf(api.pid);

  const end = new AbortController();
  const disturbances = disturb(world, {seed, signal: end.signal});
  const disturbed = async () => {
    await Promise.race([wait(minutes * minute - calmMs), disturbances.ended]);
    end.abort();
    await disturbances.ended;
  };
  await whileAsked(world, disturbed());
  // What engines and rough clients have left behind passes within their timeouts.
  await whileAsked(world, wait(10_000));
  await wait(15_000);
  const after = await resourcesOf(api.pid);

  t.log(
    `${tally.answers} answers, ${tally.notModified} of them 304`,
    Object.fromEntries(tally.refusals),
  );
  t.log(Object.fromEntries(disturbances.counts));
  t.log('resources before', before, 'and after', after);
  if (tally.faults.length > 0)
    t.log(
      api
        .said()
        .match(/^\{"level":"(?:warn|error|fatal)".*/gm)
        ?.slice(0, 50),
    );
  t.deepEqual(tally.faults.slice(0, 20), []);
  t.deepEqual(await ledger.differences(operator, accountIds), []);
  t.true(after.descriptors <= before.descriptors + 4);
  t.true(after.sockets <= before.sockets + 4);
  t.true(after.threads <= before.threads);
  t.true(after.wakeups <= before.wakeups * 2 + 20);
  t.true(after.residentMebibytes <= before.residentMebibytes * 1.5 + 64);
  t.notRegex(api.said(), /"level":"fatal"|[Uu]nhandled|MaxListeners/);
  await api.end('SIGTERM');
  t.is(await api.ended, 0);
});
