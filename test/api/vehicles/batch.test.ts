import {brotliCompressSync, deflateSync, gzipSync} from 'node:zlib';
import test from 'ava';
import type {Plate} from '#core/domain/identifiers.ts';
import type {Services} from '#src/services.ts';
import {assertProblem} from '../../helpers/api/assert-problem.ts';
import {type Call, startApi} from '../../helpers/api/start-api.ts';
import {fakeServices, servicesWith, versioned} from '../../helpers/fakes/services.ts';
import {aVehicleDocument, jsonOf} from '../../helpers/fakes/vehicle-document.ts';

const path = '/v1/vehicles/plates';
const bodyOf = (plates: unknown) => JSON.stringify({plates});

/** Services that know the vehicles of these plates, and note what they are asked for. */
const knowing = (known: Readonly<Record<string, string>>) => {
  const asked: (readonly Plate[])[] = [];
  const byPlates: Services['vehicles']['byPlates'] = async plates => {
    asked.push(plates);
    const found = plates.filter(plate => plate in known);
    const vehicle = (plate: Plate) => jsonOf(aVehicleDocument({id: known[plate] ?? ''}));
    return versioned(new Map(found.map(plate => [plate, vehicle(plate)])));
  };
  return {services: fakeServices({vehicles: {byPlates}}), asked};
};

test('a batch answers one item per plate, in the order sent, whatever became of it', async t => {
  const {services, asked} = knowing({AB12345: '1', Å1: '2'});
  const api = await startApi(t, services);
  const sent = ['zz 999', 'ab 12-345', 'AB!', 'a\u030A1', 'AB12345', '', 'AB\u00A01'];
  const {status, headers, body} = await api.post(path, bodyOf(sent));
  t.is(status, 200);
  t.is(headers['content-type'], 'application/json');
  t.is(headers['x-dataset-version'], '20260101-120000-0001');
  t.is(headers.etag, undefined);
  const {data} = body as {readonly data: readonly Record<string, object>[]};
  t.deepEqual(
    data.map(({plate, vehicle, error, ...others}) => {
      t.deepEqual(others, {});
      return [plate, (vehicle as {id?: string})?.id, (error as {code?: string})?.code];
    }),
    [
      ['zz 999', undefined, 'VehicleNotFound'],
      ['ab 12-345', '1', undefined],
      ['AB!', undefined, 'InvalidPlate'],
      ['a\u030A1', '2', undefined],
      ['AB12345', '1', undefined],
      ['', undefined, 'InvalidPlate'],
      ['AB\u00A01', undefined, 'InvalidPlate'],
    ],
  );
  t.deepEqual<unknown, unknown>(
    asked,
    [['ZZ999', 'AB12345', 'Å1']],
    'each plate is asked for once',
  );
});

test('an item has a vehicle or says in words why not', async t => {
  const api = await startApi(t, knowing({A1: '1'}).services);
  const {body} = await api.post(path, bodyOf(['A1', 'A2', '*']));
  const {data} = body as {readonly data: readonly object[]};
  t.like(data[0], {vehicle: {id: '1', registrationNumber: null, plates: []}, error: null});
  const notFound = {code: 'VehicleNotFound', message: 'The vehicle was not found.'};
  t.deepEqual(data[1], {plate: 'A2', vehicle: null, error: notFound});
  t.like(data[2], {plate: '*', vehicle: null, error: {code: 'InvalidPlate'}});
  t.regex(JSON.stringify(data[2]), /1 to 10 characters of A-Z/);
});

test('a batch without a valid plate still says which data it was answered from', async t => {
  const {services, asked} = knowing({});
  const api = await startApi(t, services);
  const {status, headers} = await api.post(path, bodyOf(['?']));
  t.is(status, 200);
  t.is(headers['x-dataset-version'], '20260101-120000-0001');
  t.deepEqual<unknown, unknown>(asked, [[]]);
});

test('1 and 500 plates are a batch', async t => {
  const api = await startApi(t, servicesWith(aVehicleDocument()));
  for (const count of [1, 500]) {
    const {status, body} = await api.post(path, bodyOf(Array(count).fill('A1')));
    t.is(status, 200);
    t.is((body as {readonly data: readonly object[]}).data.length, count);
  }
});

const isBatch = test.macro({
  title: (_, what: string) => `${what} is a batch like any other`,
  async exec(t, _: string, body: string | Uint8Array, headers?: Call['headers']) {
    const api = await startApi(t, servicesWith(aVehicleDocument({id: '7'})));
    const answered = await api.post(path, body, headers && {headers});
    t.is(answered.status, 200);
    t.like(answered.body, {data: [{plate: 'A1', vehicle: {id: '7'}}]});
  },
});

const batch = bodyOf(['A1']);
test(isBatch, 'a body without a Content-Type', batch);
for (const type of [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  '?',
]) {
  test(isBatch, `a body of the Content-Type ${type}`, batch, {'Content-Type': type});
}
test(isBatch, 'a body that claims another charset', batch, {
  'Content-Type': 'application/json; charset=utf-16',
});
test(isBatch, 'a body that is encoded as itself', batch, {'Content-Encoding': 'Identity'});
test(isBatch, 'a body with members nobody knows', '{"a": [{"toJSON": 1}], "plates": ["A1"]}');
test(isBatch, 'a body whose first plates are not its last', '{"plates": 1, "plates": ["A1"]}');
test(isBatch, 'a body with a byte order mark', `\uFEFF${batch}`);
test(isBatch, 'a body in white space', `\r\n\t ${batch} \n`);
test(isBatch, 'a body in escapes', String.raw`{"plat\u0065s": ["\u0041\u0031"]}`);
test(isBatch, 'a body of 65,536 bytes', batch.padEnd(65_536));
const largest = Buffer.from(batch.padEnd(65_536));
test(isBatch, 'a body in gzip', gzipSync(largest), {'Content-Encoding': 'gzip'});
test(isBatch, 'a body in x-gzip', gzipSync(largest), {'Content-Encoding': 'x-gzip'});
test(isBatch, 'a body in deflate', deflateSync(largest), {'Content-Encoding': 'Deflate'});
test(isBatch, 'a body in br', brotliCompressSync(largest), {'Content-Encoding': 'br'});
const deep = `{"plates": ["A1"], "deep": ${'['.repeat(32_000)}${']'.repeat(32_000)}}`;
test(isBatch, 'a body with a member of 32,000 levels', deep);

const isRefused = test.macro({
  title: (_, what: string) => `${what} is refused by the rule Plates`,
  async exec(t, _: string, sent: string | Uint8Array, says: string, headers?: Call['headers']) {
    const {services, asked} = knowing({});
    const api = await startApi(t, services);
    const refused = await api.post(path, sent, headers && {headers});
    const {detail, errors} = assertProblem(t, refused, 'ValidationFailed');
    t.deepEqual(errors, {Plates: [says]});
    t.is(detail, says);
    t.deepEqual(asked, []);
    t.is((await api.post(path, batch)).status, 200);
    t.is((Object.prototype as {readonly polluted?: unknown}).polluted, undefined);
  },
});

const notJson = 'The body must be JSON in UTF-8.';
test(isRefused, 'a text', 'AB12345', notJson);
test(isRefused, 'a body cut short', batch.slice(0, -1), notJson);
test(isRefused, 'two bodies in one', `${batch}${batch}`, notJson);
test(isRefused, 'a form', 'plates=A1&plates=A2', notJson);
test(isRefused, '64 KB of opening brackets', '['.repeat(65_536), notJson);
test(isRefused, '64 KB of opening objects', '{"a":'.repeat(13_000), notJson);
test(isRefused, 'UTF-16', Buffer.from(`\uFEFF${batch}`, 'utf16le'), notJson);
test(isRefused, 'UTF-16 without a mark', Buffer.from(batch, 'utf16le'), notJson);
const notInflated = `${notJson} It may be compressed with gzip, deflate or br.`;
for (const coding of ['gzip', 'deflate', 'br', 'identity, gzip', 'zstd']) {
  const headers = {'Content-Encoding': coding};
  test(isRefused, `a body that claims to be in ${coding}`, batch, notInflated, headers);
}
const half = gzipSync(batch).subarray(0, 20);
test(isRefused, 'half a body in gzip', half, notInflated, {'Content-Encoding': 'gzip'});
for (const body of [
  '{"plates": ["A1"], "__proto__": {"polluted": true}}',
  '{"plates": ["A1"], "a": [{"__proto__": {"polluted": true}}]}',
  String.raw`{"__pr\u006fto__": {"plates": ["A1"]}}`,
]) {
  test(isRefused, body, body, notJson);
}

const notObject = 'The body must be a JSON object.';
test(isRefused, 'an empty body', '', notObject);
for (const body of ['null', '[]', '"A1"', '1', '["A1"]']) test(isRefused, body, body, notObject);
test(
  isRefused,
  'nesting as deep as 64 KB can be',
  '['.repeat(32_768).padEnd(65_536, ']'),
  notObject,
);

const missing = 'The body must have a member plates.';
for (const body of ['{}', '{"Plates": ["A1"]}']) test(isRefused, body, body, missing);

const notArray = 'plates must be an array.';
for (const plates of ['A1', null, 1, {0: 'A1', length: 1}]) {
  test(isRefused, bodyOf(plates), bodyOf(plates), notArray);
}

const count = 'plates must have 1 to 500 entries.';
test(isRefused, 'no plate', bodyOf([]), count);
test(isRefused, '501 plates', bodyOf(Array(501).fill('A1')), count);
test(isRefused, '32,000 zeros', bodyOf(Array(32_000).fill(0)), count);

for (const entry of [1, null, true, ['A1'], {plate: 'A1'}]) {
  const body = bodyOf(['A1', entry, 2]);
  test(isRefused, body, body, 'plates[1] must be a string.');
}

const isNoPlate = test.macro({
  title: (_, what: string) => `a plate of ${what} is none`,
  async exec(t, _: string, bytes: Uint8Array) {
    const {services, asked} = knowing({A1: '1', Æ1: '2', Ã1: '3', '1': '4'});
    const api = await startApi(t, services);
    const body = Buffer.concat([Buffer.from('{"plates": ["'), bytes, Buffer.from('"]}')]);
    const {status, body: answered} = await api.post(path, body);
    t.is(status, 200);
    t.like(answered, {data: [{vehicle: null, error: {code: 'InvalidPlate'}}]});
    t.deepEqual<unknown, unknown>(asked, [[]]);
  },
});

test(isNoPlate, 'Latin-1', Buffer.from('Æ1', 'latin1'));
test(isNoPlate, 'half a letter', Buffer.from('Æ1').subarray(1));
test(isNoPlate, 'bytes that never occur in UTF-8', Buffer.from([0x41, 0xff, 0x31]));
test(isNoPlate, 'overlong letters', Buffer.from([0xc1, 0x81, 0xc0, 0xb1]));
test(isNoPlate, 'half a surrogate pair', Buffer.from([0xed, 0xa0, 0x80, 0x41, 0x31]));

test('65,537 bytes are too many, whatever they say', async t => {
  const {services, asked} = knowing({});
  const api = await startApi(t, services);
  const refused = await api.post(path, batch.padEnd(65_537));
  const {detail} = assertProblem(t, refused, 'PayloadTooLarge');
  t.is(detail, 'The body must be at most 65536 bytes.');
  t.deepEqual(asked, []);
});

test('a batch is refused by the first of method, key, size and shape', async t => {
  const api = await startApi(t, knowing({}).services);
  const noKey = {headers: {'X-Api-Key': undefined}};
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
    const refused = await api.get(path, {...noKey, method});
    t.is(refused.status, 405);
    t.is(refused.headers.allow, 'POST');
  }
  const large = 'x'.repeat(65_537);
  assertProblem(t, await api.post(path, large, noKey), 'ApiKeyMissing');
  const unknown = {headers: {'Content-Encoding': 'unknown'}};
  assertProblem(t, await api.post(path, large, unknown), 'PayloadTooLarge');
});
