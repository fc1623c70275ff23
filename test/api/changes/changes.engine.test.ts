import test, {type ExecutionContext} from 'ava';
import {getVehicleChanges, listChanges, listReleases} from '#src/api/changes.ts';
import {assertProblem} from '../../helpers/api/assert-problem.ts';
import {startKeyedCopy} from '../../helpers/api/start-copy.ts';
import {fileScope} from '../../helpers/scope.ts';
import {
  editable,
  editedWeeks,
  edits,
  leasedUntil,
  original,
  pageIn,
  replated,
  shown,
} from './edited-weeks.ts';

const [late = '', mover = '', parked = '', painted = '', still = ''] = editable;

const oldPlate = original(mover, 'RegistreringNummerNummer');
const [firstPlate, secondPlate] = ['ZZ90001', 'ZZ90002'];

/**
 * The weeks of all tests that only read: in the second a vehicle comes, one is painted, one is deregistered and
 * one has another plate; in the third the first is gone again and the last has a third plate.
 */
const second = {
  [mover]: replated(firstPlate),
  [parked]: edits.deregistered,
  [painted]: edits.colored,
};
const third = {...second, [mover]: replated(secondPlate), [late]: edits.gone};

const shared = fileScope(test);
let prefix: string;
test.before(async () => {
  const weeks = editedWeeks(shared);
  await weeks.put({[late]: edits.gone});
  await weeks.put(second);
  await weeks.put(third);
  prefix = weeks.prefix;
});

const startCopy = (t: ExecutionContext, options: Parameters<typeof startKeyedCopy>[2] = {}) =>
  startKeyedCopy(t, prefix, options);

test('changes come by release and by vehicle, with what the vehicle was and is', async t => {
  const api = await startCopy(t);
  const answer = await api.get('/v1/changes?since=1');
  t.deepEqual(listChanges.responses[200].parse(answer.body) as unknown, answer.body);
  t.deepEqual(shown(answer), [
    [2, late, 'Added'],
    [2, mover, 'Replated'],
    [2, parked, 'Deregistered,StatusChanged'],
    [2, painted, 'ColorChanged'],
    [3, late, 'Removed'],
    [3, mover, 'Replated'],
  ]);
  t.like(pageIn(answer), {next: null, serial: 3});
  const moved = pageIn(answer).data[1];
  const [was, is] = [oldPlate, firstPlate].map(plate => ({
    registrationNumber: plate,
    plates: [plate],
  }));
  t.like(moved, {before: was, after: is, extractedAt: '2026-11-03T02:15:00.000Z'});
  t.deepEqual(
    moved?.members.map(({name}) => name),
    ['registrationNumber', 'plates'],
  );
  const {body} = await api.get(`/v1/vehicles/${mover}`);
  t.like(body, {registrationNumber: secondPlate});
});

const finds = test.macro({
  title: (_, what: string) => `changes are found by ${what}`,
  async exec(
    t,
    _: string,
    query: Readonly<Record<string, string>>,
    found: readonly (readonly [number, string])[],
  ) {
    const api = await startCopy(t);
    const answer = await api.get(`/v1/changes?${new URLSearchParams({since: '1', ...query})}`);
    t.deepEqual(
      pageIn(answer).data.map(({serial, vehicleId}) => [serial, vehicleId]),
      found as [number, string][],
    );
  },
});

test(finds, 'a kind', {kinds: 'Deregistered'}, [[2, parked]]);
test(finds, 'any of two kinds', {kinds: 'Removed,ColorChanged'}, [
  [2, painted],
  [3, late],
]);
test(finds, 'a plate that a vehicle had before', {plates: oldPlate}, [[2, mover]]);
test(finds, 'a plate that it has afterwards and lost again', {plates: 'zz 90-001'}, [
  [2, mover],
  [3, mover],
]);
test(finds, 'several plates, some of which nothing has', {plates: `QQ1,${secondPlate},QQ2`}, [
  [3, mover],
]);
test(finds, 'the ids of vehicles', {vehicleIds: `${painted},${late},1`}, [
  [2, late],
  [2, painted],
  [3, late],
]);
test(finds, 'a filter, of the vehicle as it is afterwards', {colorId: '99'}, [[2, painted]]);
test(
  finds,
  'no filter of a vehicle as it was before',
  {
    colorId: original(painted, 'FarveTypeNummer'),
    vehicleIds: painted,
  },
  [],
);
test(
  finds,
  'a filter, of a vehicle that is gone as it was before',
  {
    makeId: original(late, 'KoeretoejMaerkeTypeNummer'),
    kinds: 'Removed',
  },
  [[3, late]],
);
test(
  finds,
  'a name that a filter means, and a status',
  {
    kinds: 'Deregistered',
    registrationStatus: 'NotRegistered',
    make: original(parked, 'KoeretoejMaerkeTypeNavn'),
  },
  [[2, parked]],
);
test(finds, 'the release before them', {since: '2'}, [
  [3, late],
  [3, mover],
]);
test(finds, 'the live release: none', {since: '3'}, []);
test(finds, 'a place among them, whatever comes before', {after: `2-${parked}`, pageSize: '2'}, [
  [2, painted],
  [3, late],
]);
test(finds, 'a place that no change has', {after: '2-0', kinds: 'Replated'}, [
  [2, mover],
  [3, mover],
]);
test(finds, 'a place after all of them: none', {after: '999999999999999-9223372036854775807'}, []);

test('a vehicle is found as leased on the day of its release, whatever goes live later', async t => {
  const weeks = editedWeeks(t);
  const leased = {[still]: leasedUntil('2026-11-03')};
  for (const week of [{}, leased, leased]) await weeks.put(week);
  const api = await startKeyedCopy(t, weeks.prefix);
  const found = await api.get('/v1/changes?since=1&isLeased=true');
  t.deepEqual(shown(found), [[2, still, 'LeasingChanged']]);
  t.deepEqual(shown(await api.get('/v1/changes?since=1&isLeased=false')), []);
});

test('a request costs one, or one for each distinct plate, and nothing else where that cannot be paid', async t => {
  const api = await startCopy(t, {grant: {monthlyRequests: 10}});
  const used = async () => ((await api.get('/v1/usage')).body as {readonly used: number}).used;
  const ask = async (query: string) => await api.get(`/v1/changes?since=1${query}`);
  t.is((await ask('')).status, 200);
  t.is(await used(), 1);
  t.is((await ask(`&vehicleIds=${mover},${late}`)).status, 200);
  t.is(await used(), 2);
  t.is((await ask('&plates=AB1,ab-1,CD2,EF3')).status, 200);
  t.is(await used(), 5);
  assertProblem(t, await ask('&plates=A1,A2,A3,A4,A5,A6'), 'QuotaExceeded');
  t.is(await used(), 5, 'nothing is charged of what cannot be paid');
  assertProblem(t, await ask('&plates=A1,A_2,A3'), 'ValidationFailed');
  t.is(await used(), 6, 'what is invalid costs one');
  for (const [query, code] of [
    ['since=99', 'ValidationFailed'],
    ['since=1&make=nosuchmake', 'ValidationFailed'],
    ['since=0', 'ChangesExpired'],
  ] as const) {
    const before = await used();
    assertProblem(t, await api.get(`/v1/changes?${query}&plates=A1,A2`), code);
    t.is((await used()) - before, 1, query);
  }
});

test('a serial that lies ahead is refused, and one that no number has', async t => {
  const api = await startCopy(t);
  for (const since of ['4', '9'.repeat(30)]) {
    const {errors} = assertProblem(
      t,
      await api.get(`/v1/changes?since=${since}`),
      'ValidationFailed',
    );
    t.deepEqual(errors, {
      SinceAhead: ['since must be at most 3, the serial of the live release.'],
    });
  }
  const below = assertProblem(t, await api.get('/v1/changes?since=-1'), 'ValidationFailed');
  t.deepEqual(below.errors, {SinceAhead: ['since must be at least 0.']});
  const none = assertProblem(t, await api.get('/v1/changes'), 'ValidationFailed');
  t.is(none.detail, 'The parameter since is missing.');
  for (const query of ['?since=', '?since=one', '?since=1&after=2', '?since=1&vehicleIds=a']) {
    t.is(
      assertProblem(t, await api.get(`/v1/changes${query}`), 'ValidationFailed').errors,
      undefined,
    );
  }
});

test('each rule of a list is told, all at once', async t => {
  const api = await startCopy(t);
  const many = (first: number) => Array.from({length: 501}, (_, at) => first + at).join();
  const ask = (query: string) => api.get(`/v1/changes?since=1&${query}`);
  const {errors} = assertProblem(
    t,
    await ask(`kinds=Replated,Sold&plates=${many(1)}&pageSize=501`),
    'ValidationFailed',
  );
  t.deepEqual(Object.keys(errors ?? {}).toSorted(), [
    'ChangeKindInvalid',
    'PageSizeOutOfRange',
    'TooManyVehicles',
  ]);
  t.regex(errors?.['ChangeKindInvalid']?.[0] ?? '', / Sold\..*Replated/);
  const ids = assertProblem(t, await ask(`vehicleIds=${many(1)}`), 'ValidationFailed');
  t.deepEqual(Object.keys(ids.errors ?? {}), ['TooManyVehicles']);
  const none = assertProblem(t, await ask('plates=&kinds='), 'ValidationFailed');
  t.deepEqual(Object.keys(none.errors ?? {}), ['ChangeKindInvalid', 'RegistrationNumberInvalid']);
  t.is((await ask(`plates=${many(1).replace(/\d+,/, '')}&pageSize=500`)).status, 200);
});

test('500 plates of ten characters are asked for at once', async t => {
  const api = await startCopy(t);
  const plates = Array.from({length: 499}, (_, at) => `ABCDEFG${String(at).padStart(3, '0')}`);
  const answer = await api.get(`/v1/changes?since=1&plates=${[...plates, firstPlate].join()}`);
  t.is(pageIn(answer).data.length, 2);
});

test('a strict request is refused for what it names that is not there', async t => {
  const api = await startCopy(t);
  const strict = {headers: {Prefer: 'handling=strict'}};
  const paths = ['/v1/changes?since=1&vehicleId=1', '/v1/changes?since=1&makeId=999999'];
  for (const path of paths) {
    t.is((await api.get(path)).status, 200, path);
    assertProblem(t, await api.get(path, strict), 'ValidationFailed');
  }
  t.is((await api.get('/v1/changes?since=1&kinds=Added', strict)).status, 200);
});

test('a vehicle has its history, newest first, also when it is gone', async t => {
  const api = await startCopy(t);
  const history = async (id: string, query = '') =>
    await api.get(`/v1/vehicles/${id}/changes${query}`);
  const moved = await history(mover);
  t.deepEqual(getVehicleChanges.responses[200].parse(moved.body) as unknown, moved.body);
  t.deepEqual(shown(moved), [
    [3, mover, 'Replated'],
    [2, mover, 'Replated'],
  ]);
  t.deepEqual(shown(await history(late)), [
    [3, late, 'Removed'],
    [2, late, 'Added'],
  ]);
  const page = pageIn(await history(late, '?pageSize=1'));
  t.is(page.next, `3-${late}`);
  t.deepEqual(shown(await history(late, `?pageSize=1&after=${page.next}`)), [[2, late, 'Added']]);
  t.is(shown(await history(late, `?after=3-${'9'.repeat(19)}`)).length, 2);
  t.deepEqual(shown(await history(late, '?after=3-000')), [[2, late, 'Added']]);
  t.deepEqual(shown(await history(late, `?after=2-${late}`)), []);
  t.deepEqual(shown(await history(still)), []);
  assertProblem(t, await history('1'), 'VehicleNotFound');
  assertProblem(t, await history('1', '?after=2-1'), 'VehicleNotFound');
});

test('releases are listed by page, newest first', async t => {
  const api = await startCopy(t);
  const answer = await api.get('/v1/releases?pageSize=2');
  t.deepEqual(listReleases.responses[200].parse(answer.body) as unknown, answer.body);
  const {data, metadata} = answer.body as {
    data: readonly Record<string, unknown>[];
    metadata: object;
  };
  t.deepEqual(metadata, {page: 1, pageSize: 2, totalCount: 3, totalPages: 2});
  const {body} = await api.get('/v1/dataset');
  const {serial, digest, version, vehicleCount} = body as Record<string, unknown>;
  t.like(data[0], {serial, digest, version, vehicleCount, cause: 'Import', changedVehicles: 2});
  t.like(data[1], {serial: 2, changedVehicles: 4});
  t.like(data[0]?.['changes'], {Removed: 1, Replated: 1, Added: 0});
  t.is(data[0]?.['previousVersion'], data[1]?.['version']);
  const last = await api.get('/v1/releases?page=2&pageSize=2');
  t.like((last.body as {data: readonly unknown[]}).data[0], {
    serial: 1,
    previousVersion: null,
    changedVehicles: null,
  });
  assertProblem(t, await api.get('/v1/releases?page=3&pageSize=2'), 'ValidationFailed');
});
