import {setTimeout as wait} from 'node:timers/promises';
import {type Random, randomFor, weighted} from '#sample/random.ts';
import type {Trouble} from './history.ts';
import {failRedis} from './outages.ts';
import {leavers, pipeliner, slowReaders, slowWriters} from './rough-clients.ts';
import type {SoakedWorld} from './world.ts';

type Disturb = (random: Random) => Promise<unknown>;

/** Does one thing after the other, with pauses, until it is told to end. */
const keepOn = async (random: Random, signal: AbortSignal, next: Disturb): Promise<void> => {
  while (!signal.aborted) {
    await next(random);
    await wait(random.between(200, 3_000));
  }
};

/**
 * All that goes on at random around clients that ask: engines that fail and keys that change, one
 * after the other; rough clients; extracts that go live and back. What happened is counted.
 */
export const disturb = (
  {api, server, operator, elasticsearch, imports, history, changed, keys}: SoakedWorld,
  {seed, signal}: {readonly seed: number; readonly signal: AbortSignal},
) => {
  const counts = new Map<string, number>();
  const counted =
    (name: string, work: Disturb): Disturb =>
    async random => {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      await work(random);
    };
  const during = (name: string, trouble: Trouble, work: Disturb) =>
    counted(name, random => history.during(trouble, () => work(random)));
  const target = {port: api.port, key: keys.rough};
  const forAWhile = (random: Random) => AbortSignal.timeout(random.between(1_000, 6_000));

  const ofEngines = weighted<Disturb>([
    [during('Redis fails', 'redis', random => failRedis(server, operator, random)), 3],
    [during('Elasticsearch fails', 'elasticsearch', elasticsearch.fail), 3],
    [counted('keys change', changed.change), 3],
  ]);
  const ofClients = weighted<Disturb>([
    [during('slow readers', 'crowd', random => slowReaders(target, 20, forAWhile(random))), 2],
    [during('slow writers', 'crowd', random => slowWriters(target, 20, forAWhile(random))), 2],
    [during('a pipeliner', 'crowd', random => pipeliner(target, 3_000, forAWhile(random))), 2],
    [during('leavers', 'crowd', () => leavers(target, 20)), 3],
  ]);
  const ofData = weighted<Disturb>([
    [counted('an import', imports.importAndPrune), 3],
    [counted('flips', imports.flipAbout), 2],
    [counted('a rollback', imports.rollBackAndForth), 2],
  ]);

  const random = (number: number) => randomFor({seed, number}, 'record');
  return {
    counts,
    ended: Promise.all([
      keepOn(random(1), signal, random => ofEngines(random)(random)),
      keepOn(random(2), signal, random => ofClients(random)(random)),
      keepOn(random(3), signal, random => ofData(random)(random)),
    ]),
  };
};
