import test from 'ava';
import {rollbackTarget} from '#indexer/commands/rollback.ts';
import {withdrawnGenerations} from '#indexer/generations/withdrawals.ts';
import {FlipRefused} from '#indexer/write/errors.ts';
import type {Indices} from '#indexer/write/indices.ts';
import {type Asked, type Fate, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {importFile} from '../../helpers/extracts/import-extract.ts';
import {markedExtract} from '../../helpers/extracts/marked-extract.ts';
import {
  buildAliases,
  flip,
  generations,
  liveAliases,
  promote,
  rollBack,
  versionOf,
} from './generations.ts';

const isFlip = ({method, path, body}: Asked) =>
  method === 'POST' && path === '/_aliases' && body.includes('"add"');

/** Of the first flip this becomes, and before its outcome is read somebody does something. */
const losing = (fate: Fate, meanwhile: () => Promise<unknown>) => {
  let flips = 0;
  let isDone = false;
  return async (asked: Asked): Promise<Fate> => {
    if (isFlip(asked)) flips += 1;
    else if (flips === 1 && !isDone && asked.method === 'GET') {
      isDone = true;
      await meanwhile();
    }
    return isFlip(asked) && flips === 1 ? fate : 'pass';
  };
};

const rolledBack = async (indices: Indices) =>
  rollBack(indices, await rollbackTarget(indices), 'wrong');

test('a flip that timed out and is done only after a rollback and its repetition changes nothing', async t => {
  const {client, prefix, held, live, aliases} = generations(t);
  const [first, second] = [await live(1), await held(2)];
  const bodies: string[] = [];
  const timeout = {type: 'process_cluster_event_timeout_exception', reason: 'in the queue'};
  const slow = await proxiedClient(t, async (asked): Promise<Fate> => {
    if (!isFlip(asked)) return 'pass';
    bodies.push(asked.body);
    return bodies.length === 1 ? {status: 503, body: {error: timeout, status: 503}} : 'pass';
  });
  t.is(await flip({client: slow, prefix}, {candidate: second, expected: first}), undefined);
  await flip({client, prefix}, {candidate: first, expected: second});
  const late = client.indices.updateAliases(JSON.parse(bodies[0] ?? ''));
  await t.throwsAsync(late, {message: /aliases_not_found_exception/});
  t.deepEqual(await aliases(), {1: liveAliases, 2: buildAliases(2)});
});

test('a flip that was not heard is refused when another generation went live before it is repeated', async t => {
  const {client, prefix, held, live, aliases} = generations(t);
  const [first, second, third] = [await live(1), await held(2), await held(3)];
  const unheard = losing('lose the request', () =>
    flip({client, prefix}, {candidate: third, expected: first}),
  );
  const lossy = {client: await proxiedClient(t, unheard), prefix};
  const attempt = flip(lossy, {candidate: second, expected: first});
  await t.throwsAsync(attempt, {instanceOf: FlipRefused});
  t.deepEqual(await aliases(), {1: buildAliases(1), 2: buildAliases(2), 3: liveAliases});
});

test('a promotion that an operator rolled back before its answer was known says so, and reinstates nothing', async t => {
  const {client, prefix, held, live, aliases} = generations(t);
  await live(1);
  await held(2);
  const unanswered = losing('lose the answer', () => rolledBack({client, prefix}));
  const lossy = {client: await proxiedClient(t, unanswered), prefix};
  t.like(await promote(lossy, {version: versionOf(2)}), {replacedBy: versionOf(1)});
  t.deepEqual(await aliases(), {1: liveAliases, 2: buildAliases(2)});
  const withdrawn = await withdrawnGenerations({client, prefix});
  t.is(withdrawn.length, 1);
  t.is(withdrawn[0]?.version, versionOf(2));
});

test('an import that an operator rolled back before its answer was known says so, and deletes nothing', async t => {
  const {client, prefix, runThrough} = anInstallation(t);
  await importFile(t, await markedExtract(t, 0), prefix);
  const lossy = losing('lose the answer', () => rolledBack({client, prefix}));
  const {code, stdout, stderr} = await runThrough(lossy, 'import', await markedExtract(t, 1));
  t.is(code, 0, stderr);
  const [before, after] = ['20261101-000000-0001', '20261101-000100-0002'];
  t.is(
    stdout.split('\n')[0],
    `${after} went live, and ${before} has replaced it since. ${before} stays live.`,
  );
  t.like(await rollbackTarget({client, prefix}).catch(error => error), {name: 'UsageError'});
  t.like(await promote({client, prefix}, {version: after}), {previous: before});
});
