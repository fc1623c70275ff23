import test from 'ava';
import {z} from 'zod';
import {SearchUnavailable} from '#core/domain/outages.ts';
import {toProblem} from '#src/api/problems.ts';
import {type AnyEndpoint, endpointsFor} from '#src/http/endpoint/endpoint.ts';
import {joinJson, type ResponderOptions, responder} from '#src/http/endpoint/response.ts';
import {Problem} from '#src/http/problem.ts';

const Absent = {code: 'Absent', status: 404, title: 'Absent.'};
const Common = {code: 'Common', status: 429, title: 'Common.'};
const Other = {code: 'Other', status: 404, title: 'Other.'};

const thing = {
  operationId: 'getThing',
  tag: 'Things',
  path: '/things/{id}',
  summary: 'Get a thing.',
  params: {id: z.string()},
  responses: {200: z.object({id: z.string()}), 204: null},
  errors: [Absent],
} as const;

const json = {'Content-Type': 'application/json'};

/** An endpoint of things: one is empty, one absent, one without a version. It counts its calls. */
const things = ({
  declared = {},
  ...options
}: Partial<ResponderOptions<null>> & {readonly declared?: object} = {}) => {
  let asked = 0;
  const endpoint = endpointsFor<null>()({
    ...thing,
    handle: async ({params: {id}}) => {
      asked += 1;
      if (id === 'absent') throw new Problem(Absent);
      if (id === 'timeless') return {body: {id}};
      return {body: id === 'empty' ? null : {id}, version: '7'};
    },
    ...declared,
  });
  const answer = responder(endpoint as AnyEndpoint<null>, {
    currentVersion: async () => '7',
    versionHeaders: version => ({'X-Version': version}),
    contractVersion: '1',
    commonErrors: [Common],
    toProblem,
    validateResponses: true,
    ...options,
  });
  const ask = (id: string, ifNoneMatch = '') =>
    answer({params: {id}, query: {}, body: undefined}, ifNoneMatch, null);
  const tagOf = async (id: string) => (await ask(id)).headers.ETag ?? '';
  return {ask, tagOf, asked: () => asked};
};

test('a 200 has a weak entity tag and the version of its data', async t => {
  const {status, headers, body} = await things().ask('1');
  t.is(status, 200);
  t.is(headers['X-Version'], '7');
  t.regex(headers.ETag ?? '', /^W\/"[\w-]{22}"$/);
  t.is(body, '{"id":"1"}');
});

test('the tag depends on input, version, contract and path, and on nothing else', async t => {
  const tag = await things().tagOf('1');
  const handle = async () => ({body: {id: '1'}, version: '8'});
  const others = [
    await things().tagOf('2'),
    await things({contractVersion: '2'}).tagOf('1'),
    await things({declared: {path: '/other/{id}'}}).tagOf('1'),
    await things({declared: {handle}}).tagOf('1'),
  ];
  t.is(new Set([tag, ...others]).size, 5);
  t.is(await things({declared: {summary: 'Get one.'}}).tagOf('1'), tag);
});

for (const [what, header] of [
  ['the tag', (opaque: string) => `W/${opaque}`],
  ['the tag as a strong one', (opaque: string) => opaque],
  ['the last of many tags', (opaque: string) => `"a", W/"b,\\",W/${opaque}`],
  ['the first of many tags', (opaque: string) => ` ${opaque} ,"a"`],
] as const) {
  test(`${what} is answered 304 without running the handler`, async t => {
    const {ask, tagOf, asked} = things();
    const tag = await tagOf('1');
    const answer = await ask('1', header(tag.replace('W/', '')));
    t.deepEqual(answer, {status: 304, headers: {'X-Version': '7', ETag: tag}});
    t.is(asked(), 1);
  });
}

for (const [what, header] of [
  ['another tag', () => 'W/"a"'],
  ['a tag without its quotes', (tag: string) => tag.replaceAll('"', '')],
  ['a tag without its end', (tag: string) => tag.slice(0, -1)],
  ['a tag in other case', (tag: string) => tag.toLowerCase().replace('w/', 'W/')],
  ['a tag within a longer one', (tag: string) => `"${tag.replaceAll('"', '')}"`],
  ['quotes alone', () => '"'.repeat(9)],
  ['* among tags', () => '*, "a"'],
  ['white space', () => ' \t '],
] as const) {
  test(`${what} matches nothing`, async t => {
    const {ask, tagOf, asked} = things();
    const answer = await ask('1', header(await tagOf('1')));
    t.is(answer.status, 200);
    t.is(answer.body, '{"id":"1"}');
    t.is(asked(), 2);
  });
}

test('the tag of an older version does not match', async t => {
  const {ask, tagOf} = things();
  const old = await tagOf('1');
  const {status, headers} = await things({
    currentVersion: async () => '8',
    declared: {handle: async () => ({body: {id: '1'}, version: '8'})},
  }).ask('1', old);
  t.is(status, 200);
  t.not(headers.ETag, old);
  t.is((await ask('1', old)).status, 304, 'and does again after a rollback');
});

test('a response of a version that goes live meanwhile has its own tag', async t => {
  const {tagOf} = things();
  const tag = await tagOf('1');
  const {ask, asked} = things({currentVersion: async () => '6'});
  t.deepEqual(await ask('1', tag), {status: 304, headers: {'X-Version': '7', ETag: tag}});
  t.is(asked(), 1);
});

test('* matches whatever the handler returns', async t => {
  const {ask, tagOf, asked} = things();
  const {status, headers} = await ask('1', ' * ');
  t.is(status, 304);
  t.is(headers.ETag, await tagOf('1'));
  t.is((await ask('empty', '*')).status, 204);
  await t.throwsAsync(ask('absent', '*'), {instanceOf: Problem});
  t.is(asked(), 4);
});

test('only a 200 has a tag or matches one', async t => {
  const {ask, tagOf} = things();
  const tag = await tagOf('1');
  t.deepEqual(await ask('empty', tag), {status: 204, headers: {'X-Version': '7'}});
  await t.throwsAsync(ask('absent', tag), {instanceOf: Problem});
});

test('a result without a version has no tag', async t => {
  t.deepEqual(await things().ask('timeless', '*'), {
    status: 200,
    headers: json,
    body: '{"id":"timeless"}',
  });
});

test('an endpoint that always runs its handler compares the tag of the result', async t => {
  const currentVersion = () => t.fail('The version is the handler’s to tell.') as never;
  const {ask, tagOf, asked} = things({currentVersion, declared: {alwaysRunsHandler: true}});
  t.is((await ask('1', await tagOf('1'))).status, 304);
  t.is(asked(), 2);
});

test('a partial body has the media type and the schema that are declared for it', async t => {
  const partial = {
    mediaType: 'application/vnd.part+json',
    schema: z.strictObject({part: z.string()}),
  };
  const declared = {
    responses: {200: z.strictObject({id: z.string()}), partial},
    handle: async () => ({body: {part: 'a'}, isPartial: true}),
  };
  t.deepEqual(await things({declared}).ask('1'), {
    status: 200,
    headers: {'Content-Type': 'application/vnd.part+json'},
    body: '{"part":"a"}',
  });
  const handle = async () => ({body: {id: '1'}, isPartial: true});
  await t.throwsAsync(things({declared: {...declared, handle}}).ask('1'));
});

test('a POST has a version and no tag, and nothing matches it', async t => {
  const {ask, asked} = things({declared: {method: 'POST'}});
  const expected = {status: 200, headers: {'X-Version': '7', ...json}, body: '{"id":"1"}'};
  for (const ifNoneMatch of ['', '*', await things().tagOf('1')]) {
    t.deepEqual(await ask('1', ifNoneMatch), expected);
  }
  t.is(asked(), 3);
});

test('the current version is read only if there is a tag to compare', async t => {
  const currentVersion = () => t.fail('There is no tag.') as never;
  const {ask} = things({currentVersion});
  const statuses = ['', '*', 'a'].map(async header => (await ask('1', header)).status);
  t.deepEqual(await Promise.all(statuses), [200, 304, 200]);
});

test('a result that does not fit its schema is an error', async t => {
  const responses = {200: z.strictObject({id: z.string()})};
  const handle = async () => ({body: {id: '1', extra: 1}});
  await t.throwsAsync(things({declared: {responses, handle}}).ask('1'), {
    message: /InternalError, which it does not declare/,
  });
});

test('a declared or common problem passes; any other is an error, and so is an outage', async t => {
  const answerTo = (error: Error) =>
    things({declared: {handle: () => Promise.reject(error)}}).ask('1');
  for (const kind of [Absent, Common]) {
    await t.throwsAsync(answerTo(new Problem(kind)), {instanceOf: Problem});
  }
  for (const [error, code] of [
    [new Problem(Other), 'Other'],
    [new SearchUnavailable(), 'SearchUnavailable'],
  ] as const) {
    const message = `/things/{id} answered ${code}, which it does not declare.`;
    await t.throwsAsync(answerTo(error), {message});
  }
});

test('parts of JSON are joined, texts in UTF-8 and bytes as they are', t => {
  const parts = ['{"plate":"Æ', '🚗","vehicle":', Buffer.from('{"vin":"Å"}'), '}'];
  t.is(joinJson(parts).toString(), '{"plate":"Æ🚗","vehicle":{"vin":"Å"}}');
  t.is(joinJson([]).length, 0);
});
