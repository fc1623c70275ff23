import test from 'ava';
import {soakOnly} from '../helpers/soak.ts';
import type {Attackers} from './attackers.ts';
import {besideAttack, p99, startMeasured} from './measured-lookups.ts';

const rounds = 5;

const nobody: Attackers = {readers: 0, writers: 0, pipeliners: 0, batches: 0};
const everybody: Attackers = {readers: 200, writers: 200, pipeliners: 1, batches: 8};

/** Each kind alone, to be read in the log; then all at once, which is what counts. */
const assaults: readonly (readonly [string, Attackers])[] = [
  ...Object.entries(everybody).map(([kind, count]) => [kind, {...nobody, [kind]: count}] as const),
  ...Array.from({length: rounds}, () => ['all at once', everybody] as const),
];

soakOnly(test)(
  'under four attacks at once others are answered right, and p99 at most doubles',
  async t => {
    t.timeout(600_000);
    const world = await startMeasured(t);
    const plates = world.documents
      .flatMap(({vehicle}) => vehicle.plates.filter(plate => /^[A-Z0-9]{1,10}$/.test(plate)))
      .slice(0, 500);

    const all: {readonly quiet: number[]; readonly attacked: number[]} = {quiet: [], attacked: []};
    const report = (kind: string, quiet: readonly number[], attacked: readonly number[]) =>
      t.log(kind, `p99 quiet ${p99(quiet).toFixed(1)} ms, attacked ${p99(attacked).toFixed(1)} ms`);
    for (const [kind, attackers] of assaults) {
      const {quiet, attacked} = await besideAttack(t, world, attackers, plates);
      report(kind, quiet, attacked);
      if (attackers !== everybody) continue;
      all.quiet.push(...quiet);
      all.attacked.push(...attacked);
    }
    report('all rounds', all.quiet, all.attacked);
    t.true(p99(all.attacked) <= 2 * p99(all.quiet));
    await world.api.end('SIGTERM');
    t.is(await world.api.ended, 0);
  },
);
