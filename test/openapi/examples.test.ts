import {readFile} from 'node:fs/promises';
import test from 'ava';
import {errors} from '#src/api/errors.ts';
import {endpoints} from '#src/api/index.ts';
import {inputReader} from '#src/http/endpoint/input.ts';
import {openApiDocument} from '#src/openapi/document.ts';
import {answersFile, exampleOf, exampleTarget} from '#src/openapi/examples.ts';
import {ProblemResponse} from '#src/openapi/problem-responses.ts';

const document = openApiDocument('https://api.example');

const parametersOf = (path: string) =>
  Object.values(document.paths?.[path] ?? {})
    .flatMap(operation => operation?.parameters ?? [])
    .flatMap(each => ('name' in each ? each : []));

for (const endpoint of endpoints) {
  const {operationId, path, params, query, body, responses} = endpoint;
  const example = exampleOf(operationId);
  const parameters = Object.keys(query?.shape ?? {});

  for (const name of parameters) {
    test(`the example of ${name} in ${operationId} is one it takes`, t => {
      const parameter = parametersOf(path).find(each => each.in === 'query' && each.name === name);
      const schema = parameter?.schema ?? {};
      const [another] = ('examples' in schema && schema.examples) || [];
      t.notThrows(() => query?.shape[name]?.parse(String(parameter?.example ?? another)));
    });
  }

  // A file is no JSON.
  if (!responses.mediaTypes)
    test(`the answer in the example of ${operationId} is one it can give, and whole`, t => {
      t.deepEqual(responses[200].parse(example.answer), example.answer);
    });

  test(`the request in the example of ${operationId} is one it takes`, t => {
    t.deepEqual(Object.keys(example.params ?? {}), Object.keys(params ?? {}));
    t.true(new Set(Object.keys(example.query ?? {})).isSubsetOf(new Set(parameters)));
    const [called = '', search = ''] = exampleTarget(path, example).split('?');
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
    const segments = pattern.exec(called)?.slice(1) ?? [];
    t.notThrows(() => inputReader(endpoint, errors.ValidationFailed)({segments, query: search}));
    if (body) t.true(body.schema.safeParse(example.body).success);
  });
}

test('there is an example for every operation, and no other', async t => {
  const answering = endpoints.filter(({responses}) => !responses.mediaTypes);
  const operations = new Set(answering.map(({operationId}) => operationId));
  for (const operation of operations) t.truthy(exampleOf(operation).answer, operation);
  const answers: object = JSON.parse(await readFile(answersFile, 'utf8'));
  t.true(new Set(Object.keys(answers)).isSubsetOf(operations));
});

/** Every problem shown anywhere in the document. */
const problemsIn = (part: unknown): readonly unknown[] => {
  if (typeof part !== 'object' || part === null) return [];
  const {value} = part as {readonly value?: {readonly code?: string}};
  return value?.code === undefined ? Object.values(part).flatMap(problemsIn) : [value];
};

test('every problem in an example is one the API can answer with, and whole', t => {
  const problems = problemsIn(document);
  t.true(problems.length > 10);
  for (const problem of problems) t.deepEqual(ProblemResponse.parse(problem) as unknown, problem);
});
