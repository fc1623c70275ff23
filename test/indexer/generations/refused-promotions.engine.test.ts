import test, {type ExecutionContext} from 'ava';
import {prune} from '#indexer/generations/discard.ts';
import {isHeld, rollbackChain, storedGenerations} from '#indexer/generations/stored-generations.ts';
import {FlipRefused} from '#indexer/write/errors.ts';
import {EngineUnavailable} from '#indexer/write/retry.ts';
import {type Fate, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {retryPolicyOf} from '../write/a-candidate.ts';
import {beforeFlips, buildAliases, generations, goLive, liveAliases, stamp} from './generations.ts';

/** What the generations say of themselves, by their builds. */
const described = async (installation: ReturnType<typeof generations>) => {
  const stored = await storedGenerations(installation);
  const live = stored.find(({isLive}) => isLive);
  return {
    held: stored.filter(isHeld(live)).map(({build}) => build),
    chain: rollbackChain(stored).map(({build}) => build),
    forced: stored.map(({meta}) => meta?.forced),
    importedAt: stored.map(({meta}) => meta?.importedAt),
  };
};

/** A client on whose way flips do not come. */
const withoutFlips = (t: ExecutionContext) =>
  proxiedClient(t, ({path}): Fate => (path === '/_aliases' ? 'lose the request' : 'pass'));

test('a generation whose promotion was refused at the flip is held as before, and not pruned', async t => {
  const installation = generations(t);
  const {client, prefix, live, held, aliases} = installation;
  const expected = await live(1);
  const other = await held(2);
  const candidate = await held(3);
  const overtake = () => goLive({client, prefix}, {candidate: other, expected});
  const overtaken = await beforeFlips(t, overtake);
  const attempt = goLive({client: overtaken, prefix}, {candidate, expected, forced: 'it is right'});
  await t.throwsAsync(attempt, {instanceOf: FlipRefused});
  t.like(await described(installation), {
    held: [3],
    chain: [2, 1],
    forced: [undefined, undefined, undefined],
  });
  await prune({client, prefix}, 1);
  t.deepEqual(await aliases(), {2: liveAliases, 3: buildAliases(3)});

  await goLive({client, prefix}, {candidate, expected: other});
  t.like(await described(installation), {held: [], chain: [3, 2]});
});

test('a promotion that is killed before its flip leaves a held generation held', async t => {
  const installation = generations(t);
  const {prefix, live, held} = installation;
  const expected = await live(1);
  const candidate = await held(2);
  const before = await described(installation);
  const attempt = goLive(
    {client: await withoutFlips(t), prefix},
    {candidate, expected, forced: 'it is right'},
    retryPolicyOf(100),
  );
  await t.throwsAsync(attempt, {instanceOf: EngineUnavailable});
  t.deepEqual(await described(installation), before);
  t.deepEqual(before.held, [2]);
});

test('a return that is killed before its flip leaves where the generation rolls back to', async t => {
  const installation = generations(t);
  const {client, prefix, live} = installation;
  const [first, second, third] = [await live(1), await live(2), await live(3)];
  const before = await described(installation);
  for (const candidate of [second, first]) {
    const attempt = goLive(
      {client: await withoutFlips(t), prefix},
      {candidate, expected: third},
      retryPolicyOf(100),
    );
    await t.throwsAsync(attempt, {instanceOf: EngineUnavailable});
    t.deepEqual(await described(installation), before);
  }
  t.deepEqual(before.chain, [3, 2, 1]);

  await goLive({client, prefix}, {candidate: second, expected: third});
  t.deepEqual((await described(installation)).chain, [2, 3]);
  await goLive({client, prefix}, {candidate: third, expected: second});
  t.deepEqual((await described(installation)).chain, [3, 2]);
  t.is((await storedGenerations(installation))[2]?.version, `${stamp}-0003`);
});
