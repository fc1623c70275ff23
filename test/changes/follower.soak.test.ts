import test from 'ava';
import {startKeyedCopy} from '../helpers/api/start-copy.ts';
import {anInstallation} from '../helpers/engines/installation.ts';
import {rounds, soakSeed} from '../helpers/soak.ts';
import {chance, pick} from '../indexer/import/random-register.ts';
import {flipsOf} from './flips.ts';
import {follower, present, snapshot} from './follower.ts';
import {digestOf as guided} from './guide.ts';

const flips = rounds(12, 200);
const vehicles = rounds(300, 600);

/** What can put another generation live. */
const actions = [
  'import',
  'import',
  'full',
  'held',
  'earlier',
  'rollback',
  'promote',
  'killed',
] as const;

test('who follows the changes of many random flips holds the vehicles that are live', async t => {
  t.timeout(7_200_000);
  const seed = soakSeed(38);
  t.log(`SOAK_SEED=${seed}`);
  const installation = anInstallation(t);
  const {client, prefix} = installation;
  const {act, kills} = flipsOf(t, installation, {vehicles, seed});
  await act.import(0);
  const api = await startKeyedCopy(t, prefix);
  const dataset = async () =>
    (await api.get('/v1/dataset')).body as {serial: number; digest: string};
  const held = follower(api);
  const {contents} = await snapshot(client, prefix);
  held.begin(contents, (await dataset()).serial);

  let serial = held.serial();
  const counts = {flips: 0, changes: 0};
  for (let step = 0; counts.flips < flips; step += 1) {
    const action = pick(actions, seed, step, 'action');
    await act[action](step);
    const live = await dataset();
    if (live.serial !== serial) counts.flips += 1;
    serial = live.serial;
    const followed = await held.follow(1 + Math.floor(chance(seed, step, 'size') * 200));
    t.log(`${step}: ${action}`, live, followed?.length);
    t.truthy(followed, `${step}: ${action}`);
    counts.changes += followed?.length ?? 0;
    t.is(held.serial(), live.serial);
    const {contents, digest} = await snapshot(client, prefix);
    t.is(digest, live.digest);
    t.is(guided(held.vehicles().values()), live.digest, 'as docs/api.md computes it');
    t.deepEqual(
      new Map(
        Array.from(held.vehicles(), ([id, content]) => [id, present(content)] as const).toSorted(
          ([a], [b]) => (BigInt(a) < BigInt(b) ? -1 : 1),
        ),
      ),
      new Map(Array.from(contents, ([id, content]) => [id, present(content)])),
    );
  }
  t.log(counts, `${kills()} killed`);
  t.true(counts.changes > 50);
  t.true(kills() > 0);
});
