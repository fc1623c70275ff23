import test from 'ava';
import {discard, GenerationInUse} from '#indexer/generations/discard.ts';
import {FlipRefused, flip} from '#indexer/generations/go-live.ts';
import {type Fate, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {retryPolicyOf} from '../write/a-candidate.ts';
import {buildAliases, generations, liveAliases} from './generations.ts';

test('the live generation is not removed', async t => {
  const {client, prefix, live, aliases} = generations(t);
  const generation = await live(1);
  await t.throwsAsync(discard({client, prefix}, generation), {
    instanceOf: GenerationInUse,
    message: /vehicles.* points at it/,
  });
  t.deepEqual(await aliases(), {1: liveAliases});
});

test('what is being removed cannot go live, from the first step on', async t => {
  const {client, prefix, live, held, aliases} = generations(t);
  const [first, second] = [await live(1), await held(2)];
  let refused: unknown;
  const slow = await proxiedClient(t, async ({method}): Promise<Fate> => {
    if (method === 'DELETE') {
      refused = await t.throwsAsync(flip({client, prefix}, {candidate: second, expected: first}));
    }
    return 'pass';
  });
  await discard({client: slow, prefix}, second);
  t.true(refused instanceof FlipRefused);
  t.deepEqual(await aliases(), {1: liveAliases});
});

test('what goes live before the first step is not removed', async t => {
  const {client, prefix, live, held, aliases} = generations(t);
  const [first, second] = [await live(1), await held(2)];
  const slow = await proxiedClient(t, async ({path}): Promise<Fate> => {
    if (path === '/_aliases') await flip({client, prefix}, {candidate: second, expected: first});
    return 'pass';
  });
  await t.throwsAsync(discard({client: slow, prefix}, second), {instanceOf: GenerationInUse});
  t.deepEqual(await aliases(), {1: buildAliases(1), 2: liveAliases});
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
    t.is(seen.size, 3, 'read, claim, delete');
    t.deepEqual(await indices(), {});
  });
}

test('a removal that somebody has begun is finished, also when there is nothing left', async t => {
  const {client, prefix, held, indices} = generations(t);
  const generation = await held(1);
  await client.indices.deleteAlias({index: `${prefix}*`, name: `${prefix}*-build-*`});
  await discard({client, prefix}, generation);
  t.deepEqual(await indices(), {});
  await t.notThrowsAsync(discard({client, prefix}, generation));
});
