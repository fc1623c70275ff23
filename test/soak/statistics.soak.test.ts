import test from 'ava';
import {soakOnly} from '../helpers/soak.ts';
import type {Attackers} from './attackers.ts';
import {besideAttack, p99, startMeasured} from './measured-lookups.ts';

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
    const world = await startMeasured(t, 200_000);
    for (const [load, attackers] of loads) {
      const all: {readonly quiet: number[]; readonly attacked: number[]} = {
        quiet: [],
        attacked: [],
      };
      for (let round = 0; round < rounds; round += 1) {
        const {quiet, attacked} = await besideAttack(t, world, attackers);
        all.quiet.push(...quiet);
        all.attacked.push(...attacked);
      }
      t.log(
        load,
        `p99 quiet ${p99(all.quiet).toFixed(1)} ms, beside ${p99(all.attacked).toFixed(1)} ms`,
      );
      t.true(p99(all.attacked) <= 3 * p99(all.quiet));
    }
    await world.api.end('SIGTERM');
    t.is(await world.api.ended, 0);
  },
);
