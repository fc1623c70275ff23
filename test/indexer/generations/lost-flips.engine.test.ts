import test, {type ExecutionContext} from 'ava';
import {promote} from '#indexer/commands/promote.ts';
import {rollBack, rollbackTarget} from '#indexer/commands/rollback.ts';
import {FlipRefused, flip} from '#indexer/generations/go-live.ts';
import {withdrawnGenerations} from '#indexer/generations/withdrawals.ts';
import {
  type Asked,
  engineProxy,
  type Fate,
  proxiedClient,
} from '../../helpers/engines/elasticsearch-proxy.ts';
import {extractZip, someRecords} from '../../helpers/extracts/extract-files.ts';
import {aFile} from '../../helpers/extracts/files.ts';
import {importFile} from '../../helpers/extracts/import-extract.ts';
import {runIndexer} from '../../helpers/processes/run-indexer.ts';
import {buildAliases, generations, liveAliases, versionOf} from './generations.ts';

const isFlip = ({method, path, body}: Asked) =>
  method === 'POST' && path === '/_aliases' && body.includes('"add"');

/** Of the first flip this becomes, and before the next request somebody does something. */
const losing = (fate: Fate, meanwhile: () => Promise<unknown>) => {
  let flips = 0;
  let isDone = false;
  return {
    flips: () => flips,
    decide: async (asked: Asked): Promise<Fate> => {
      if (isFlip(asked)) flips += 1;
      else if (flips === 1 && !isDone) {
        isDone = true;
        await meanwhile();
      }
      return isFlip(asked) && flips === 1 ? fate : 'pass';
    },
  };
};

test('a flip whose answer was lost, asked again after a rollback, does not undo it', async t => {
  const {client, prefix, held, live, aliases} = generations(t);
  const [first, second] = [await live(1), await held(2)];
  const {decide, flips} = losing('lose the answer', () =>
    flip({client, prefix}, {candidate: first, expected: second}),
  );
  const lossy = {client: await proxiedClient(t, decide), prefix};
  t.is(await flip(lossy, {candidate: second, expected: first}), versionOf(1));
  t.deepEqual(await aliases(), {1: liveAliases, 2: buildAliases(2)});
  t.is(flips(), 1);
});

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
  const {decide} = losing('lose the request', () =>
    flip({client, prefix}, {candidate: third, expected: first}),
  );
  const lossy = {client: await proxiedClient(t, decide), prefix};
  const attempt = flip(lossy, {candidate: second, expected: first});
  await t.throwsAsync(attempt, {instanceOf: FlipRefused});
  t.deepEqual(await aliases(), {1: buildAliases(1), 2: buildAliases(2), 3: liveAliases});
});

test('a promotion that an operator rolled back before its answer was known says so, and reinstates nothing', async t => {
  const {client, prefix, held, live, aliases} = generations(t);
  await live(1);
  await held(2);
  const {decide} = losing('lose the answer', async () =>
    rollBack({client, prefix}, await rollbackTarget({client, prefix}), 'wrong'),
  );
  const lossy = {client: await proxiedClient(t, decide), prefix};
  t.like(await promote(lossy, {version: versionOf(2)}), {replacedBy: versionOf(1)});
  t.deepEqual(await aliases(), {1: liveAliases, 2: buildAliases(2)});
  const withdrawn = await withdrawnGenerations({client, prefix});
  t.deepEqual(
    withdrawn.map(each => each.version),
    [versionOf(2)],
  );
});

/** The extract of November 15 is live; that of November 22 has fewer vehicles. */
const twoExtracts = async (t: ExecutionContext) => {
  const records = someRecords(200);
  const name = (day: number) => `ESStatistikListeModtag-202611${day}-031500.zip`;
  const newer = await aFile(t, await extractZip(records.slice(1)), name(22));
  return {newer, ...(await importFile(t, await aFile(t, await extractZip(records), name(15))))};
};

test('an import that an operator rolled back before its answer was known says so, and deletes nothing', async t => {
  const {client, prefix, newer} = await twoExtracts(t);
  const {decide} = losing('lose the answer', async () =>
    rollBack({client, prefix}, await rollbackTarget({client, prefix}), 'wrong'),
  );
  const {code, stdout, stderr} = await runIndexer(t, ['import', newer], {
    INDEX_PREFIX: prefix,
    ELASTICSEARCH_NODES: await engineProxy(t, decide),
  });
  t.is(code, 0, stderr);
  const [before, after] = ['20261115-031500-0001', '20261122-031500-0002'];
  t.is(
    stdout.split('\n')[0],
    `${after} went live, and ${before} has replaced it since. ${before} stays live.`,
  );
  t.like(await rollbackTarget({client, prefix}).catch(error => error), {name: 'UsageError'});
  t.like(await promote({client, prefix}, {version: after}), {previous: before});
});
