import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {soakOnly} from '../helpers/soak.ts';
import type {Attackers} from './attackers.ts';
import {measured, p99, startAttack, startMeasured} from './measured-lookups.ts';

const rounds = 5;

/** It takes 200 readers so long until all of them are stuck; until then they only ask a lot. */
const settleSeconds = 5;

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
    const {api, mine, theirs, documents, lookups} = await startMeasured(t);
    const plates = documents
      .flatMap(({vehicle}) => vehicle.plates.filter(plate => /^[A-Z0-9]{1,10}$/.test(plate)))
      .slice(0, 500);

    const all: {readonly quiet: number[]; readonly attacked: number[]} = {quiet: [], attacked: []};
    const report = (kind: string, quiet: readonly number[], attacked: readonly number[]) =>
      t.log(kind, `p99 quiet ${p99(quiet).toFixed(1)} ms, attacked ${p99(attacked).toFixed(1)} ms`);
    for (const [kind, attackers] of assaults) {
      const quiet = await measured(api.port, mine.key, lookups);
      const end = await startAttack(t, {...attackers, port: api.port, key: theirs.key, plates});
      const {faults} = await measured(api.port, mine.key, lookups, settleSeconds);
      const attacked = await measured(api.port, mine.key, lookups);
      await end();
      await wait(3_000);
      report(kind, quiet.times, attacked.times);
      t.deepEqual([...quiet.faults, ...faults, ...attacked.faults], []);
      if (attackers !== everybody) continue;
      all.quiet.push(...quiet.times);
      all.attacked.push(...attacked.times);
    }
    report('all rounds', all.quiet, all.attacked);
    t.true(p99(all.attacked) <= 2 * p99(all.quiet));
    await api.end('SIGTERM');
    t.is(await api.ended, 0);
  },
);
