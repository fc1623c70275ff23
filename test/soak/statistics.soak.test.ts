import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {soakOnly} from '../helpers/soak.ts';
import type {Attackers} from './attackers.ts';
import {measured, p99, startAttack, startMeasured} from './measured-lookups.ts';

const nobody = {readers: 0, writers: 0, pipeliners: 0, batches: 0};

/** One key of 60 requests a minute may send the first, ten clients with a key that has no limit the second. */
const loads: readonly (readonly [string, Attackers])[] = [
  ['one statistic a second', {...nobody, statistics: 1, pauseMs: 1_000}],
  ['ten clients without a pause', {...nobody, statistics: 10, pauseMs: 0}],
];

const rounds = 3;

soakOnly(test)(
  'beside the heaviest statistics lookups of others take at most three times as long',
  async t => {
    t.timeout(900_000);
    const {api, mine, theirs, lookups} = await startMeasured(t, 200_000);
    for (const [load, attackers] of loads) {
      const all: {readonly quiet: number[]; readonly beside: number[]} = {quiet: [], beside: []};
      for (let round = 0; round < rounds; round += 1) {
        const quiet = await measured(api.port, mine.key, lookups);
        const end = await startAttack(t, {
          ...attackers,
          port: api.port,
          key: theirs.key,
          plates: [],
        });
        await wait(3_000);
        const beside = await measured(api.port, mine.key, lookups);
        await end();
        await wait(3_000);
        t.deepEqual([...quiet.faults, ...beside.faults], []);
        all.quiet.push(...quiet.times);
        all.beside.push(...beside.times);
      }
      t.log(
        load,
        `p99 quiet ${p99(all.quiet).toFixed(1)} ms, beside ${p99(all.beside).toFixed(1)} ms`,
      );
      t.true(p99(all.beside) <= 3 * p99(all.quiet));
    }
    await api.end('SIGTERM');
    t.is(await api.ended, 0);
  },
);
