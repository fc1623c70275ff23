import test from 'ava';
import {toExitCode} from '#indexer/exit-codes.ts';
import {pardon, refuse, refusedContents, refusedGenerations} from '#indexer/generation/refusals.ts';
import {stateIndex} from '#indexer/state/indexer-state.ts';
import {type Fate, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {generations} from './generations.ts';

const refusal = {
  version: '20261115-031500-0002',
  contentSha256: '2'.repeat(64),
  reason: 'half of the makes are missing',
  at: '2026-11-16T08:00:00.000Z',
};

test('before anything was taken out of service nothing is refused, nor is there anything to take back', async t => {
  const {client, prefix} = generations(t);
  t.deepEqual(await refusedContents(client, prefix), []);
  await t.notThrowsAsync(pardon(client, prefix, refusal.version));
});

test('what is taken out of service is noted with its content, and the note can be taken back', async t => {
  const {client, prefix} = generations(t);
  const later = {...refusal, version: '20261122-031500-0003', at: '2026-11-23T08:00:00.000Z'};
  await refuse(client, prefix, refusal);
  await refuse(client, prefix, later);
  const noted = await refusedGenerations(client, prefix);
  t.deepEqual(
    noted.map(({version}) => version),
    [later.version, refusal.version],
  );
  t.like((await refusedContents(client, prefix))[1], refusal);

  await pardon(client, prefix, later.version);
  t.is((await refusedContents(client, prefix)).length, 1);
});

test('a note that somebody changed is told with how to be rid of it', async t => {
  const {client, prefix} = generations(t);
  await refuse(client, prefix, refusal);
  const [index, id] = [stateIndex(prefix), `refused-${refusal.version}`];
  const document = {kind: 'refused', version: refusal.version};
  await client.index({index, id, document, refresh: true});
  const error = await t.throwsAsync(refusedGenerations(client, prefix), {name: 'DocumentDamaged'});
  const {code, sentence, stack} = toExitCode(error);
  t.is(code, 1);
  t.is(stack, undefined);
  t.regex(sentence, /is not as this release writes it \(contentSha256: /);
  t.true(sentence.endsWith(`delete it: DELETE /${index}/_doc/${id}.`), sentence);
});

test('the first reason stays, also when the answer to it was lost', async t => {
  const {client, prefix} = generations(t);
  let isLost = false;
  const losing = await proxiedClient(t, ({path}): Fate => {
    if (isLost || !path.includes('refused-')) return 'pass';
    isLost = true;
    return 'lose the answer';
  });
  await refuse(losing, prefix, refusal);
  await refuse(client, prefix, {...refusal, reason: 'another'});
  t.deepEqual(
    (await refusedContents(client, prefix)).map(({reason}) => reason),
    [refusal.reason],
  );
});

test('a generation of a part of an extract refuses no extract', async t => {
  const {client, prefix} = generations(t);
  await refuse(client, prefix, {...refusal, contentSha256: null});
  t.deepEqual(await refusedContents(client, prefix), []);
  t.is((await refusedGenerations(client, prefix)).length, 1);
});
