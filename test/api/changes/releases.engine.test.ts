import test from 'ava';
import type {Int64} from '#core/domain/integers.ts';
import type {ChangeSearch} from '#core/domain/release-changes.ts';
import {pruneReleases} from '#indexer/changes/releases.ts';
import {listChanges} from '#src/api/changes.ts';
import {applyTo, type Copy, digestOf, follow} from '../../changes/guide.ts';
import {assertProblem} from '../../helpers/api/assert-problem.ts';
import {startCopy, startKeyedCopy} from '../../helpers/api/start-copy.ts';
import {type Asked, type Fate, proxiedClient} from '../../helpers/engines/elasticsearch-proxy.ts';
import {patientChanges} from '../../helpers/engines/patient-services.ts';
import {editable, editedWeeks, edits, original, pageIn, replated, shown} from './edited-weeks.ts';

const [late = '', mover = '', parked = '', painted = ''] = editable;

const plate = 'ZZ90001';
const oldPlate = original(mover, 'RegistreringNummerNummer');

test('pages go on where the one before ended, while further releases go live, until one is not kept', async t => {
  const weeks = editedWeeks(t);
  await weeks.put();
  await weeks.put({[mover]: replated(plate), [painted]: edits.colored});
  const api = await startKeyedCopy(t, weeks.prefix);
  const seen: unknown[][] = [];
  let after = '';
  for (let number = 1; after !== 'null'; number += 1) {
    const query = number === 1 ? '' : `&after=${after}`;
    const answer = await api.get(`/v1/changes?since=1&pageSize=1${query}`);
    seen.push(...shown(answer));
    after = String(pageIn(answer).next);
    if (number !== 1) continue;
    t.is(after, `2-${mover}`);
    await weeks.put({[painted]: edits.colored, [parked]: edits.deregistered});
    await api.get('/v1/dataset');
  }
  t.deepEqual(seen, [
    [2, mover, 'Replated'],
    [2, painted, 'ColorChanged'],
    [3, mover, 'Replated'],
    [3, parked, 'Deregistered,StatusChanged'],
  ]);

  const first = assertProblem(t, await api.get('/v1/changes?since=0'), 'ChangesExpired');
  t.regex(first.detail ?? '', /since serial 1\. .* serial 3\.$/);
  t.is(pageIn(await api.get('/v1/changes?since=1')).data.length, 4);

  let isPruned = false;
  const elasticsearch = await proxiedClient(t, async ({path}: Asked): Promise<Fate> => {
    if (path.includes('changes') && path.includes('_search') && !isPruned) {
      isPruned = true;
      await pruneReleases(weeks, -1);
    }
    return 'pass';
  });
  const {key, redis} = api;
  const other = await startCopy(t, {elasticsearch, redis}, weeks.prefix, 'live', {key});
  assertProblem(t, await other.get('/v1/changes?since=1'), 'ChangesExpired');
  t.true(isPruned);

  const expired = assertProblem(t, await api.get('/v1/changes?since=1'), 'ChangesExpired');
  t.regex(expired.detail ?? '', /since serial 2\. .* serial 3\.$/);
  t.is(pageIn(await api.get('/v1/changes?since=2')).data.length, 2);
  const {data} = (await api.get('/v1/releases')).body as {readonly data: readonly unknown[]};
  t.is(data.length, 1);
});

test('a serial or a place that another copy of the API has told is not ahead', async t => {
  const weeks = editedWeeks(t);
  await weeks.put();
  await weeks.put({[mover]: replated(plate)});
  const standing = {now: () => 0, wait: async () => {}};
  const copies = [1, 2].map(() => patientChanges(weeks.client, weeks.prefix, standing));
  for (const copy of copies) t.is((await copy.releases()).value.length, 2);
  await weeks.rollBack();
  const [one, two] = copies.map(copy => async (asked: Partial<ChangeSearch>) => {
    const search = {since: 1, size: 10, filter: {}, isStrict: false, ...asked};
    return (await copy.list(search)).value;
  });
  t.deepEqual(await one?.({since: 3}), {changes: [], hasMore: false, serial: 3});
  t.like(await one?.({since: 4}), {notKept: 'ahead', newest: 3});
  const after = {serial: 3, vehicleId: '0' as Int64};
  t.like(await two?.({after}), {changes: [{serial: 3, vehicleId: mover}], serial: 3});
});

test('a tag stands for one release, even if the same version goes live again', async t => {
  const weeks = editedWeeks(t);
  const api = await startKeyedCopy(t, weeks.prefix);
  const paths = ['/v1/dataset', '/v1/changes?since=1', '/v1/releases'];
  const tags = new Map<string, Set<unknown>>(paths.map(path => [path, new Set()]));
  const versions: unknown[] = [];
  const ask = async () => {
    for (const path of paths) {
      const {status, headers} = await api.get(path);
      t.is(status, 200);
      const {etag} = headers;
      tags.get(path)?.add(etag);
      if (path === '/v1/dataset') versions.push(headers['x-dataset-version']);
      const again = await api.get(path, {headers: {'If-None-Match': etag}});
      t.is(again.status, 304, path);
    }
  };
  await weeks.put();
  await ask();
  await weeks.put({[mover]: replated(plate)});
  await ask();
  await weeks.rollBack();
  await ask();
  t.is(versions[0], versions[2]);
  for (const [path, own] of tags) t.is(own.size, 3, path);
  const {data} = pageIn(await api.get('/v1/changes?since=1'));
  t.deepEqual(
    data.map(({serial, vehicleId}) => [serial, vehicleId]),
    [
      [2, mover],
      [3, mover],
    ],
  );
});

test('a service that keeps no plates with changes says so, and keeps none', async t => {
  const weeks = editedWeeks(t);
  await weeks.put();
  await weeks.put({[mover]: replated(plate), [late]: edits.gone}, {CHANGES_PLATES: 'off'});
  const api = await startKeyedCopy(t, weeks.prefix);
  const answer = await api.get('/v1/changes?since=1');
  t.deepEqual(listChanges.responses[200].parse(answer.body) as unknown, answer.body);
  t.deepEqual(shown(answer), [
    [2, late, 'Removed'],
    [2, mover, 'Replated'],
  ]);
  const stored = await weeks.client.search({
    index: `${weeks.prefix}changes`,
    query: {match_all: {}},
  });
  for (const known of [oldPlate, plate, original(late, 'RegistreringNummerNummer')]) {
    t.notRegex(JSON.stringify([answer.body, stored.hits.hits]), new RegExp(known));
    for (const query of [`plates=${known}`, `registrationNumber=${known}`]) {
      const refused = await api.get(`/v1/changes?since=1&${query}`);
      const {errors} = assertProblem(t, refused, 'ValidationFailed');
      t.regex(errors?.['PlatesNotKept']?.[0] ?? '', /up to serial 2 .* of at least 2\.$/, query);
    }
    const {hits} = await weeks.client.search({
      index: `${weeks.prefix}changes`,
      query: {multi_match: {query: known, fields: ['plates', 'vehicle.plates'], lenient: true}},
    });
    t.is(hits.hits.length, 0);
  }
  t.is((await api.get('/v1/changes?since=2&plates=AB1')).status, 200, 'no change to look through');
});

test('a copy that is held by the code of the guide has the digest of each release', async t => {
  const expand = 'technicalDetails,engine,inspection,environmentalInformation';
  const weeks = editedWeeks(t);
  await weeks.put({[late]: edits.gone});
  const api = await startKeyedCopy(t, weeks.prefix);
  const server = `http://127.0.0.1:${api.port}`;
  const dataset = async () =>
    (await api.get('/v1/dataset')).body as {readonly serial: number; readonly digest: string};
  const copied = async () => {
    const copy: Copy = new Map();
    for (let page = 1; ; page += 1) {
      const {body} = await api.get(
        `/v1/vehicles?sortBy=id&pageSize=20&page=${page}&expand=${expand}`,
      );
      const {data, metadata} = body as {
        readonly data: readonly {readonly id: string}[];
        readonly metadata: {readonly totalPages: number};
      };
      for (const vehicle of data) copy.set(vehicle.id, vehicle);
      if (page >= metadata.totalPages) return copy;
    }
  };
  const copy = await copied();
  const begun = await dataset();
  t.is(digestOf(copy.values()), begun.digest);
  const digests = new Set([begun.digest]);

  let since = begun.serial;
  const catchUp = async () => {
    const live = await dataset();
    since = await follow(server, api.key, since, change => applyTo(copy, change));
    t.is(since, live.serial);
    t.is(digestOf(copy.values()), live.digest);
    t.is(digestOf((await copied()).values()), live.digest);
    digests.add(live.digest);
  };
  await weeks.put({[mover]: replated(plate), [painted]: edits.colored});
  await catchUp();
  await weeks.put({[mover]: replated('ZZ90002'), [parked]: edits.deregistered});
  await weeks.put({[mover]: edits.gone});
  await catchUp();
  await weeks.rollBack();
  await catchUp();
  t.is(digests.size, 4);
  await t.throwsAsync(
    follow(server, api.key, 0, () => {}),
    {message: /^410 \{.*"code":"ChangesExpired"/},
  );
});
