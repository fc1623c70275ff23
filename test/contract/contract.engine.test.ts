import {createServer} from 'node:http';
import test, {type ExecutionContext} from 'ava';
import type {z} from 'zod';
import {sampleRecords} from '#sample/sample-records.ts';
import {dataErrors, type ErrorCode, errors, errorsOf} from '#src/api/errors.ts';
import {endpoints} from '#src/api/index.ts';
import {openApiDocument} from '#src/openapi/document.ts';
import {exampleOf} from '#src/openapi/examples.ts';
import {problemHeaders} from '#src/openapi/headers.ts';
import {pagingGuide} from '#src/openapi/introduction.ts';
import {readDescription} from '#src/site/reference/description.ts';
import {documented, documentedTest, newcomer} from '../docs/newcomer.ts';
import {codeBlocks, pages} from '../docs/pages.ts';
import {assertProblem} from '../helpers/api/assert-problem.ts';
import type {Answer} from '../helpers/api/start-api.ts';
import {testPrefix} from '../helpers/engines/test-index.ts';
import {anExtractFile, extractXml} from '../helpers/extracts/extract-files.ts';
import {importFile} from '../helpers/extracts/import-extract.ts';
import {fileScope} from '../helpers/scope.ts';
import {onLoopback} from '../helpers/servers/on-loopback.ts';
import {
  askFor,
  type Changes,
  type Endpoint,
  momentary,
  provocations,
  startWorld,
  type World,
} from './provocations.ts';

const shared = fileScope(test);
const prefix = testPrefix();
let world: World;
/** The sample of the quickstart, after the same without one vehicle, so that a release has changes. */
test.before(async () => {
  const {vehicleId = ''} = exampleOf('getVehicleChanges').params ?? {};
  const sample = sampleRecords({vehicles: 20_000, seed: 1});
  // As texts, they would take three times as long.
  const records = Array.from(sample, record => Buffer.from(record));
  const others = records.filter(record => !record.includes(vehicleId));
  await importFile(shared, await anExtractFile(shared, extractXml(others), 14), prefix);
  await importFile(shared, await anExtractFile(shared, extractXml(records)), prefix);
  world = await startWorld(shared, prefix);
});

const ask = (endpoint: Endpoint, changes?: Changes) =>
  askFor(world.whole, endpoint, world.keys.good, changes);

/** The ids of enough vehicles that some lack a record. */
const someVehicles = async (): Promise<readonly string[]> => {
  const headers = {'X-Api-Key': world.keys.good};
  const pages = [1, 2].map(page =>
    world.whole.get(`/v1/vehicles?sortBy=vin&page=${page}&pageSize=20`, {headers}),
  );
  return (await Promise.all(pages)).flatMap(({body}) =>
    (body as {readonly data: readonly {readonly id: string}[]}).data.map(({id}) => id),
  );
};

/** An answer that the declaration allows: of its schema and nothing more, or one of its problems. */
const isDeclared = (t: ExecutionContext, endpoint: Endpoint, answer: Answer): void => {
  const {status, headers, body} = answer;
  t.truthy(headers['x-request-id']);
  if (status === 200 && endpoint.responses.mediaTypes) {
    t.true(endpoint.responses.mediaTypes.includes(String(headers['content-type'])));
  } else if (status === 200) {
    t.deepEqual(endpoint.responses[200].parse(body), body);
  } else if (status === 204) {
    t.is(endpoint.responses[204], null);
    t.is(body, undefined);
  } else {
    const {code} = body as {readonly code: ErrorCode};
    t.true(errorsOf(endpoint).includes(errors[code]), `${endpoint.path} answered ${code}`);
    assertProblem(t, answer, code);
  }
};

const oddities = [
  '',
  ' ',
  '-0',
  '0',
  '-1',
  '01',
  '1e3',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775808',
  '9'.repeat(400),
  '\u0000',
  '\u0663',
  'ß',
  'null',
  'undefined',
  '__proto__',
  '*',
  '"',
  '../../_cluster',
  '{"match_all":{}}',
  '\ud83d\ude97',
  'Å'.repeat(300),
];

/** How the odd values have been read so far. */
const known = new Set<string>();

/** Whether a value is the first that a parameter reads like this, or that any refuses with these sentences. */
const isNew = (parameter: string, schema: z.ZodType | undefined, value: string): boolean => {
  const {data, error} = schema?.safeParse(value) ?? {};
  const {size} = known;
  return known.add(JSON.stringify(error ? [value, error.issues] : [parameter, data])).size > size;
};

/**
 * The example of an endpoint with something odd in the place of one of its values. What is read in the same way is
 * asked for once, because a handler cannot tell it apart, and so is a refusal, which is made of nothing but the issues.
 */
const oddRequests = (endpoint: Endpoint): readonly Changes[] => {
  const {operationId} = endpoint;
  const {params = {}, query = {}} = exampleOf(operationId);
  const inPath = Object.keys(params);
  const inQuery = Object.entries(endpoint.query?.shape ?? {});
  return oddities.flatMap(odd => [
    // Nothing at all makes another path.
    ...inPath
      .filter(name => odd === '' || isNew(`${operationId} ${name}`, endpoint.params?.[name], odd))
      .map(name => ({params: {...params, [name]: odd}})),
    ...inQuery
      .filter(([name, schema]) => isNew(`${operationId} ${name}`, schema, odd))
      .map(([name]) => ({query: {...query, [name]: odd}})),
    ...(endpoint.body ? [{body: odd}, {body: {plates: odd}}, {body: {plates: [odd]}}] : []),
  ]);
};

/** Headers that a problem is sent with if, and only if, it declares them. */
const comparable = ['X-Dataset-Version', 'RateLimit', 'Retry-After', 'WWW-Authenticate'];

for (const endpoint of endpoints) {
  const {method = 'GET', path, operationId, responses} = endpoint;
  const name = `${method} ${path}`;
  const isFromData = dataErrors.every(kind => endpoint.errors.includes(kind));

  test.serial(`${name} answers its example as declared`, async t => {
    const answer = await ask(endpoint);
    t.is(answer.status, 200);
    isDeclared(t, endpoint, answer);
    if (!responses.mediaTypes) t.is(answer.headers['content-type'], 'application/json');
    t.is('x-dataset-version' in answer.headers, isFromData);
    const {data = [{}]} = answer.body as {readonly data?: readonly unknown[]};
    if (momentary.has(operationId)) t.true(data.length > 0, 'a list of nothing shows nothing');
    else t.deepEqual(answer.body, exampleOf(operationId).answer);
  });

  if (method === 'GET') {
    test.serial(`${name} tells HEAD what it tells GET, but for the body`, async t => {
      const got = await ask(endpoint);
      const headed = await ask(endpoint, {method: 'HEAD'});
      t.is(headed.status, 200);
      t.is(headed.body, undefined);
      const own = ['date', 'x-request-id', 'ratelimit', 'content-length'];
      const names = Object.keys(got.headers).filter(header => !own.includes(header));
      for (const header of names) t.is(headed.headers[header], got.headers[header], header);
    });
  }

  if (method === 'GET' && isFromData) {
    test.serial(`${name} confirms an answer that is still right`, async t => {
      const {headers} = await ask(endpoint);
      const confirmed = await ask(endpoint, {headers: {'If-None-Match': headers.etag}});
      t.is(confirmed.status, 304);
      t.is(confirmed.body, undefined);
      for (const header of ['etag', 'x-dataset-version', 'cache-control', 'vary']) {
        t.truthy(headers[header], header);
        t.is(confirmed.headers[header], headers[header], header);
      }
    });
  }

  if (responses[204] === null) {
    test.serial(`${name} answers 204 for a vehicle without one`, async t => {
      const statuses = new Set<number>();
      for (const vehicleId of await someVehicles()) {
        const answer = await ask(endpoint, {params: {vehicleId}});
        isDeclared(t, endpoint, answer);
        statuses.add(answer.status);
      }
      t.deepEqual([...statuses].toSorted(), [200, 204]);
    });
  }

  test.serial(`${name} answers each problem it declares, as it declares it`, async t => {
    for (const kind of errorsOf(endpoint)) {
      const {code} = kind;
      const provoke = provocations[code as ErrorCode];
      if (provoke === undefined) return t.fail(`Nothing is known to cause ${code}.`);
      const answer = await provoke(world, endpoint);
      assertProblem(t, answer, code as ErrorCode);
      if (answer.status === 503) t.regex(String(answer.headers['retry-after']), /^[1-9]\d?$/);
      // Met before admission and after it, with different headers.
      if ([400, 500, 503].includes(answer.status)) continue;
      const declared = Object.keys(problemHeaders([kind]).shape);
      const sent = Object.keys(answer.headers);
      for (const each of comparable) {
        t.is(sent.includes(each.toLowerCase()), declared.includes(each), `${code} ${each}`);
      }
    }
  });

  const odd = oddRequests(endpoint);
  if (odd.length === 0) continue;

  test.serial(`${name} answers odd input as it declares`, async t => {
    for (const changes of odd) {
      const answer = await ask(endpoint, changes);
      const isOtherPath = Object.values(changes.params ?? {}).includes('');
      if (answer.status === errors.RouteNotFound.status && isOtherPath) continue;
      isDeclared(t, endpoint, answer);
      t.true(answer.status < 500, JSON.stringify(changes));
    }
  });
}

type Example = {readonly command: string; readonly output: string};

/** The commands that a text shows after a `$`, each with what it shows of the output. */
const examplesIn = (text: string): readonly Example[] =>
  codeBlocks(text, 'console')
    .flatMap(block => block.split(/^\$ /m).slice(1))
    .map(example => {
      const [, command = '', output = ''] = /^((?:.*\\\n)*.*)\n([\s\S]*)$/.exec(example) ?? [];
      return {command, output};
    });

/** Lines are broken where they are too long to read; `…` stands for what is left out. */
const shown = (output: string): RegExp => {
  const line = output.trim().replaceAll(/\n */g, '');
  const parts = line.split('…').map(part => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`, 's');
};

/** Its calls fetch files: test/exports does. */
const aboutFiles = 'docs/exports.md';

/** Of the API: test/docs/backup runs those of Elasticsearch. */
const calling = pages.filter(
  ({path, text}) => path !== aboutFiles && /^ *(?:\$ )?curl (?!.*\$ELASTICSEARCH)/m.test(text),
);

test('each of the 30 questions and more has the call that answers it', t => {
  const {text = ''} = pages.find(({path}) => path === 'docs/questions.md') ?? {};
  const [, ...questions] = text.split(/^### /m);
  t.true(questions.length >= 30);
  for (const question of questions) t.is(examplesIn(question).length, 1, question);
});

test('the README and the API guide show calls', t => {
  const paths = calling.map(({path}) => path);
  t.true(paths.includes('README.md'));
  t.true(paths.includes('docs/api.md'));
});

for (const {path, text} of calling) {
  test(`every call of ${path} answers what it shows`, async t => {
    const examples = examplesIn(text);
    const calls = text.match(/^ *(?:\$ )?curl .*$/gm) ?? [];
    t.is(examples.length, calls.length, 'a call without its answer');
    t.true(examples.every(({command}) => command.startsWith('curl ')));
    const run = await newcomer(t, prefix, text.includes(documentedTest) ? 'test' : 'live');
    const answers = await run(examples.map(({command}) => command));
    for (const [at, {command, output}] of examples.entries()) {
      t.regex(answers[at] ?? '', shown(output), command);
    }
  });
}

test('the guide shows a call that finds a vehicle', async t => {
  const {guide} = readDescription(openApiDocument(documented));
  const [command = ''] = /^curl .*$/m.exec(guide) ?? [];
  const run = await newcomer(t, prefix);
  const [answer = ''] = await run([command]);
  t.true('registrationNumber' in JSON.parse(answer));
});

type ReadAll = (list: string, key: string) => Promise<readonly {readonly id: string}[]>;

const [code = ''] = codeBlocks(pagingGuide, 'js');
const {readAll}: {readonly readAll: ReadAll} = await import(
  `data:text/javascript,${encodeURIComponent(code)}`
);

test('the loop of the guide reads every item once, none of an empty list, and names a problem', async t => {
  const {port, get} = world.whole;
  const key = world.keys.good;
  const vehicles = `http://127.0.0.1:${port}/v1/vehicles`;

  const search = '?makeId=10043&fromModelYear=2019&sortBy=id';
  const {body} = await get(`/v1/vehicles${search}`, {headers: {'X-Api-Key': key}});
  const {metadata} = body as {readonly metadata: {readonly totalCount: number}};
  const found = await readAll(`${vehicles}${search}`, key);
  t.true(found.length > 20);
  t.is(found.length, metadata.totalCount);
  t.is(new Set(found.map(({id}) => id)).size, found.length);

  t.deepEqual(await readAll(`${vehicles}?makeId=-1`, key), []);
  await t.throwsAsync(readAll(`${vehicles}?pageSize=21`, key), {
    message: /^400 \{.*"code":"ValidationFailed"/,
  });
});

test('the loop of the guide starts over when the dataset changes between two pages', async t => {
  const versions = ['old', 'new', 'new', 'new'];
  const pages: (string | null)[] = [];
  const server = createServer((request, response) => {
    const page = new URL(`http://localhost${request.url}`).searchParams.get('page');
    pages.push(page);
    const version = versions[pages.length - 1] ?? 'too many requests';
    response.setHeader('X-Dataset-Version', version);
    response.end(JSON.stringify({data: [{id: version + page}], metadata: {totalPages: 2}}));
  });
  const port = await onLoopback(t, server);
  const found = await readAll(`http://127.0.0.1:${port}/v1/makes`, 'key');
  t.deepEqual(pages, ['1', '2', '1', '2']);
  t.deepEqual(found, [{id: 'new1'}, {id: 'new2'}]);
});
