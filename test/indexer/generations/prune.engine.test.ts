import test from 'ava';
import {discard, GenerationInUse, prune} from '#indexer/generations/discard.ts';
import {proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {retryPolicyOf} from '../write/a-candidate.ts';
import {beforeFlips, buildAliases, flip, generations, liveAliases} from './generations.ts';

test('a generation that goes live while it is about to be pruned stays', async t => {
  const {client, prefix, live, aliases} = generations(t);
  const [first, second] = [await live(1), await live(2)];
  const rollBack = () => flip({client, prefix}, {candidate: first, expected: second});
  const slow = await beforeFlips(t, rollBack);
  t.deepEqual(await prune({client: slow, prefix}, 1), []);
  t.deepEqual(await aliases(), {1: liveAliases, 2: buildAliases(2)});
});

test('the live generation is not removed', async t => {
  const {client, prefix, live, aliases} = generations(t);
  const generation = await live(1);
  await t.throwsAsync(discard({client, prefix}, generation), {
    instanceOf: GenerationInUse,
    message: /vehicles.* points at it/,
  });
  t.deepEqual(await aliases(), {1: liveAliases});
});

for (const fate of ['lose the answer', 'lose the request'] as const) {
  test(`a removal goes on when its calls ${fate}`, async t => {
    const {prefix, held, indices} = generations(t);
    const generation = await held(1);
    const seen = new Set<string>();
    const client = await proxiedClient(t, ({method, path}) => {
      const isFirst = !seen.has(method + path);
      seen.add(method + path);
      return isFirst ? fate : 'pass';
    });
    await discard({client, prefix}, generation, retryPolicyOf(10_000));
    await t.notThrowsAsync(discard({client, prefix}, generation), 'there is nothing left');
    t.is(seen.size, 3, 'read, claim, delete');
    t.deepEqual(await indices(), {});
  });
}
