import test from 'ava';
import {logEvent, openBuildLog} from '#indexer/generations/build-log.ts';
import {importReport} from '#indexer/write/import-report.ts';
import {proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {anInstallation} from '../../helpers/engines/installation.ts';
import {buildLogIndices, loggedEvents} from '../../helpers/engines/logged-events.ts';

/** Engines of tests are busy: what is to be written is waited for. */
const options = {build: 7, command: 'import', recordDays: 400, closeMs: 60_000};

const isBulk = ({path}: {readonly path: string}) => path.includes('/_bulk');

test('events that come while the engine is away are written in order when it is back', async t => {
  const {client, prefix} = anInstallation(t);
  let away = 3;
  const flaky = await proxiedClient(t, () => {
    away -= 1;
    return away >= 0 ? 'lose the request' : 'pass';
  });
  const log = openBuildLog({client: flaky, prefix}, options);
  log.write({event: 'verified'});
  log.ended('held');
  t.is(await log.close(), null);
  const events = await loggedEvents({client, prefix});
  t.deepEqual(
    events.map(({event}) => event),
    ['started', 'verified', 'held'],
  );
});

test('an event whose answer was lost is written once', async t => {
  const {client, prefix} = anInstallation(t);
  let bulks = 0;
  const flaky = await proxiedClient(t, asked => {
    if (!isBulk(asked)) return 'pass';
    bulks += 1;
    return bulks === 1 ? 'lose the answer' : 'pass';
  });
  const log = openBuildLog({client: flaky, prefix}, options);
  t.is(await log.close(), null);
  t.is(bulks, 2);
  t.is((await loggedEvents({client, prefix})).length, 1);
});

test('an event that the engine has no room for at the moment is sent again', async t => {
  const {client, prefix} = anInstallation(t);
  let bulks = 0;
  const busy = {create: {_id: '1', status: 429, error: {type: 'es_rejected_execution_exception'}}};
  const full = await proxiedClient(t, asked => {
    if (!isBulk(asked)) return 'pass';
    bulks += 1;
    return bulks === 1 ? {status: 200, body: {errors: true, took: 1, items: [busy]}} : 'pass';
  });
  const log = openBuildLog({client: full, prefix}, options);
  t.is(await log.close(), null);
  t.is((await loggedEvents({client, prefix})).length, 1);
});

test('an engine that never answers holds nobody up, and the end says what is missing', async t => {
  const hanging = await proxiedClient(t, () => 'hang');
  const log = openBuildLog({client: hanging, prefix: 'test-'}, {...options, closeMs: 100});
  log.ended('held');
  const sentence = await log.close();
  t.regex(
    sentence ?? '',
    /^test-index-builds-\d{4}\.\d\d lacks 2 events: Elasticsearch did not accept them in time\.$/,
  );
});

test('what comes while nothing can be written is kept up to a bound, and the rest is counted', async t => {
  const hanging = await proxiedClient(t, () => 'hang');
  let milliseconds = 0;
  const clock = {now: () => milliseconds, date: () => new Date()};
  const log = openBuildLog({client: hanging, prefix: 'test-'}, {...options, closeMs: 100, clock});
  const counts = importReport().counts();
  for (; milliseconds < 5000 * 3000; milliseconds += 5000) {
    log.progress.advance(counts, milliseconds, null);
  }
  t.regex((await log.close()) ?? '', /lacks 3001 events: .*in time; too many were queued\.$/);
});

test('what the engine refuses for good is told with its reason, and the rest is written', async t => {
  const {client, prefix} = anInstallation(t);
  const log = openBuildLog({client, prefix}, options);
  const unmapped: object = {unmapped: 1};
  log.write({event: 'verified', ...unmapped});
  log.ended('held');
  t.regex((await log.close()) ?? '', /lacks 1 events: .*\[unmapped\].*not allowed/);
  const events = await loggedEvents({client, prefix});
  t.deepEqual(
    events.map(({event}) => event),
    ['started', 'held'],
  );
});

test('a request that is refused whole is not made for ever', async t => {
  const error = {type: 'security_exception', reason: 'action is unauthorized'};
  const forbidding = await proxiedClient(t, () => ({status: 403, body: {error, status: 403}}));
  const log = openBuildLog({client: forbidding, prefix: 'test-'}, options);
  t.regex((await log.close()) ?? '', /lacks 1 events: security_exception/);
});

test('an index that is deleted while a build is recorded is made again, with its types', async t => {
  const {client, prefix} = anInstallation(t);
  const told = Promise.withResolvers<void>();
  const watched = await proxiedClient(t, asked => {
    if (isBulk(asked)) told.resolve();
    return 'pass';
  });
  const log = openBuildLog({client: watched, prefix}, options);
  await told.promise;
  const [index = ''] = await buildLogIndices({client, prefix});
  await client.indices.delete({index});
  log.ended('held');
  t.is(await log.close(), null);
  const mapping = await client.indices.getMapping({index});
  t.is(mapping[index]?.mappings.dynamic, 'strict');
  t.is((await loggedEvents({client, prefix})).at(-1)?.event, 'held');
});

test('builds and commands that begin at once share the index of the month', async t => {
  const {client, prefix} = anInstallation(t);
  const records = [1, 2, 3].map(build => openBuildLog({client, prefix}, {...options, build}));
  const pruned = {command: 'prune', event: 'pruned'} as const;
  const alone = [1, 2].map(async () => {
    return (await logEvent({client, prefix}, pruned, new Date(), 60_000)).notRecorded;
  });
  t.deepEqual(await Promise.all([...records.map(log => log.close()), ...alone]), [
    null,
    null,
    null,
    null,
    null,
  ]);
  t.is((await buildLogIndices({client, prefix})).length, 1);
  t.is((await loggedEvents({client, prefix})).length, 5);
});
